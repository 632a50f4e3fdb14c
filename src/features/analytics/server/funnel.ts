import { sql } from 'drizzle-orm'
import { rows } from '#platform/db.ts'
import { microsToCents } from '#platform/money.ts'
import type { Period, Row } from '../contract.ts'
import type { Funnel } from '../detail-contract.ts'
import type { Asking } from './detail.ts'
import { momentsOf, readPeriod } from './period.ts'
import { salesFacts } from './sales-facts.ts'
import { readSelection } from './selection.ts'
import { visitFacts } from './visit-facts.ts'

const most = 20

/**
 * From visit to click to sale. An order counts for a click when it carries the id of what was clicked (`clickId`), and for
 * a campaign when it carries the campaign's name.
 */
export async function funnel({ tx, now, base, locale }: Asking, period: Period): Promise<Funnel> {
  const { span } = readPeriod(period, now)
  const selection = await readSelection(tx, base, {})
  const { from, until } = momentsOf(span)
  const attributed = sql`select o.click_id, o.portal_id, o.id from "order" o where o.click_id is not null
    and ${selection.inPortals(sql`o.portal_id`)} and o.placed_at >= ${from.toISOString()} and o.placed_at < ${until.toISOString()}`
  const [sold] = await rows<Record<string, string>>(
    tx,
    sql`select sum(orders) as orders, sum(net_micros) as net from (${salesFacts(selection, span, 'none')}) f`,
  )
  const [came] = await rows<Record<string, string>>(
    tx,
    sql`select sum(visits) as visits, sum(clicks) as clicks from (${visitFacts(selection, span, 'none')}) f`,
  )
  const clicked = await rows<Record<string, string | null>>(
    tx,
    sql`with clicked as (
        select key, sum(clicks) as clicks from (${visitFacts(selection, span, 'link')}) f where key <> '' group by 1),
      sold as (
        select a.click_id::text as key, count(distinct a.id) as orders, sum(l.net_micros) as net
        from (${attributed}) a join order_line l on l.portal_id = a.portal_id and l.order_id = a.id group by 1)
      select coalesce(c.key, s.key) as id, coalesce(k.title->>${locale}, k.title->>'es', e.name) as name,
        o.name as "portalName",
        coalesce(c.clicks, 0) as clicks, coalesce(s.orders, 0) as orders, coalesce(s.net, 0) as net,
        sum(coalesce(s.orders, 0)) over () as all_orders, sum(coalesce(s.net, 0)) over () as all_net
      from clicked c full join sold s on s.key = c.key
      left join link k on k.id::text = coalesce(c.key, s.key) and ${selection.inPortals(sql`k.portal_id`)}
      left join event e on e.id::text = coalesce(c.key, s.key) and ${selection.inPortals(sql`e.portal_id`)}
      left join portal o on o.id = coalesce(k.portal_id, e.portal_id)
      order by net desc, clicks desc, id limit ${most}`,
  )
  const campaigns = await rows<Record<string, string>>(
    tx,
    sql`select key as id, sum(visits) as visits, sum(orders) as orders, sum(net) as net from (
        select key, visits, 0 as orders, 0 as net from (${visitFacts(selection, span, 'campaign')}) v where key <> ''
        union all
        select key, 0, orders, net_micros from (${salesFacts(selection, span, 'campaign')}) s where key <> '') f
      group by key order by net desc, visits desc, key limit ${most}`,
  )
  const count = (value: string | null | undefined) => Number(value ?? 0)
  const cents = (micros: string | null | undefined) => microsToCents(count(micros))
  return {
    visits: count(came?.visits),
    clicks: count(came?.clicks),
    orders: count(sold?.orders),
    netCents: cents(sold?.net),
    attributedOrders: count(clicked[0]?.all_orders),
    attributedNetCents: cents(clicked[0]?.all_net),
    rows: clicked.map(
      ({ id, name, portalName, clicks, orders, net }): Row => ({
        id: String(id),
        name: name ?? '',
        portalName: portalName ?? null,
        clicks: count(clicks),
        orders: count(orders),
        netCents: cents(net),
      }),
    ),
    campaigns: campaigns.map(
      ({ id, visits, orders, net }): Row => ({
        id: String(id),
        name: String(id),
        visits: count(visits),
        orders: count(orders),
        netCents: cents(net),
      }),
    ),
  }
}
