import { type SQL, sql } from 'drizzle-orm'
import { goodsOf, isOfGoods } from './goods-sql.ts'
import type { Span } from './period.ts'
import type { SalesColumn, SalesKey } from './sales-columns.ts'
import type { Selection } from './selection.ts'
import { factsWithin, isPlace, listed, placeText, wholeSpan } from './span-sql.ts'

type OrdersKey = Exclude<SalesKey, 'sku' | 'campaign'>
export const ordersAreTold = (key: SalesKey): key is OrdersKey => key !== 'sku' && key !== 'campaign'

/** Of a longer span the orders of the goods are read once; of a shorter one, fewer, each order is looked into. */
const briefDays = 92

/**
 * Orders that sold at least one of a selection's goods, once each, with the dates that they always have: the sale on its
 * day, and a cancellation taken off on its own. The columns of what lines come to are nought here.
 */
export function orderFacts(
  selection: Selection,
  span: Span,
  key: OrdersKey,
  wanted: readonly SalesColumn[],
): SQL {
  const { inPortals, countries } = selection
  const as = isPlace(key) ? placeText[key] : sql.raw(key === 'portal' ? 'x.portal_id' : `''`)
  const columns = wanted.map((name) => (name === 'orders' ? 'x.orders' : `0 as ${name}`))
  const brief = span.last - span.first < briefDays
  // As a value and not as a join: the planner takes all goods for equally common, and would begin with those of the one
  // that sold most, of all years.
  const sold = brief
    ? sql`(exists (select from order_line f ${isOfGoods(selection)}
        and f.portal_id = x.portal_id and f.order_id = x.order_id and f.kind = 'sale')) is true`
    : sql`true`
  const among = sql`join (select distinct f.portal_id, f.order_id from order_line f
    where ${inPortals(sql`f.portal_id`)} and f.kind = 'sale' ${goodsOf(selection)} offset 0) g
    on g.portal_id = x.portal_id and g.order_id = x.order_id`
  return sql`select ${as} as key, date_trunc('hour', x.t) as t, ${sql.raw(columns.join(', '))}
    from (select f.portal_id, f.order_id, f.t, f.orders from (select l.*, l.at as t from order_line l) f
      where ${inPortals(sql`f.portal_id`)} and f.orders <> 0 and ${factsWithin(wholeSpan(span))}) x
    ${brief ? sql`` : among}
    join "order" p on p.portal_id = x.portal_id and p.id = x.order_id
    where ${sold} ${countries.length > 0 ? sql`and p.country in ${listed(countries)}` : sql``}`
}
