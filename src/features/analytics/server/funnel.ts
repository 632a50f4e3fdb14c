import { sql } from 'drizzle-orm'
import { plain } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { ask, number, select } from '#platform/select.ts'
import type { Period, Row } from '../contract.ts'
import type { Funnel } from '../detail-contract.ts'
import { joinClicked } from './clicked.ts'
import type { Asking } from './detail.ts'
import { momentsOf, readPeriod } from './period.ts'
import { productFunnel } from './product-funnel.ts'
import { readSelection } from './selection.ts'

/** Rows of each table. */
const most = 20

/** A sum, or null of nothing. */
const sum = (column: string) => number(sql<string | null>`${sql.raw(column)}`)
const soldColumns = {
  orders: sum('sum(orders)'),
  net: sum('sum(net_micros)'),
  income: sum('sum(income_micros)'),
}
const cameColumns = { visits: sum('sum(visits)'), clicks: sum('sum(clicks)') }
const clickedColumns = {
  id: sql<string>`b.id`,
  name: sql<string | null>`k.name`,
  portalName: sql<string | null>`o.name`,
  clicks: number(sql<string>`b.clicks`),
  orders: sum('b.orders'),
  net: sum('b.net'),
  income: sum('b.income'),
  allOrders: sum('b.all_orders'),
  allNet: sum('b.all_net'),
  allIncome: sum('b.all_income'),
}
const campaignColumns = {
  id: sql<string>`(array_agg(key order by visits desc, orders desc, key))[1]`,
  visits: sum('sum(visits)'),
  orders: sum('sum(orders)'),
  net: sum('sum(net)'),
  income: sum('sum(income)'),
}

/** A campaign is typed twice, for the page and for the shop: neither case nor accents nor what parts words tell two apart. */
const sameCampaign = sql`trim(regexp_replace(${plain(sql`key`)}, '[\\s_+-]+', ' ', 'g'))`

/**
 * From visit to click to sale. An order counts for a click when it carries the id of what was clicked (`clickId`), and for
 * a campaign when it carries the campaign's name, in any spelling. Of orders placed in the period the facts of the period count: one that
 * was cancelled in it is none, and what is refunded later belongs to its own day.
 */
export async function funnel({ tx, store, now, base, locale }: Asking, period: Period): Promise<Funnel> {
  const { span } = readPeriod(period, now)
  const selection = await readSelection(tx, base, {})
  const { from, until } = momentsOf(span)
  const attributed = sql`select o.click_id, o.portal_id, o.id from "order" o where o.click_id is not null
    and ${selection.inPortals(sql`o.portal_id`)} and o.placed_at >= ${from.toISOString()} and o.placed_at < ${until.toISOString()}`
  const [sold] = await select(
    tx,
    soldColumns,
    sql`(${await store.sales({ selection, span, key: 'none' })}) f`,
  )
  const [came] = await select(
    tx,
    cameColumns,
    sql`(${await store.visits({ selection, span, key: 'none' })}) f`,
  )
  const clicks = await store.visits({ selection, span, key: 'link' })
  const clicked = await ask(
    tx,
    clickedColumns,
    (columns) => sql`with clicked as (
        select key, sum(clicks) as clicks from (${clicks}) f where key <> '' group by 1),
      sold as (
        select a.click_id::text as key, sum(l.orders) as orders, sum(l.net_micros) as net, sum(l.income_micros) as income
        from (${attributed}) a join order_line l on l.portal_id = a.portal_id and l.order_id = a.id
          and l.at < ${until.toISOString()} group by 1),
      pressed as (
        select coalesce(c.key, s.key) as id, coalesce(c.clicks, 0) as clicks, coalesce(s.orders, 0) as orders,
          coalesce(s.net, 0) as net, s.income, sum(s.orders) over () as all_orders, sum(s.net) over () as all_net,
          sum(s.income) over () as all_income
        from clicked c full join sold s on s.key = c.key order by net desc, clicks desc, id limit ${most})
      select ${columns} from pressed b ${joinClicked(sql`b.id`, selection, locale)}
      left join portal o on o.id = k.portal_id order by b.net desc, b.clicks desc, b.id`,
  )
  const products = await productFunnel(tx, { selection, clicks, attributed, until, locale })
  const campaigns = await select(
    tx,
    campaignColumns,
    sql`(
        select key, visits, 0 as orders, 0 as net, 0 as income from (${await store.visits({ selection, span, key: 'campaign' })}) v where key <> ''
        union all
        select key, 0, orders, net_micros, income_micros from (${await store.sales({ selection, span, key: 'campaign' })}) s where key <> '') f
      group by ${sameCampaign} order by net desc, visits desc, id limit ${most}`,
  )
  const cents = (micros: number | null | undefined) => microsToCents(micros ?? 0)
  const of = ({ orders, net, income }: Partial<Record<'orders' | 'net' | 'income', number | null>>) => ({
    orders: orders ?? 0,
    netCents: cents(net),
    incomeCents: cents(income),
  })
  return {
    visits: came?.visits ?? 0,
    clicks: came?.clicks ?? 0,
    ...of(sold ?? {}),
    attributedOrders: clicked[0]?.allOrders ?? 0,
    attributedNetCents: cents(clicked[0]?.allNet),
    attributedIncomeCents: cents(clicked[0]?.allIncome),
    rows: clicked.map(
      ({ id, name, portalName, clicks, ...sums }): Row => ({
        ...{ id, name: name ?? '', portalName, clicks },
        ...of(sums),
      }),
    ),
    products: products.map(
      ({ id, name, portalName, opened, chosen, pressed, ...sums }): Row => ({
        ...{ id, name, portalName },
        ...{ opened: opened ?? 0, chosen: chosen ?? 0, clicks: pressed ?? 0 },
        ...of(sums),
      }),
    ),
    campaigns: campaigns.map(
      ({ id, visits, ...sums }): Row => ({ id, name: id, visits: visits ?? 0, ...of(sums) }),
    ),
  }
}
