import { type SQL, sql } from 'drizzle-orm'
import { fits, sellable } from './queries.ts'

const today = sql`(now() at time zone 'Europe/Madrid')::date`

/** Is the blank of an on-demand product `d` missing for its variant `v`, or altogether? */
const blankMissing = sql`d.blank_id is not null and not exists (select 1 from blank_variant bv
  where bv.blank_id = d.blank_id and ${sellable} and (${fits()} or not exists (select 1 from blank_variant bv
    where bv.blank_id = d.blank_id and ${fits()})))`

const stockLeft = sql`k.on_hand - k.committed - k.safety`

/** Has nobody ever counted the stock `k`? Orders make one that begins at nothing, which says nothing of what there is. */
const uncounted = sql`(k.id is null or exists (select 1 from stock_movement m where m.portal_id = k.portal_id and m.stock_id = k.id)
  and not exists (select 1 from stock_movement m where m.portal_id = k.portal_id and m.stock_id = k.id and m.order_id is null))`

/** Of a numbered edition as many have been sold as there are, whatever their sizes; unless a shop is about to say what is left. */
const editionGone = sql`coalesce(d.edition_units <= (select sum(l.units) from sku_mapping m
  join order_line l on l.portal_id = m.portal_id and l.sku_id = m.id
  where m.portal_id = d.portal_id and m.product_id = d.id), false)
  and not exists (select 1 from shop_item i where i.target_id = d.portal_id and i.product_id = d.id
    and i.inventory_id is not null)`

/**
 * Is a variant `v` of a product `d`, or the product without variants, sold out? By its stock `k` where somebody has counted
 * one, else by what was sold of its edition; by the supply of its blank where it is made on demand, by its closing day; a
 * download never is.
 */
const soldOut = sql`(coalesce(d.format = 'limited' and d.closes_on < ${today}, false) or case d.format
  when 'digital' then false
  when 'onDemand' then ${blankMissing} and coalesce(${stockLeft} <= 0, true)
  else case when not ${uncounted} then ${stockLeft} <= 0 else d.format = 'limited' and ${editionGone} end end)`

/** What of a product `d` can be bought: rows of its variants, or one of the product itself with a null `id`. */
export const goodsOf = sql`(select v.id, v.size, v.colour, v.position, coalesce(v.price_cents, d.price_cents) as price_cents,
    ${soldOut} as sold_out
  from (select 1) one left join variant v on v.portal_id = d.portal_id and v.product_id = d.id
  left join stock k on k.portal_id = d.portal_id and k.product_id = d.id and k.id = coalesce(v.id, d.id))`

/** Is everything of a product `d` sold out? */
export const allSoldOut: SQL = sql`(select bool_and(g.sold_out) from ${goodsOf} g)`
