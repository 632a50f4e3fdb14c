import { sql } from 'drizzle-orm'
import { publicationNow } from '#features/events/server/queries.ts'
import { rows } from '#platform/db.ts'
import { plain } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import type { Period, Row } from '../contract.ts'
import type { Asking } from './detail.ts'
import { placeRows } from './detail-rows.ts'
import { readPeriod } from './period.ts'
import { readSelection } from './selection.ts'

const most = 50

/**
 * Cities by those who bought and came from there, beside the next published event of the same city. Both sides are
 * compared by the city's name and country, whatever its case and accents.
 */
export async function whereToPlay(
  { tx, now, base, locale }: Asking,
  period: Period,
): Promise<{ items: Row[] }> {
  const { span } = readPeriod(period, now)
  const selection = await readSelection(tx, base, {})
  const cities = placeRows(
    { selection, span, locale, measures: ['netCents', 'orders', 'visitors'] },
    'cities',
  ).sums
  const found = await rows<Record<string, string | null>>(
    tx,
    sql`select c.id, split_part(c.id, '/', 2) as name, left(c.id, 2) as country, c.visitors, c.orders, c."netMicros",
        n.name as event, n.starts_at as "startsAt", n.events
      from (select * from (${cities}) all_cities where id like '%/_%'
        order by "netMicros" desc, visitors desc, id limit ${most}) c
      left join lateral (
        select e.name, e.starts_at, count(*) over () as events from event e
        where ${selection.inPortals(sql`e.portal_id`)} and ${publicationNow} = 'published' and e.state <> 'cancelled'
          and e.starts_at > ${now.toISOString()} and e.country = left(c.id, 2)
          and ${plain(sql`e.city`)} = ${plain(sql`split_part(c.id, '/', 2)`)}
        order by e.starts_at limit 1) n on true
      order by c."netMicros" desc, c.visitors desc, c.id`,
  )
  return {
    items: found.map(
      (row): Row => ({
        id: String(row.id),
        name: String(row.name),
        country: row.country ?? '',
        visitors: Number(row.visitors),
        orders: Number(row.orders),
        netCents: microsToCents(Number(row.netMicros)),
        event: row.event ?? null,
        startsAt: row.startsAt ? new Date(row.startsAt).toISOString() : null,
        events: Number(row.events ?? 0),
      }),
    ),
  }
}
