import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'
import { contains, plain } from '#platform/like.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'
import { changedSince } from '#platform/paging.ts'
import type { OrdersQuery } from '../contract.ts'

const start = (day: string) => sql`(${day}::date::timestamp at time zone ${businessTimeZone})`

/** By the index of places: a province has none of its own, it is in its country. */
export function wentTo(place: string): SQL {
  const [where = '', ...city] = place.split('/')
  const conditions = [sql`o.country = ${where.slice(0, 2)}`]
  if (where.length > 2) conditions.push(sql`o.province = ${where}`)
  if (city.length > 0)
    conditions.push(sql`${plain(sql`o.city`)} = ${plain(sql`${city.join('/').trim()}::text`)}`)
  return sql.join(conditions, sql` and `)
}

/** What the filters leave of the orders `o` that the caller sees. */
export function conditionsOf(query: OrdersQuery, seen: Seen | undefined): SQL {
  const { q, portal, source, state, place, from, to } = query
  const conditions = [ofPortals(sql`o.portal_id`, seen), changedSince(sql`o.updated_at`)]
  const lines = (condition: SQL) =>
    sql`exists (select 1 from order_line l where l.portal_id = o.portal_id and l.order_id = o.id and ${condition})`
  if (portal) conditions.push(sql`o.portal_id = ${portal}`)
  if (source?.includes(':')) conditions.push(sql`o.source = ${source}`)
  else if (source) conditions.push(sql`split_part(o.source, ':', 1) = ${source}`)
  if (place) conditions.push(wentTo(place))
  if (from) conditions.push(sql`o.placed_at >= ${start(from)}`)
  if (to) conditions.push(sql`o.placed_at < ${start(to)} + interval '1 day'`)
  if (state === 'unmapped') conditions.push(lines(sql`l.product_id is null and l.kind = 'sale'`))
  if (state === 'refunded') conditions.push(lines(sql`l.kind = 'refund'`))
  // One whose lines are called off in part still is an order.
  if (state === 'cancelled')
    conditions.push(sql`${lines(sql`l.kind = 'cancellation'`)} and
      (select sum(l.orders) from order_line l where l.portal_id = o.portal_id and l.order_id = o.id) < 1`)
  // Nobody looks for a number without a digit: words are of the place.
  if (q && /\d/.test(q)) conditions.push(contains(sql`o.external_id`, q))
  else if (q) conditions.push(sql`(${contains(sql`o.external_id`, q)} or ${contains(sql`o.city`, q)})`)
  return sql.join(conditions, sql` and `)
}
