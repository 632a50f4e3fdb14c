import { sql } from 'drizzle-orm'
import { publicationNow } from '#features/events/server/queries.ts'
import { plain } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { iso, number, select } from '#platform/select.ts'
import type { Period, Row } from '../contract.ts'
import type { Asking } from './detail.ts'
import { placeRows } from './detail-rows.ts'
import { readPeriod } from './period.ts'
import { readSelection } from './selection.ts'

const most = 50

const columns = {
  id: sql<string>`c.id`,
  name: sql<string>`split_part(c.id, '/', 2)`,
  country: sql<string>`left(c.id, 2)`,
  visitors: number(sql<string>`c.visitors`),
  orders: number(sql<string>`c.orders`),
  netMicros: number(sql<string>`c."netMicros"`),
  event: sql<string | null>`n.name`,
  startsAt: iso(sql<Date | null>`n.starts_at`),
  events: number(sql<string | null>`n.events`),
}

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
  const found = await select(
    tx,
    columns,
    sql`(select * from (${cities}) all_cities where id like '%/_%'
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
      ({ netMicros, event, startsAt, events, ...row }): Row => ({
        ...row,
        netCents: microsToCents(netMicros),
        ...{ event, startsAt, events: events ?? 0 },
      }),
    ),
  }
}
