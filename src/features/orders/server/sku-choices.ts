import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { plain } from '#platform/like.ts'

export interface SkuChoice {
  value: string
  label: string
}

/** What a portal's SKUs can stand for: its products and their variants, by name. */
export const skuChoices = (tx: Tx, portalId: string): Promise<SkuChoice[]> =>
  rows<SkuChoice>(
    tx,
    sql`select d.id::text || coalesce('/' || v.id::text, '') as value,
        concat_ws(' · ', d.name->>'es', nullif(v.colour, ''), nullif(v.size, '')) as label
      from (select d.* from product d where d.portal_id = ${portalId} order by ${plain(sql`d.name->>'es'`)}, d.id limit 2000) d
      left join variant v on v.portal_id = ${portalId} and v.product_id = d.id
      order by ${plain(sql`d.name->>'es'`)}, d.id, v.position, v.id limit 2000`,
  )
