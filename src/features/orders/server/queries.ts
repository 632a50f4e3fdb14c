import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone, defaultLocale, type Locale, pageSize } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { inBatches } from '#platform/cursor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { contains } from '#platform/like.ts'
import { microsToCents } from '#platform/money.ts'
import { ofPortals } from '#platform/of-portals.ts'
import { listOf } from '#platform/shapes.ts'
import type { Order, OrderRow, OrdersQuery } from '../contract.ts'

interface Columns {
  id: string
  portal_id: string
  portal_name: string
  source: string
  external_id: string
  placed_at: Date | string
  country: string | null
  city: string | null
  campaign: string | null
  units: number
  gross: string
  discounts: string
  refunds: string
  net: string
  tax: string
  cancelled: boolean
  unmapped: number
  estimated: boolean
}

const summed = sql`left join lateral (
  select coalesce(sum(l.units), 0)::int as units, coalesce(sum(l.gross_micros), 0)::bigint as gross,
    coalesce(sum(l.discounts_micros), 0)::bigint as discounts, coalesce(sum(l.refunds_micros), 0)::bigint as refunds,
    coalesce(sum(l.net_micros), 0)::bigint as net, coalesce(sum(l.tax_micros), 0)::bigint as tax,
    coalesce(bool_or(l.kind = 'cancellation'), false) as cancelled,
    count(*) filter (where l.product_id is null and l.kind = 'sale')::int as unmapped
  from order_line l where l.portal_id = o.portal_id and l.order_id = o.id) s on true`

/** A part of an order was refunded, and the shop did not tell of which lines: spread over all, it is an estimate. */
const estimated = sql`exists (select 1 from order_state t
  where t.portal_id = o.portal_id and t.source = o.source and t.external_id = o.external_id
    and jsonb_path_exists(t.state, '$.refunds[*] ? (@.share != "1" && @.share != "0")'))`

const known = sql`s.*, s.refunds <> 0 and ${estimated} as estimated`

const start = (day: string) => sql`(${day}::date::timestamp at time zone ${businessTimeZone})`

function conditionsOf(query: OrdersQuery, seen: readonly string[] | undefined): SQL {
  const { q, portal, source, state, from, to } = query
  const conditions = [ofPortals(sql`o.portal_id`, seen)]
  const lines = (condition: SQL) =>
    sql`exists (select 1 from order_line l where l.portal_id = o.portal_id and l.order_id = o.id and ${condition})`
  if (portal) conditions.push(sql`o.portal_id = ${portal}`)
  if (source) conditions.push(sql`o.source = ${source}`)
  if (from) conditions.push(sql`o.placed_at >= ${start(from)}`)
  if (to) conditions.push(sql`o.placed_at < ${start(to)} + interval '1 day'`)
  if (state === 'unmapped') conditions.push(lines(sql`l.product_id is null and l.kind = 'sale'`))
  if (state === 'refunded') conditions.push(lines(sql`l.kind = 'refund'`))
  if (state === 'cancelled') conditions.push(lines(sql`l.kind = 'cancellation'`))
  if (q) conditions.push(contains(sql`o.external_id`, q))
  return sql.join(conditions, sql` and `)
}

/** A page of orders, and how many there are; undefined `seen` sees every portal's. */
export async function listOrders(tx: Tx, query: OrdersQuery, seen: readonly string[] | undefined) {
  const { page = 1, orderBy = '-placedAt' } = query
  const from = sql`"order" o where ${conditionsOf(query, seen)}`
  const [by, way] = [orderBy.endsWith('net') ? 'net' : 'placed_at', orderBy.startsWith('-') ? 'desc' : 'asc']
  const sums = by === 'net' ? sql`"order" o ${summed} where ${conditionsOf(query, seen)}` : from
  const order = sql.raw(`${by === 'net' ? 's.net' : 'o.placed_at'} ${way}, o.id`)
  const shown = sql`select o.* from ${sums} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}`
  const found = await rows<Columns>(
    tx,
    sql`select o.*, p.name as portal_name, ${known} from (${shown}) o join portal p on p.id = o.portal_id ${summed}
      order by ${order}`,
  )
  return listOf(found.map(toRow), await countRows(tx, from), page)
}

/** Every order that is asked for, in its order, some at a time. */
export async function* allOrders(
  tx: Tx,
  query: OrdersQuery,
  seen: readonly string[] | undefined,
): AsyncGenerator<OrderRow[]> {
  const way = sql.raw(query.orderBy && !query.orderBy.startsWith('-') ? 'asc' : 'desc')
  const by = query.orderBy?.endsWith('net') ? sql`s.net` : sql`o.placed_at`
  const found = inBatches<Columns>(
    tx,
    sql`select o.*, p.name as portal_name, ${known} from "order" o join portal p on p.id = o.portal_id ${summed}
      where ${conditionsOf(query, seen)} order by ${by} ${way}, o.id`,
  )
  for await (const some of found) yield some.map(toRow)
}

interface LineColumns {
  kind: Order['lines'][number]['kind']
  at: Date | string
  sku_id: string
  sku: string
  name: string
  product_id: string | null
  product_name: string | null
  units: number
  gross_micros: string
  discounts_micros: string
  net_micros: string
  tax_micros: string
  commission_pct: string
  currency: string
  amount: string
  currency_rate: string
  produced: number | null
}

/** One order of a portal with everything that happened to it, or undefined. */
export async function getOrder(
  tx: Tx,
  portalId: string,
  orderId: string,
  locale: Locale = defaultLocale,
): Promise<Order | undefined> {
  const [row] = await rows<Columns>(
    tx,
    sql`select o.*, p.name as portal_name, ${known}
      from "order" o join portal p on p.id = o.portal_id ${summed}
      where o.portal_id = ${portalId} and o.id = ${orderId}`,
  )
  if (!row) return undefined
  const lines = await rows<LineColumns>(
    tx,
    sql`select l.kind, l.at, l.sku_id, m.sku, m.name, l.product_id, coalesce(d.name->>${locale}, d.name->>'es') as product_name, l.units, l.gross_micros,
        l.discounts_micros, l.net_micros, l.tax_micros, l.commission_pct, l.currency, l.net_amount::text as amount,
        l.currency_rate::text as currency_rate,
        case when d.format = 'onDemand' and l.kind = 'sale' then (
          select coalesce(sum(x.units), 0)::int from production x where x.portal_id = l.portal_id
            and ltrim(x.reference, '#') = ltrim(${row.external_id}, '#') and (x.sku = m.sku or x.line = m.sku)) end as produced
      from order_line l join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
      left join product d on d.portal_id = l.portal_id and d.id = l.product_id
      where l.portal_id = ${portalId} and l.order_id = ${orderId}
      order by l.kind = 'sale' desc, l.at, l.ordinal`,
  )
  return {
    ...toRow(row),
    discountsCents: microsToCents(row.discounts),
    taxCents: microsToCents(row.tax),
    campaign: row.campaign,
    lines: lines.map((line) => ({
      kind: line.kind,
      at: new Date(line.at).toISOString(),
      skuId: line.sku_id,
      sku: line.sku,
      name: line.name,
      product: line.product_id && line.product_name ? { id: line.product_id, name: line.product_name } : null,
      units: line.units,
      grossCents: microsToCents(line.gross_micros),
      discountsCents: microsToCents(line.discounts_micros),
      netCents: microsToCents(line.net_micros),
      taxCents: microsToCents(line.tax_micros),
      commissionPct: Number(line.commission_pct),
      original:
        line.currency === 'EUR'
          ? null
          : { currency: line.currency, amount: line.amount, rate: line.currency_rate },
      produced: line.produced,
    })),
  }
}

/** The id of an order as its source names it. */
export async function orderIdOf(tx: Tx, portalId: string, source: string, externalId: string) {
  const [row] = await rows<{ id: string }>(
    tx,
    sql`select id from "order" where portal_id = ${portalId} and source = ${source} and external_id = ${externalId}`,
  )
  return row?.id
}

const toRow = (row: Columns): OrderRow => ({
  id: row.id,
  portal: { id: row.portal_id, name: row.portal_name },
  source: row.source,
  externalId: row.external_id,
  placedAt: new Date(row.placed_at).toISOString(),
  units: row.units,
  grossCents: microsToCents(row.gross),
  netCents: microsToCents(row.net),
  refundsCents: microsToCents(row.refunds),
  refundsEstimated: row.estimated,
  country: row.country,
  city: row.city,
  cancelled: row.cancelled,
  unmapped: row.unmapped,
})

/** The moment of the latest that is known of an order. */
export async function toldAtOf(tx: Tx, portalId: string, source: string, externalId: string) {
  const [row] = await rows<{ told_at: Date | string }>(
    tx,
    sql`select told_at from order_state
      where portal_id = ${portalId} and source = ${source} and external_id = ${externalId}`,
  )
  return row && new Date(row.told_at).getTime()
}
