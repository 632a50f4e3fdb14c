import { sql } from 'drizzle-orm'
import { publicationNow } from '#features/events/server/queries.ts'
import { number, select } from '#platform/select.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { tourPauseDays } from '../choices.ts'
import type { Tour } from '../questions-contract.ts'
import { within } from './base.ts'
import type { Asking } from './detail.ts'

const columns = {
  portalId: sql<string>`o.id`,
  portalName: sql<string>`o.name`,
  from: sql<string>`min(d.day)::text`,
  to: sql<string>`max(d.day)::text`,
  concerts: number(sql<string>`count(*)`),
}

/** Above this, what single portals do is no news to whoever looks at all of them. */
const manyPortals = 30
/** No tour is longer: what was before is not looked at. */
const longestMs = 2 * 365 * 86_400_000

/** Each portal's tour that goes on or else its next, the first to begin first. */
export async function tours({ tx, base, now }: Asking): Promise<{ items: Tour[] }> {
  if (base === 'everything') return { items: [] }
  const portals = await select(
    tx,
    { id: sql<string>`o.id` },
    sql`portal o where ${within(base)} and o.deleted_at is null limit ${manyPortals + 1}`,
  )
  if (portals.length > manyPortals) return { items: [] }
  const ids = sql.param(`{${portals.map(({ id }) => id).join(',')}}`)
  const today = formatDay(dayOf(now.getTime()))
  const since = new Date(now.getTime() - longestMs).toISOString()
  const found = await select(
    tx,
    columns,
    sql`(select *, count(*) filter (where opens) over (partition by portal_id order by starts_at, id) as run
        from (select e.portal_id, e.id, e.starts_at, l.day,
            coalesce(l.day - lag(l.day) over (partition by e.portal_id order by e.starts_at, e.id) > ${tourPauseDays}::int, true)
              as opens
          from event e
            cross join lateral (select (e.starts_at at time zone 'Europe/Madrid')::date as day) l
          where e.portal_id = any(${ids}::uuid[]) and e.starts_at > ${since} and ${publicationNow} = 'published'
            and e.state <> 'cancelled' and e.kind in ('concert', 'festival')) e) d
      join portal o on o.id = d.portal_id
      group by o.id, o.name, d.run having count(*) > 1 and max(d.day) >= ${today}
      order by min(d.day), o.name, o.id`,
  )
  const first = new Map<string, Tour>()
  for (const tour of found) if (!first.has(tour.portalId)) first.set(tour.portalId, tour)
  return { items: [...first.values()] }
}
