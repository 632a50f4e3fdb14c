import { sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { plain } from '#platform/like.ts'

export interface SkuChoice {
  value: string
  label: string
}

/** A product's name in the reader's language, where it has one there. */
export const nameIn = (locale: Locale) => sql`coalesce(nullif(d.name->>${locale}, ''), d.name->>'es')`

/**
 * What a portal's SKUs can stand for: its products and their variants, by name. `known` is what shops are likely to call
 * them, whoever reads.
 */
export const skuChoices = (tx: Tx, portalId: string, locale: Locale) =>
  rows<SkuChoice & { known: string }>(
    tx,
    sql`select d.id::text || coalesce('/' || v.id::text, '') as value,
        concat_ws(' · ', ${nameIn(locale)}, nullif(v.colour, ''), nullif(v.size, '')) as label,
        concat_ws(' · ', d.name->>'es', nullif(v.colour, ''), nullif(v.size, '')) as known
      from (select d.* from product d where d.portal_id = ${portalId} order by ${plain(sql`d.name->>'es'`)}, d.id limit 2000) d
      left join variant v on v.portal_id = ${portalId} and v.product_id = d.id
      order by ${plain(sql`d.name->>'es'`)}, d.id, v.position, v.id limit 2000`,
  )
