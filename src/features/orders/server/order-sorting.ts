import { type SQL, sql } from 'drizzle-orm'
import type { OrderPart } from '#platform/keyed-order.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'

/** What each order comes to, by an index in its order. */
export const totals = sql`order_total t`
export const ofOrder = sql`t.portal_id = o.portal_id and t.order_id = o.id`

/** `also` and `ofKeys` are what the order asks of orders beside their own columns, `each` all of them. */
interface Sorting {
  by: OrderPart[]
  also: SQL
  ofKeys: SQL
  each: SQL
}

const dateSorting = (way: 'asc' | 'desc'): Sorting => ({
  by: [
    { by: sql`o.placed_at`, as: 'moment', way },
    { by: sql`o.id`, as: 'id' },
  ],
  also: sql``,
  ofKeys: sql``,
  each: sql`"order" o`,
})

const netSorting = (way: 'asc' | 'desc', seen: Seen | undefined): Sorting => ({
  by: [
    { by: sql`net_cents`, as: 'integer', way },
    { by: sql`o.id`, as: 'id', way },
  ],
  also: sql`, net_cents`,
  ofKeys: sql`join ${totals} on ${ofOrder}`,
  // Of many their totals are walked in order, and each order is looked up: joined as a whole, all would be sorted. Told twice
  // which order it is, the planner would expect a handful, and read everything for them.
  each: sql`${totals} join lateral (select * from "order" o where ${ofOrder} offset 0) o on ${ofPortals(sql`t.portal_id`, seen)}`,
})

export function sortingOf(orderBy: string, seen: Seen | undefined): Sorting {
  const way = orderBy.startsWith('-') ? 'desc' : 'asc'
  return orderBy.endsWith('net') ? netSorting(way, seen) : dateSorting(way)
}
