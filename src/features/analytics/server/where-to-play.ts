import { sql } from 'drizzle-orm'
import { publicationNow } from '#features/events/server/queries.ts'
import { pageSize } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { plain } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { ask, iso, number, select } from '#platform/select.ts'
import { formatDay } from '#platform/time.ts'
import type { Period, Row } from '../contract.ts'
import type { playPlaces, WhereToPlay } from '../questions-contract.ts'
import type { Asking } from './detail.ts'
import { placeRows } from './detail-rows.ts'
import { readPeriod } from './period.ts'
import {
  type Announced,
  announcements,
  areaKeyOf,
  areasOf,
  byFigures,
  citiesOf,
  type PlayPlace,
} from './play-places.ts'
import { type FilterQuery, readSelection, type Selection } from './selection.ts'

/** Of so many cities, those with most: Spain has 8,132. */
const mostCities = 10_000
const named = 3

const columns = {
  id: sql<string>`coalesce(c.id, n.id)`,
  visitors: number(sql<string>`coalesce(c.visitors, 0)`),
  orders: number(sql<string>`coalesce(c.orders, 0)`),
  netMicros: number(sql<string>`coalesce(c."netMicros", 0)`),
  fans: number(sql<string>`coalesce(n.fans, 0)`),
}

export type PlayQuery = Period &
  FilterQuery & { by?: (typeof playPlaces)[number] | undefined; area?: string | undefined }

/**
 * Cities or areas by those who bought, came from and signed up there, beside the next published event of the same place or
 * the nearest to it. Both sides are compared by the town that a name means, and where no list knows it by the name and
 * country, whatever its case and accents.
 */
export async function whereToPlay(
  asking: Asking,
  { page = 1, ...query }: PlayQuery & { page?: number | undefined },
): Promise<WhereToPlay> {
  const { places, unplacedFans, rowOf } = await allPlaces(asking, query)
  const items = places.slice((page - 1) * pageSize, page * pageSize).map(rowOf)
  return { items, total: places.length, page, unplacedFans }
}

/** All of them, each told as a row once it is asked for. */
export async function allPlaces(
  { tx, store, now, base, locale }: Asking,
  { by = 'cities', area, ...query }: PlayQuery,
) {
  const { span } = readPeriod(query, now)
  const selection = await readSelection(tx, base, query)
  const areas = by === 'areas'
  const sums = await placeRows(
    { store, selection, span, locale, measures: ['netCents', 'orders', 'visitors'] },
    'cities',
  ).sums()
  const fans = sql`fan_place p where ${selection.inPortals(sql`p.portal_id`)}
    and p.day between ${formatDay(span.first)} and ${formatDay(span.last)}`
  const found = await ask(
    tx,
    columns,
    (asked) => sql`with c as materialized (select * from (${sums}) all_cities where id like '%/_%'),
      n as materialized (select coalesce(nullif(p.province, ''), p.country) || '/' || p.city as id, sum(p.fans) as fans
        from ${fans} and p.city <> '' group by 1)
      select ${asked} from c full join n on n.id = c.id
      order by coalesce(c."netMicros", 0) desc, coalesce(c.visitors, 0) desc, coalesce(n.fans, 0) desc, 1
      limit ${mostCities}`,
  )
  const [unplaced] = await select(
    tx,
    { fans: number(sql<string>`coalesce(sum(p.fans), 0)`) },
    sql`${fans} and p.city = ''`,
  )
  const within = area === undefined ? undefined : areaKeyOf(area)
  const cities = within === undefined ? found : found.filter(({ id }) => areaKeyOf(id) === within)
  const places = (areas ? areasOf : citiesOf)(cities).sort(byFigures)
  const announced = announcements(await announcedCities(tx, selection, now), areas)
  return {
    places,
    unplacedFans: unplaced?.fans ?? 0,
    rowOf: (place: PlayPlace) => rowIn(place, announced),
  }
}

function rowIn(place: PlayPlace, announced: ReturnType<typeof announcements>): Row {
  const { netMicros, town: _, names, ...row } = place
  const here = announced.at(place)
  const nearest = here ? undefined : announced.nearest(place)
  return {
    ...row,
    netCents: microsToCents(netMicros),
    event: here?.name ?? null,
    startsAt: here?.startsAt ?? null,
    events: here?.events ?? 0,
    nearest: nearest?.of.city ?? null,
    nearestKm: nearest ? Math.round(nearest.km) : null,
    nearestAt: nearest?.of.startsAt ?? null,
    places: names.length,
    around: names.slice(0, named).join(', '),
  }
}

/** Cities where something is announced from now on, each with the next of it. */
function announcedCities(tx: Tx, selection: Selection, now: Date): Promise<Announced[]> {
  return select(
    tx,
    {
      country: sql<string>`e.country`,
      province: sql<string | null>`e.province`,
      city: sql<string>`min(e.city)`,
      name: sql<string>`(array_agg(e.name order by e.starts_at))[1]`,
      startsAt: iso(sql<Date>`min(e.starts_at)`),
      events: number(sql<string>`count(*)`),
    },
    sql`event e where ${selection.inPortals(sql`e.portal_id`)} and ${publicationNow} = 'published' and e.state <> 'cancelled'
      and e.starts_at > ${now.toISOString()} and e.city <> '' group by e.country, e.province, ${plain(sql`e.city`)}`,
  )
}
