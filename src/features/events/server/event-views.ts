import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import type { Tx } from '#platform/db.ts'
import type { Seen } from '#platform/of-portals.ts'
import { ask, iso, select } from '#platform/select.ts'
import { parseDay, startOfDay } from '#platform/time.ts'
import type { Publication } from '../contract.ts'
import { conditionsOf, overAt, type PlacedQuery, publicationNow } from './queries.ts'
import { event } from './table.ts'

/** More than this in one month is no calendar. */
const calendarMax = 1_000
const placesMax = 500

const e = alias(event, 'e')
const p = alias(portal, 'p')
const dayColumns = {
  id: e.id,
  portalId: e.portalId,
  portalName: p.name,
  name: e.name,
  startsAt: iso(e.startsAt),
  timeZone: e.timeZone,
  city: e.city,
  state: e.state,
  publication: sql<Publication>`${publicationNow}`,
  past: sql<boolean>`${overAt} <= now()`,
  total: sql<number>`count(*) over ()::int`,
}

/** Events that begin between two days, soonest first. */
export async function eventDays(
  tx: Tx,
  query: PlacedQuery,
  seen: Seen | undefined,
  { f, t }: { f: string; t: string },
) {
  const edge = (day: string, more: number) => new Date(startOfDay((parseDay(day) ?? 0) + more)).toISOString()
  const found = await select(
    tx,
    dayColumns,
    sql`event e join portal p on p.id = e.portal_id
      where ${await conditionsOf(tx, query, seen)} and e.starts_at >= ${edge(f, 0)}::timestamptz
        and e.starts_at < ${edge(t, 1)}::timestamptz order by e.starts_at, e.id limit ${calendarMax}`,
  )
  return {
    items: found.map((row) => ({
      id: row.id,
      portalId: row.portalId,
      portalName: row.portalName,
      name: row.name,
      startsAt: row.startsAt,
      timeZone: row.timeZone,
      city: row.city,
      state: row.state,
      publication: row.publication,
      past: row.past,
    })),
    total: found[0]?.total ?? 0,
  }
}

const placeColumns = {
  country: sql<string>`n.country`,
  province: sql<string | null>`n.province`,
  city: sql<string | null>`min(n.city)`,
  events: sql<number>`sum(n.events)::int`,
  portals: sql<number>`max(coalesce(s.portals, n.portals))::int`,
  nextAt: iso(sql<Date | null>`min(n.next_at)`),
  total: sql<number>`(sum(sum(n.events)) over ())::int`,
}

/**
 * Events by city, the most first; those without a place stand together. Cities are one whatever their case: all events are added
 * up by what is written, and only what was written in several ways has its portals looked up anew.
 */
export async function eventPlaces(tx: Tx, query: PlacedQuery, seen: Seen | undefined) {
  const where = await conditionsOf(tx, query, seen)
  const found = await ask(
    tx,
    placeColumns,
    (columns) => sql`with written as (
        select e.country, e.province, nullif(e.city, '') as city, e.portal_id, count(*) as events,
          min(e.starts_at) filter (where ${overAt} > now()) as next_at
        from event e where ${where} group by 1, 2, 3, 4),
      named as (
        select country, province, city, lower(city) as folded, sum(events) as events, count(*) as portals, min(next_at) as next_at,
          count(*) over (partition by country, province, lower(city)) as ways
        from written group by 1, 2, 3),
      several as (
        select n.country, n.province, n.folded, count(distinct w.portal_id) as portals from named n
        join written w on w.country = n.country and w.city = n.city and w.province is not distinct from n.province
        where n.ways > 1 group by 1, 2, 3)
      select ${columns} from named n left join several s
        on s.country = n.country and s.folded = n.folded and s.province is not distinct from n.province
      group by n.country, n.province, n.folded order by events desc, "nextAt" nulls last, city limit ${placesMax}`,
  )
  return {
    items: found.map((row) => ({
      country: row.country,
      province: row.province,
      city: row.city,
      events: row.events,
      portals: row.portals,
      nextAt: row.nextAt,
    })),
    total: found[0]?.total ?? 0,
  }
}
