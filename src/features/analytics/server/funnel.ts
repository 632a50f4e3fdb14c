import { sql } from 'drizzle-orm'
import { rows } from '#platform/db.ts'
import { microsToCents } from '#platform/money.ts'
import type { Period, Row } from '../contract.ts'
import type { Funnel } from '../detail-contract.ts'
import { joinClicked } from './clicked.ts'
import type { Asking } from './detail.ts'
import { momentsOf, readPeriod } from './period.ts'
import { productFunnel } from './product-funnel.ts'
import { salesFacts } from './sales-facts.ts'
import { readSelection } from './selection.ts'
import { visitFacts } from './visit-facts.ts'

/** Rows of each table. */
const most = 20

/**
 * From visit to click to sale. An order counts for a click when it carries the id of what was clicked (`clickId`), and for
 * a campaign when it carries the campaign's name. Of orders placed in the period the facts of the period count: one that
 * was cancelled in it is none, and what is refunded later belongs to its own day.
 */
export async function funnel({ tx, now, base, locale }: Asking, period: Period): Promise<Funnel> {
  const { span } = readPeriod(period, now)
  const selection = await readSelection(tx, base, {})
  const { from, until } = momentsOf(span)
  const attributed = sql`select o.click_id, o.portal_id, o.id from "order" o where o.click_id is not null
    and ${selection.inPortals(sql`o.portal_id`)} and o.placed_at >= ${from.toISOString()} and o.placed_at < ${until.toISOString()}`
  const [sold] = await rows<Record<string, string>>(
    tx,
    sql`select sum(orders) as orders, sum(net_micros) as net, sum(income_micros) as income
      from (${salesFacts(selection, span, 'none')}) f`,
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
        select a.click_id::text as key, sum(l.orders) as orders, sum(l.net_micros) as net, sum(l.income_micros) as income
        from (${attributed}) a join order_line l on l.portal_id = a.portal_id and l.order_id = a.id
          and l.at < ${until.toISOString()} group by 1),
      pressed as (
        select coalesce(c.key, s.key) as id, coalesce(c.clicks, 0) as clicks, coalesce(s.orders, 0) as orders,
          coalesce(s.net, 0) as net, s.income, sum(s.orders) over () as all_orders, sum(s.net) over () as all_net,
          sum(s.income) over () as all_income
        from clicked c full join sold s on s.key = c.key order by net desc, clicks desc, id limit ${most})
      select b.*, k.name, o.name as "portalName" from pressed b ${joinClicked(sql`b.id`, selection, locale)}
      left join portal o on o.id = k.portal_id order by b.net desc, b.clicks desc, b.id`,
  )
  const products = await productFunnel(tx, { selection, span, attributed, until, locale })
  const campaigns = await rows<Record<string, string>>(
    tx,
    sql`select key as id, sum(visits) as visits, sum(orders) as orders, sum(net) as net, sum(income) as income from (
        select key, visits, 0 as orders, 0 as net, 0 as income from (${visitFacts(selection, span, 'campaign')}) v where key <> ''
        union all
        select key, 0, orders, net_micros, income_micros from (${salesFacts(selection, span, 'campaign')}) s where key <> '') f
      group by key order by net desc, visits desc, key limit ${most}`,
  )
  const count = (value: string | null | undefined) => Number(value ?? 0)
  const cents = (micros: string | null | undefined) => microsToCents(count(micros))
  return {
    visits: count(came?.visits),
    clicks: count(came?.clicks),
    orders: count(sold?.orders),
    netCents: cents(sold?.net),
    incomeCents: cents(sold?.income),
    attributedOrders: count(clicked[0]?.all_orders),
    attributedNetCents: cents(clicked[0]?.all_net),
    attributedIncomeCents: cents(clicked[0]?.all_income),
    rows: clicked.map(
      ({ id, name, portalName, clicks, orders, net, income }): Row => ({
        id: String(id),
        name: name ?? '',
        portalName: portalName ?? null,
        clicks: count(clicks),
        orders: count(orders),
        netCents: cents(net),
        incomeCents: cents(income),
      }),
    ),
    products: products.map(
      ({ id, name, portalName, opened, chosen, pressed, orders, net, income }): Row => ({
        ...{ id: String(id), name: name ?? '', portalName: portalName ?? null },
        ...{ opened: count(opened), chosen: count(chosen), clicks: count(pressed) },
        ...{ orders: count(orders), netCents: cents(net), incomeCents: cents(income) },
      }),
    ),
    campaigns: campaigns.map(
      ({ id, visits, orders, net, income }): Row => ({
        id: String(id),
        name: String(id),
        visits: count(visits),
        orders: count(orders),
        netCents: cents(net),
        incomeCents: cents(income),
      }),
    ),
  }
}
