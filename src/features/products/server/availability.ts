import { type SQL, sql } from 'drizzle-orm'
import { fits, sellable } from './queries.ts'

const today = sql`(now() at time zone 'Europe/Madrid')::date`

/** Is the blank of an on-demand product `d` missing for its variant `v`, or altogether? */
const blankMissing = sql`d.blank_id is not null and not exists (select 1 from blank_variant bv
  where bv.blank_id = d.blank_id and ${sellable} and (${fits()} or not exists (select 1 from blank_variant bv
    where bv.blank_id = d.blank_id and ${fits()})))`

const stockLeft = sql`k.on_hand - k.committed - k.safety`

/**
 * Is a variant `v` of a product `d`, or the product without variants, sold out? By its stock `k` where one is kept, by the
 * supply of its blank where it is made on demand, by its closing day; a download never is.
 */
const soldOut = sql`(coalesce(d.format = 'limited' and d.closes_on < ${today}, false) or case d.format
  when 'digital' then false
  when 'onDemand' then ${blankMissing} and coalesce(${stockLeft} <= 0, true)
  else coalesce(${stockLeft} <= 0, false) end)`

/** What of a product `d` can be bought: rows of its variants, or one of the product itself with a null `id`. */
export const goodsOf = sql`(select v.id, v.size, v.colour, v.position, coalesce(v.price_cents, d.price_cents) as price_cents,
    ${soldOut} as sold_out
  from (select 1) one left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
  left join stock k on k.portal_id = d.portal_id and k.id = coalesce(v.id, d.id))`

/** Is everything of a product `d` sold out? */
export const allSoldOut: SQL = sql`(select bool_and(g.sold_out) from ${goodsOf} g)`
