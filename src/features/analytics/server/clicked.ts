import { type SQL, sql } from 'drizzle-orm'
import type { Selection } from './selection.ts'

/**
 * What was clicked, by its id as text: a link, an event, a release, a pick, a product, its variant or its purchase address,
 * of the portals that count. Joined as `k` with
 * `name` and `portal_id`, both null for what is no longer there.
 */
export function joinClicked(id: SQL, { inPortals }: Selection, locale: string): SQL {
  const said = (text: SQL) => sql`coalesce(nullif(${text}->>${locale}, ''), ${text}->>'es')`
  const from = (table: SQL, name: SQL) =>
    sql`select t.portal_id, ${name} as name from ${table} t
      where t.id = nullif(${id}, '')::uuid and ${inPortals(sql`t.portal_id`)}`
  const kindOf = (variant: SQL) =>
    sql`nullif(concat_ws(' · ', nullif(${variant}.size, ''), nullif(${variant}.colour, '')), '')`
  const ofProduct = (table: SQL, product: SQL, part: SQL, more = sql``) =>
    sql`select t.portal_id, concat_ws(' · ', ${said(sql`d.name`)}, ${part}) as name from ${table} t
      join product d on d.portal_id = t.portal_id and d.id = ${product} ${more}
      where t.id = nullif(${id}, '')::uuid and ${inPortals(sql`t.portal_id`)}`
  const every = [
    from(sql`link`, said(sql`t.title`)),
    from(sql`event`, sql`t.name`),
    from(sql`release`, said(sql`t.title`)),
    // A pick may show a picture and say nothing.
    from(sql`featured`, sql`coalesce(nullif(${said(sql`t.description`)}, ''), t.url)`),
    from(sql`product`, said(sql`t.name`)),
    ofProduct(sql`variant`, sql`t.product_id`, kindOf(sql`t`)),
    ofProduct(
      sql`purchase_address`,
      sql`t.product_id`,
      sql`concat_ws(' · ', ${kindOf(sql`v`)}, t.shop)`,
      sql`
      left join variant v on v.portal_id = t.portal_id and v.id = t.variant_id`,
    ),
  ]
  return sql`left join lateral (${sql.join(every, sql` union all `)} limit 1) k on true`
}
