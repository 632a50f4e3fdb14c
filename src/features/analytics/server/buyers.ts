import { type SQL, sql } from 'drizzle-orm'
import { wentTo } from '#features/orders/server/order-conditions.ts'
import { number, select } from '#platform/select.ts'
import type { Period } from '../contract.ts'
import type { Buyers } from '../questions-contract.ts'
import type { Asking } from './detail.ts'
import { momentsOf, readPeriod } from './period.ts'
import { type FilterQuery, readSelection } from './selection.ts'

const counted = (which?: SQL) =>
  number(which ? sql<string>`count(*) filter (where ${which})` : sql<string>`count(*)`)
const summed = (which: SQL) => number(sql<string>`coalesce(sum(here) filter (where ${which}), 0)`)

/**
 * Who bought in a period, and who of them had bought before it or bought more than once by its end, wherever among these
 * portals. A country or place says whose orders of the period count, not where somebody has to have bought before: else the
 * cities of a country whose people come back would seem to have none who do. Buyers are known by keyed hashes of their addresses alone; orders without one are counted by themselves.
 */
export async function buyers(
  { tx, now, base }: Asking,
  query: Period &
    Pick<FilterQuery, 'portals' | 'labels' | 'portalTypes' | 'countries'> & { place?: string | undefined },
): Promise<Buyers> {
  const { span } = readPeriod(query, now)
  const selection = await readSelection(tx, base, query)
  // Of everything that was ever sold everywhere it would be a walk over every order there is.
  if (selection.whole)
    return { buyers: null, returning: null, orders: null, returningOrders: null, unknownOrders: null }
  const { from, until } = momentsOf(span)
  const { countries } = selection
  const here = sql`o.placed_at >= ${from}
    ${countries.length > 0 ? sql`and o.country in ${countries}` : sql``}
    ${query.place ? sql`and ${wentTo(query.place)}` : sql``}`
  const [found] = await select(
    tx,
    {
      buyers: counted(sql`buyer_hash is not null`),
      returning: counted(sql`buyer_hash is not null and ever > 1`),
      orders: summed(sql`buyer_hash is not null`),
      returningOrders: summed(sql`buyer_hash is not null and ever > 1`),
      unknownOrders: summed(sql`buyer_hash is null`),
    },
    sql`(select o.buyer_hash, count(*) as ever, count(*) filter (where ${here}) as here
      from "order" o where ${selection.inPortals(sql`o.portal_id`)} and o.placed_at < ${until}
      group by o.buyer_hash having count(*) filter (where ${here}) > 0) b`,
  )
  return found ?? { buyers: 0, returning: 0, orders: 0, returningOrders: 0, unknownOrders: 0 }
}
