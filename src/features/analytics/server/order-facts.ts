import { type SQL, sql } from 'drizzle-orm'
import { categories } from '#features/products/choices.ts'
import { areProducts, goodsOf, isOfGoods, isOfOtherGoods, ofSkus } from './goods-sql.ts'
import type { Piece, Span } from './period.ts'
import type { SalesColumn, SalesKey } from './sales-columns.ts'
import type { Selection } from './selection.ts'
import { factsOf, factsWithin, isPlace, listed, placeText, union, wholeSpan } from './span-sql.ts'

type OrdersKey = Exclude<SalesKey, 'sku' | 'campaign'>
export const ordersAreTold = (key: SalesKey): key is OrdersKey => key !== 'sku' && key !== 'campaign'

/** Of a shorter span each order is looked into; of a longer one those of the products, or all lines are read, once. */
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
  return selection.categories
    ? ofCategories(selection, span, key, wanted)
    : orders(selection, span, key, wanted, 'some')
}

/** The bit of each category, as `category_bit` of 0097 tells it; the last is of what is no product yet. */
const bitOf = new Map<string, number>([...categories, 'unmapped'].map((name, at) => [name, 2 ** at]))

/** Facts of orders tell which categories each sold of. */
function ofCategories(selection: Selection, span: Span, key: OrdersKey, wanted: readonly SalesColumn[]): SQL {
  const bits = (selection.categories ?? []).reduce((all, name) => all | (bitOf.get(name) ?? 0), 0)
  const of = sql`order_fact f where ${factsOf(selection)} and ${factsWithin(wholeSpan(span))} and f.categories & ${bits}::int <> 0`
  const columns = sql.raw(wanted.map((name) => (name === 'orders' ? 'f.orders' : `0 as ${name}`)).join(', '))
  if (!isPlace(key))
    return sql`select ${sql.raw(key === 'portal' ? 'f.portal_id' : `''`)} as key, f.t, ${columns} from ${of}`
  return sql`select ${placeText[key]} as key, null::timestamptz as t, ${columns}
    from (select f.place_id, sum(f.orders) as orders from ${of} group by 1) f join fact_place p on p.id = f.place_id`
}

/** Orders over time that sold of a selection's goods and nothing else: `t` and `orders`. */
export const orderFactsOfNothingElse = (selection: Selection, span: Span, key: OrdersKey = 'none') =>
  orders(selection, span, key, ['orders'], 'nothing else')

/**
 * Orders without some goods: all orders (`all`: `key`, `t` and `orders`) but those that sold nothing else. What few portals
 * sold of them is less to look into than what everybody sold of everything else.
 */
export const orderFactsWithout = (
  all: SQL,
  without: Selection,
  span: Span,
  key: OrdersKey,
  wanted: readonly SalesColumn[],
): SQL => {
  const columns = (one: string) =>
    sql.raw(wanted.map((name) => (name === 'orders' ? one : `0 as ${name}`)).join(', '))
  return union([
    sql`select key, t, ${columns('orders')} from (${all}) a`,
    sql`select key, t, ${columns('-orders as orders')} from (${orderFactsOfNothingElse(without, span, key)}) o`,
  ])
}

type Sold = 'some' | 'nothing else'

function orders(
  selection: Selection,
  span: Span,
  key: OrdersKey,
  wanted: readonly SalesColumn[],
  sold: Sold,
): SQL {
  const { countries } = selection
  const as = isPlace(key) ? placeText[key] : sql.raw(key === 'portal' ? 'x.portal_id' : `''`)
  const columns = wanted.map((name) => (name === 'orders' ? 'x.orders' : `0 as ${name}`))
  const placed = isPlace(key) || countries.length > 0
  const found = span.last - span.first < briefDays ? eachOf : areProducts(selection) ? eachOfSkus : allOf
  return sql`select ${as} as key, date_trunc('hour', x.t) as t, ${sql.raw(columns.join(', '))}
    from (${found(selection, wholeSpan(span), sold)}) x
    ${placed ? sql`join "order" p on p.portal_id = x.portal_id and p.id = x.order_id` : sql``}
    ${countries.length > 0 ? sql`where p.country in ${listed(countries)}` : sql``}`
}

const lines = sql`(select l.*, l.at as t from order_line l) f`

/**
 * Whether it sold of the goods as a value and not as a join: the planner takes all goods for equally common, and would begin
 * with those of the one that sold most, of all years.
 */
const eachOf = (selection: Selection, pieces: readonly Piece[], sold: Sold) => {
  const holds = (goods: SQL) => sql`(exists (select from order_line f ${goods}
    and f.portal_id = x.portal_id and f.order_id = x.order_id and f.kind = 'sale'))`
  return sql`select * from (
      select f.portal_id, f.order_id, f.t, f.orders from ${lines}
      where ${selection.inPortals(sql`f.portal_id`)} and f.orders <> 0 and ${factsWithin(pieces)}) x
    where ${holds(isOfGoods(selection))} is true
      ${sold === 'some' ? sql`` : sql`and ${holds(isOfOtherGoods(selection))} is false`}`
}

/** The orders of the products' own lines: few beside all that the portal ever sold. */
const eachOfSkus = (selection: Selection, pieces: readonly Piece[], sold: Sold) => sql`
  select g.portal_id, g.order_id, x.t, x.orders from (
    select distinct f.portal_id, f.order_id from order_line f
    where ${selection.inPortals(sql`f.portal_id`)} and f.kind = 'sale' and ${ofSkus(selection)} offset 0) g
  cross join lateral (select f.t, f.orders from ${lines} where f.portal_id = g.portal_id and f.order_id = g.order_id
    and f.orders <> 0 and ${factsWithin(pieces)} offset 0) x
  ${
    sold === 'some'
      ? sql``
      : sql`where (exists (select from order_line f ${isOfOtherGoods(selection)} and f.kind = 'sale'
        and f.portal_id = g.portal_id and f.order_id = g.order_id)) is false`
  }`

/** A line of the goods may have another day than its order: which lines an order has is asked of all days. */
const allOf = (selection: Selection, pieces: readonly Piece[], sold: Sold) => {
  const told = (column: string) =>
    sql`unnest(array_agg(f.${sql.raw(column)}) filter (where f.orders <> 0 and ${factsWithin(pieces)})) as ${sql.raw(column)}`
  return sql`select f.portal_id, f.order_id, ${told('t')}, ${told('orders')} from ${lines}
    where ${selection.inPortals(sql`f.portal_id`)} group by f.portal_id, f.order_id
    having bool_or(f.kind = 'sale' ${goodsOf(selection)})
      ${sold === 'some' ? sql`` : sql`and bool_and(f.kind <> 'sale' or (true ${goodsOf(selection)}))`}`
}
