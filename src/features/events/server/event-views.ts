import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { parseDay, startOfDay } from '#platform/time.ts'
import type { EventState, EventsQuery, Publication } from '../contract.ts'
import { conditionsOf, overAt, publicationNow } from './queries.ts'

type Stored = Date | string
const iso = (moment: Stored) => new Date(moment).toISOString()
/** More than this in one month is no calendar. */
const calendarMax = 1_000
const placesMax = 500

interface DayColumns {
  id: string
  portal_id: string
  portal_name: string
  name: string
  starts_at: Stored
  time_zone: string
  city: string | null
  state: EventState
  publication: Publication
  past: boolean
  total: number
}

/** Events that begin between two days, soonest first. */
export async function eventDays(
  tx: Tx,
  query: EventsQuery,
  portalIds: readonly string[] | undefined,
  { f, t }: { f: string; t: string },
) {
  const edge = (day: string, more: number) => new Date(startOfDay((parseDay(day) ?? 0) + more)).toISOString()
  const found = await rows<DayColumns>(
    tx,
    sql`select e.id, e.portal_id, p.name as portal_name, e.name, e.starts_at, e.time_zone, e.city, e.state,
        ${publicationNow} as publication, ${overAt} <= now() as past, count(*) over ()::int as total
      from event e join portal p on p.id = e.portal_id
      where ${conditionsOf(query, portalIds)} and e.starts_at >= ${edge(f, 0)}::timestamptz
        and e.starts_at < ${edge(t, 1)}::timestamptz order by e.starts_at, e.id limit ${calendarMax}`,
  )
  return {
    items: found.map((row) => ({
      id: row.id,
      portalId: row.portal_id,
      portalName: row.portal_name,
      name: row.name,
      startsAt: iso(row.starts_at),
      timeZone: row.time_zone,
      city: row.city,
      state: row.state,
      publication: row.publication,
      past: row.past,
    })),
    total: found[0]?.total ?? 0,
  }
}

interface PlaceColumns {
  country: string
  province: string | null
  city: string | null
  events: number
  portals: number
  next_at: Stored | null
  total: number
}

/** Events by city, the most first; those without a place stand together. */
export async function eventPlaces(tx: Tx, query: EventsQuery, portalIds: readonly string[] | undefined) {
  const found = await rows<PlaceColumns>(
    tx,
    sql`select e.country, e.province, min(nullif(e.city, '')) as city, count(*)::int as events,
        count(distinct e.portal_id)::int as portals, min(e.starts_at) filter (where ${overAt} > now()) as next_at,
        (sum(count(*)) over ())::int as total
      from event e join portal p on p.id = e.portal_id where ${conditionsOf(query, portalIds)}
      group by e.country, e.province, lower(nullif(e.city, ''))
      order by events desc, next_at nulls last, city limit ${placesMax}`,
  )
  return {
    items: found.map((row) => ({
      country: row.country,
      province: row.province,
      city: row.city,
      events: row.events,
      portals: row.portals,
      nextAt: row.next_at && iso(row.next_at),
    })),
    total: found[0]?.total ?? 0,
  }
}
