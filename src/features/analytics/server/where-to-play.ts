import { sql } from 'drizzle-orm'
import { publicationNow } from '#features/events/server/queries.ts'
import { plain } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { ask, iso, number } from '#platform/select.ts'
import type { Period, Row } from '../contract.ts'
import type { Asking } from './detail.ts'
import { placeRows } from './detail-rows.ts'
import { readPeriod } from './period.ts'
import { readSelection } from './selection.ts'

const most = 50

const columns = {
  id: sql<string>`c.id`,
  name: sql<string>`c.name`,
  country: sql<string>`c.country`,
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
  const found = await ask(
    tx,
    columns,
    // What is to come is read once for all cities.
    (asked) => sql`with c as materialized (
        select id, split_part(id, '/', 2) as name, left(id, 2) as country, visitors, orders, "netMicros"
        from (${cities}) all_cities where id like '%/_%' order by "netMicros" desc, visitors desc, id limit ${most}),
      n as (
        select e.country, ${plain(sql`e.city`)} as city, count(*) as events, min(e.starts_at) as starts_at,
          (array_agg(e.name order by e.starts_at))[1] as name
        from event e
        where ${selection.inPortals(sql`e.portal_id`)} and ${publicationNow} = 'published' and e.state <> 'cancelled'
          and e.starts_at > ${now.toISOString()} and (e.country, ${plain(sql`e.city`)}) in (select c.country, ${plain(sql`c.name`)} from c)
        group by 1, 2)
      select ${asked} from c left join n on n.country = c.country and n.city = ${plain(sql`c.name`)}
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
