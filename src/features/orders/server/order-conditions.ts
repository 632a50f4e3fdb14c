import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'
import { changedSince } from '#platform/paging.ts'
import { select } from '#platform/select.ts'
import { cityNames, othersOfCalled } from '#platform/towns.ts'
import { withinDays } from '#platform/within-days.ts'
import type { OrdersQuery } from '../contract.ts'

/** By the index of places: a province has none of its own, it is in its country; a town is found by all of its names. */
export function wentTo(place: string): SQL {
  const [where = '', ...city] = place.split('/')
  const conditions = [sql`o.country = ${where.slice(0, 2)}`]
  if (where.length > 2) conditions.push(sql`o.province = ${where}`)
  if (city.length > 0) {
    const names = cityNames(where.slice(0, 2), where.length > 2 ? where : null, city.join('/').trim())
    conditions.push(
      sql`${plain(sql`o.city`)} in (${sql.join(
        names.map((name) => plain(sql`${name}::text`)),
        sql`, `,
      )})`,
    )
  }
  return sql.join(conditions, sql` and `)
}

/** A source by its name, or all of a kind: `shop` is each `shop:…`. */
const cameFrom = (source: string): SQL =>
  source.includes(':') ? sql`o.source = ${source}` : sql`split_part(o.source, ':', 1) = ${source}`

/** From so few portals on, what a source brought is looked for in these alone. */
const fewPortals = 50

/**
 * Whose orders are looked through for a source: of a label's portals those that it ever brought orders to, where they are few.
 * In the order of the list, all that a label ever sold is read for a source that it does not have.
 */
export async function seenWith(tx: Tx, source: string | undefined, seen: Seen | undefined) {
  if (!source || !seen || seen.accounts.length === 0) return seen
  // The sources of each portal as their index has them: it is walked from one to the next.
  const next = (portalId: SQL, after: SQL) =>
    sql`(select o.source from "order" o where o.portal_id = ${portalId} and ${after} order by o.source limit 1)`
  const found = await select(
    tx,
    { id: sql<string>`o.portal_id` },
    sql`(with recursive each as (
        select p.id as portal_id, ${next(sql`p.id`, sql`true`)} as source from portal p where ${ofPortals(sql`p.id`, seen)}
        union all
        select e.portal_id, ${next(sql`e.portal_id`, sql`o.source > e.source`)} from each e where e.source is not null)
      select portal_id from each o where ${cameFrom(source)} limit ${fewPortals + 1}) o`,
  )
  return found.length > fewPortals ? seen : { portals: [...new Set(found.map(({ id }) => id))], accounts: [] }
}

/** SQL: is a city, plainly written, a town's of which another name holds these words? «San Sebastián» is kept and shown as «Donostia». */
export function calledSo(words: string, country: SQL, city: SQL): SQL {
  const names = othersOfCalled(words).map((name) => plain(sql`${name}::text`))
  return names.length > 0 ? sql`${country} = 'ES' and ${city} in (${sql.join(names, sql`, `)})` : sql`false`
}

const unknown = sql`l.product_id is null and l.kind = 'sale'`
const refund = sql`l.kind = 'refund'`
const left = sql`(select t.net_cents from order_total t where t.portal_id = l.portal_id and t.order_id = l.order_id)`

const lines = (condition: SQL) =>
  sql`exists (select 1 from order_line l where l.portal_id = o.portal_id and l.order_id = o.id and ${condition})`
// Order by order: of all that the caller sees at once, every reversal would be read for a page of fifty.
const has = (condition: SQL) => sql`(select true from order_line l
    where l.portal_id = o.portal_id and l.order_id = o.id and ${condition} limit 1) is not null`
// One whose lines are called off in part still is an order.
const calledOff = sql`(${has(sql`l.kind = 'cancellation'`)} and
    (select sum(l.orders) from order_line l where l.portal_id = o.portal_id and l.order_id = o.id) < 1)`

/**
 * The orders `k` of a state that lines of theirs tell and an index has: those first, and each looked up by its key. Left to
 * the planner, all orders of a label are read for the few that were paid back.
 */
export function keysOf({ state, portal }: OrdersQuery, seen: Seen | undefined): SQL | undefined {
  const told = { unmapped: unknown, refunded: refund, partlyRefunded: refund }
  // Few orders come to nothing, which is kept, beside all of which something was paid back.
  if (state === 'fullyRefunded')
    return sql`select t.portal_id, t.order_id from order_total t where t.net_cents <= 0 and ${ofPortals(sql`t.portal_id`, seen)}
      and ${portal ? sql`t.portal_id = ${portal}` : sql`true`} and (select true from order_line l
        where l.portal_id = t.portal_id and l.order_id = t.order_id and ${refund} limit 1) is not null offset 0`
  if (!state || !(state in told)) return undefined
  const keys = sql`select distinct l.portal_id, l.order_id from order_line l
    where ${told[state as keyof typeof told]} and ${ofPortals(sql`l.portal_id`, seen)}
    and ${portal ? sql`l.portal_id = ${portal}` : sql`true`} offset 0`
  return state === 'partlyRefunded' ? sql`select l.* from (${keys}) l where ${left} > 0 offset 0` : keys
}

/** What keys of `keysOf` have in common, told of orders themselves. */
const asKeys: Partial<Record<NonNullable<OrdersQuery['state']>, SQL>> = {
  unmapped: unknown,
  refunded: refund,
  // By what is left of it, which is kept; looked up for what was paid back alone.
  partlyRefunded: sql`${refund} and ${left} > 0`,
  fullyRefunded: sql`${refund} and ${left} <= 0`,
}

/** What the filters leave of the orders `o` that the caller sees; of those of `keysOf`, without what their keys say. */
export function conditionsOf(query: OrdersQuery, seen: Seen | undefined, keyed = false): SQL {
  const { q, portal, source, state, place, from, to } = query
  const conditions = [ofPortals(sql`o.portal_id`, seen), changedSince(sql`o.updated_at`)]
  if (portal) conditions.push(sql`o.portal_id = ${portal}`)
  if (source) conditions.push(cameFrom(source))
  if (place) conditions.push(wentTo(place))
  conditions.push(...withinDays(sql`o.placed_at`, { from, to }))
  const asKey = state && asKeys[state]
  if (asKey && !keyed) conditions.push(lines(asKey))
  if (state) conditions.push(...besideKeys(state, portal ?? onlyOf(seen)))
  if (q) conditions.push(saying(q))
  return sql.join(conditions, sql` and `)
}

const onlyOf = (seen: Seen | undefined) =>
  seen?.accounts.length === 0 && seen.portals.length === 1 ? seen.portals[0] : undefined

/** What keys do not tell of a state; `one` is the only portal whose orders are looked through. */
function besideKeys(state: NonNullable<OrdersQuery['state']>, one: string | undefined): SQL[] {
  if (state.endsWith('lyRefunded')) return [sql`not ${calledOff}`]
  if (state === 'sold') return [soldAlone(one)]
  return state === 'cancelled' ? [lines(sql`l.kind = 'cancellation'`), calledOff] : []
}

function soldAlone(one: string | undefined): SQL {
  const whole = sql`(not (${has(refund)}) and not (${has(unknown)}) and not ${calledOff})`
  // Of one portal the few that may be something else are known at once, and only they are looked into.
  return one
    ? sql`(o.id not in (
            select l.order_id from order_line l where l.portal_id = ${one} and l.kind <> 'sale'
            union all select l.order_id from order_line l where l.portal_id = ${one} and ${unknown}) or ${whole})`
    : whole
}

/** Nobody looks for a number without a digit: words are of the place. */
const saying = (q: string): SQL =>
  /\d/.test(q)
    ? contains(sql`o.external_id`, q)
    : sql`(${contains(sql`o.external_id`, q)} or ${contains(sql`o.city`, q)} or ${calledSo(q, sql`o.country`, plain(sql`o.city`))})`
