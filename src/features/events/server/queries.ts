import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { clicksOf } from '#features/visits/server/clicks.ts'
import { selectPage } from '#platform/count.ts'
import { selectInBatches } from '#platform/cursor.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { idsByWords } from '#platform/found-by-words.ts'
import { type KeyedOrder, keyedOrder, type OrderPart, unkeyedOrder } from '#platform/keyed-order.ts'
import { contains, plain } from '#platform/like.ts'
import { ofLivePortals, ofPortals, type Seen } from '#platform/of-portals.ts'
import { atMost, changedSince, listOf, pageEnd, pageRows } from '#platform/paging.ts'
import { iso, type RowOf, select } from '#platform/select.ts'
import type { Event, EventsQuery, Publication } from '../contract.ts'
import { event } from './table.ts'

/** When an event `e` is over: six hours after its start where nobody said. */
export const overAt = sql`coalesce(e.ends_at, e.starts_at + interval '6 hours')`
/** What has been published by now; scheduled ones turn by themselves. */
export const publicationNow = sql`case when e.publication = 'scheduled' and e.publish_at <= now() then 'published' else e.publication end`

/** The same as a condition: of the case above the planner knows nothing, and takes half of all events for a handful. */
const publicationIs = (publication: Publication): SQL => {
  const turned = sql`e.publication = 'scheduled' and e.publish_at <= now()`
  if (publication === 'published') return sql`(e.publication = 'published' or (${turned}))`
  return sql`(e.publication = ${publication} and (${turned}) is not true)`
}

const e = alias(event, 'e')
const p = alias(portal, 'p')
const columns = {
  id: e.id,
  portalId: e.portalId,
  portalName: p.name,
  name: e.name,
  kind: e.kind,
  startsAt: iso(e.startsAt),
  doorsAt: iso(e.doorsAt),
  endsAt: iso(e.endsAt),
  timeZone: e.timeZone,
  previousStartsAt: iso(e.previousStartsAt),
  venue: e.venue,
  address: e.address,
  city: e.city,
  province: e.province,
  country: e.country,
  lineUp: e.lineUp,
  posterUrl: e.posterUrl,
  tickets: e.tickets,
  publication: sql<Publication>`${publicationNow}`,
  publishAt: iso(e.publishAt),
  state: e.state,
  past: sql<boolean>`${overAt} <= now()`,
  clicks: sql<number>`${clicksOf(sql`e.portal_id`, sql`e.id`)}`,
  version: e.version,
  updatedAt: iso(e.updatedAt),
}

const orders: Record<string, OrderPart> = {
  startsAt: { by: sql`e.starts_at`, as: 'moment' },
  name: { by: plain(sql`e.name`), as: 'text' },
  city: { by: plain(sql`coalesce(e.city, '')`), as: 'text' },
  portalName: { by: plain(sql`p.name`), as: 'text' },
  updatedAt: { by: sql`e.updated_at`, as: 'moment' },
}

function orderOf(orderBy: string | undefined): KeyedOrder {
  const part = orders[orderBy?.replace('-', '') ?? '']
  const way = orderBy?.startsWith('-') ? 'desc' : 'asc'
  const byPortal = orderBy?.endsWith('portalName')
  if (part)
    return keyedOrder([
      { ...part, way },
      // Portals may be called alike, and each is walked by itself.
      ...(byPortal ? [{ by: sql`e.portal_id`, as: 'id' } as const] : []),
      { by: sql`e.id`, as: 'id' },
    ])
  // The next one first; what is over follows, the latest first: rows change sides while the list is read.
  return unkeyedOrder(
    sql`(${overAt} <= now()), case when ${overAt} > now() then e.starts_at end, e.starts_at desc, e.id`,
  )
}

/** A filter by portal leaves nothing of one that is not seen. */
export type PlacedQuery = EventsQuery & { portal?: string | undefined }

/** A page of events of the portals seen; of all portals without them. */
export async function listEvents(tx: Tx, query: PlacedQuery, seen: Seen | undefined) {
  const page = query.page ?? 1
  const { order, after, key } = orderOf(query.orderBy)
  const where = await conditionsOf(tx, query, seen)
  const candidates = query.orderBy
    ? sql`event e where ${where} and ${after}`
    : sql`(${nextAndPast(query, where, pageEnd(page))}) e`
  const shown = query.orderBy?.endsWith('portalName')
    ? portalByPortal(query.orderBy, sql`${where} and ${after}`, page)
    : sql`select e.* from ${candidates} order by ${order} ${pageRows(page)}`
  const from = sql`(${shown}) e join portal p on p.id = e.portal_id order by ${order}`
  const of = sql`event e where ${where}`
  const { found, total } = await selectPage(tx, columns, { from, of, page, key })
  return listOf(found, total, page)
}

/** A page in the order of portals, which are walked no further than the page: in one join, all events would be sorted for it. */
function portalByPortal(orderBy: string, where: SQL, page: number): SQL {
  const way = sql.raw(orderBy.startsWith('-') ? 'desc' : 'asc')
  return sql`select e.* from (select p.id, p.name, ${plain(sql`p.name`)} as named from portal p
      where p.deleted_at is null order by named ${way}, p.id offset 0) p
    cross join lateral (select e.* from event e where e.portal_id = p.id and ${where} offset 0) e
    order by p.named ${way}, p.id, e.id ${pageRows(page)}`
}

/**
 * The first `count` events to come and the last `count` that are over, among others: an order of two directions is of no
 * index. What began six hours ago or more goes on only where somebody said until when.
 */
function nextAndPast({ when }: EventsQuery, where: SQL, count: number): SQL {
  const some = (condition: SQL, order: SQL) =>
    sql`(select e.* from event e where ${where} and ${condition} order by ${order} ${atMost(count)})`
  const begun = sql`now() - interval '6 hours'`
  const next = [
    some(sql`e.starts_at > ${begun} and ${overAt} > now()`, sql`e.starts_at, e.id`),
    some(sql`e.starts_at <= ${begun} and e.ends_at > now()`, sql`e.starts_at, e.id`),
  ]
  const past = some(sql`e.starts_at <= now() and ${overAt} <= now()`, sql`e.starts_at desc, e.id`)
  const parts = when === 'past' ? [past] : when === 'upcoming' ? next : [...next, past]
  return sql.join(parts, sql` union all `)
}

const inTime = async (tx: Tx, query: PlacedQuery, seen: Seen | undefined) =>
  sql`event e join portal p on p.id = e.portal_id
    where ${await conditionsOf(tx, query, seen)} order by e.starts_at, e.id`

/** All events that the query names as they follow each other, some at a time. */
export async function* allEvents(
  tx: Tx,
  query: PlacedQuery,
  seen: Seen | undefined,
): AsyncGenerator<Event[]> {
  yield* selectInBatches(tx, columns, await inTime(tx, query, seen))
}

/** At most this many events go into a calendar, which is made whole. */
const calendarMax = 10_000
/** The same at once. @throws AppError 422 where they are too many for a calendar. */
export async function eventsForCalendar(
  tx: Tx,
  query: PlacedQuery,
  seen: Seen | undefined,
): Promise<Event[]> {
  const found = await select(tx, columns, sql`${await inTime(tx, query, seen)} limit ${calendarMax + 1}`)
  if (found.length > calendarMax)
    throw new AppError(422, 'events.fileTooMany', { params: { max: calendarMax } })
  return found
}

/** Has the event the words, as one of those that `seen` leaves? */
async function saying(tx: Tx, q: string, seen: SQL | undefined): Promise<SQL> {
  const holds = sql`(${contains(sql`e.name`, q)} or ${contains(sql`coalesce(e.venue, '')`, q)} or ${contains(sql`coalesce(e.city, '')`, q)})`
  const words = sql`search_words(e.name || ' ' || coalesce(e.venue, '') || ' ' || coalesce(e.city, ''))`
  const where = sql`${seen} and ${holds}`
  const ids = await idsByWords(tx, q, [{ from: sql`event e`, id: sql`e.id`, words, where }])
  return ids ? sql`e.id = any(${sql.param(`{${ids.join(',')}}`)}::uuid[])` : holds
}

/** What an event `e` has to be for the query. */
export async function conditionsOf(tx: Tx, query: PlacedQuery, seen: Seen | undefined): Promise<SQL> {
  const conditions = [seen ? ofPortals(sql`e.portal_id`, seen) : ofLivePortals(sql`e.portal_id`)]
  conditions.push(changedSince(sql`e.updated_at`))
  if (query.portal) conditions.push(sql`e.portal_id = ${query.portal}`)
  if (query.q) conditions.push(await saying(tx, query.q, conditions[0]))
  if (query.when) conditions.push(query.when === 'past' ? sql`${overAt} <= now()` : sql`${overAt} > now()`)
  if (query.publication) conditions.push(publicationIs(query.publication))
  if (query.state) conditions.push(sql`e.state = ${query.state}`)
  if (query.kind) conditions.push(sql`e.kind = ${query.kind}`)
  return sql.join(conditions, sql` and `)
}

/** One event of a portal, or undefined. */
export async function getEvent(tx: Tx, portalId: string, eventId: string): Promise<Event | undefined> {
  const [row] = await select(
    tx,
    columns,
    sql`event e join portal p on p.id = e.portal_id
      where e.portal_id = ${portalId} and e.id = ${eventId}`,
  )
  return row
}

/** At most this many events stand on a portal's page. */
const shownMax = 100

/**
 * What fans see: published events that are not over, soonest first; cancelled and postponed ones too, with their state.
 * `turns`: when (milliseconds) one appears or leaves next by the clock.
 */
export async function publishedEvents(
  tx: Tx,
  portalId: string,
  now: Date,
): Promise<{ items: Event[]; turns: number[] }> {
  const at = now.toISOString()
  const found = await select(
    tx,
    { ...columns, overAt: iso(sql<Date>`${overAt}`) },
    sql`event e join portal p on p.id = e.portal_id
      where e.portal_id = ${portalId} and e.publication <> 'draft' and ${overAt} > ${at}::timestamptz
      order by e.starts_at, e.id limit ${shownMax}`,
  )
  const appears = ({ publishAt }: RowOf<typeof columns>) => (publishAt === null ? 0 : Date.parse(publishAt))
  return {
    items: found.filter((row) => appears(row) <= now.getTime()).map(({ overAt: _, ...row }) => row),
    turns: found.flatMap((row) => [
      Date.parse(row.overAt),
      ...(appears(row) > now.getTime() ? [appears(row)] : []),
    ]),
  }
}
