import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import { skuMapping } from '#features/products/server/table.ts'
import { countMax, defaultLocale, type Locale } from '#platform/constants.ts'
import { countedRows, countRows, selectPage } from '#platform/count.ts'
import { selectInBatches } from '#platform/cursor.ts'
import type { Tx } from '#platform/db.ts'
import { keyedOrder } from '#platform/keyed-order.ts'
import { microsToCents } from '#platform/money.ts'
import type { Seen } from '#platform/of-portals.ts'
import { askedAfter, asksSince, listOf, pageRows, pageStart } from '#platform/paging.ts'
import { iso, number, type RowOf, select } from '#platform/select.ts'
import { cityName } from '#platform/towns.ts'
import type { Order, OrderRow, OrdersQuery } from '../contract.ts'
import { keysByPlace, keysByWord } from './find-orders.ts'
import { conditionsOf, keysOf, seenWith } from './order-conditions.ts'
import { ofOrder, sortingOf, totals } from './order-sorting.ts'
import { order, orderLine } from './table.ts'

// Half away from zero, as PostgreSQL rounds numerics: an order comes to what its lines are shown as.
const cents = (column: string) => sql.raw(`coalesce(sum(round(l.${column} / 10000.0)), 0)::bigint`)
const summed = sql`left join lateral (
  select coalesce(sum(l.units), 0)::int as units, ${cents('gross_micros')} as gross,
    ${cents('refunds_micros')} as refunds, ${cents('net_micros')} as net, ${cents('tax_micros')} as tax,
    coalesce(bool_or(l.kind = 'cancellation') and sum(l.orders) < 1, false) as cancelled,
    count(*) filter (where l.product_id is null and l.kind = 'sale')::int as unmapped
  from order_line l where l.portal_id = o.portal_id and l.order_id = o.id) s on true`

/** A part of an order was refunded, and the shop did not tell of which lines: spread over all, it is an estimate. */
const estimated = sql`exists (select 1 from order_state t
  where t.portal_id = o.portal_id and t.source = o.source and t.external_id = o.external_id
    and jsonb_path_exists(t.state, '$.refunds[*] ? (@.share != "1" && @.share != "0")'))`

const o = alias(order, 'o')
const p = alias(portal, 'p')
const columns = {
  id: o.id,
  portalId: o.portalId,
  portalName: p.name,
  source: o.source,
  externalId: o.externalId,
  placedAt: iso(o.placedAt),
  country: o.country,
  province: o.province,
  city: o.city,
  campaign: o.campaign,
  units: sql<number>`s.units`,
  grossCents: number(sql<string>`s.gross`),
  refundsCents: number(sql<string>`s.refunds`),
  netCents: number(sql<string>`s.net`),
  taxCents: number(sql<string>`s.tax`),
  cancelled: sql<boolean>`s.cancelled`,
  unmapped: sql<number>`s.unmapped`,
  estimated: sql<boolean>`s.refunds <> 0 and ${estimated}`,
  updatedAt: iso(o.updatedAt),
}

const isFew = (counted: number | undefined) => counted !== undefined && counted <= countMax

/** Keys of what is searched for, where that is found sooner than orders are looked through. */
async function keysBySearch(tx: Tx, { q, place, state }: OrdersQuery, seen: Seen | undefined) {
  if (q) return keysByWord(tx, q, seen)
  return place && !state ? keysByPlace(tx, place, seen) : undefined
}

/**
 * What keys tell of a member's orders is rarely more than a list counts: it is counted and put in order at once. What a shop
 * sells that nobody has mapped may be most of it.
 */
const isOftenFew = ({ page = 1, state }: OrdersQuery, seen: Seen | undefined) =>
  seen && state !== 'unmapped' && pageStart(page) === 0 && askedAfter() === undefined

/** Few among many are found and then put in order: in the order of an index, each of a million would be fetched. */
async function countedBefore(tx: Tx, query: OrdersQuery, asked: SQL, seen: Seen | undefined) {
  const { q, source, state, place, orderBy } = query
  const narrow =
    q || source || state || place || asksSince() || (orderBy?.endsWith('net') && seen?.accounts.length)
  return narrow ? countRows(tx, asked) : undefined
}

/** A page of orders, and how many there are; undefined sees every portal's. */
export async function listOrders(tx: Tx, query: OrdersQuery, all: Seen | undefined) {
  const { page = 1, orderBy = '-placedAt' } = query
  const seen = await seenWith(tx, query.source, all)
  const where = conditionsOf(query, seen)
  const byKeys = await keysBySearch(tx, query, seen)
  const keys = byKeys ?? keysOf(query, seen)
  const asked = keys
    ? sql`(${keys}) k cross join lateral (select * from "order" o where o.portal_id = k.portal_id and o.id = k.order_id
        offset 0) o where ${conditionsOf(query, seen, !byKeys)}`
    : sql`"order" o where ${where}`
  const { by, also, ofKeys, each } = sortingOf(orderBy, seen)
  const { order, after, key } = keyedOrder(by)
  const shownOf = (from: SQL, condition: SQL) =>
    sql`select o.*${also} from ${from} where ${condition} order by ${order} ${pageRows(page)}`
  const rowsOf = (shown: SQL) =>
    sql`(${shown}) o join portal p on p.id = o.portal_id ${summed} order by ${order}`
  const first =
    keys && isOftenFew(query, seen)
      ? await selectPage(tx, columns, {
          from: rowsOf(
            sql`select o.*, k.counted${also} from (${shownOf(
              sql`${countedRows(sql`o.portal_id, o.id, o.placed_at`, asked)} o ${ofKeys}`,
              sql`true`,
            )}) k cross join lateral (select * from "order" o where o.portal_id = k.portal_id and o.id = k.id offset 0) o`,
          ),
          ...{ of: asked, page, key, counted: sql`o.counted` },
        })
      : undefined
  if (first && isFew(first.total)) return listOf(first.found.map(toRow), first.total, page)
  const counted = first?.total ?? (await countedBefore(tx, query, asked, seen))
  // What has been counted is not counted again.
  const of = counted === undefined ? asked : sql`generate_series(1, ${counted}::int)`
  const shown = isFew(counted)
    ? shownOf(sql`(select o.* from ${asked} offset 0) o ${ofKeys}`, after)
    : shownOf(each, sql`${where} and ${after}`)
  const { found, total } = await selectPage(tx, columns, { from: rowsOf(shown), of, page, key })
  return listOf(found.map(toRow), total, page)
}

/** Every order that is asked for, in its order, some at a time. */
export async function* allOrders(
  tx: Tx,
  query: OrdersQuery,
  seen: Seen | undefined,
): AsyncGenerator<OrderRow[]> {
  const way = sql.raw(query.orderBy && !query.orderBy.startsWith('-') ? 'asc' : 'desc')
  const byNet = query.orderBy?.endsWith('net')
  const by = byNet ? sql`net_cents` : sql`o.placed_at`
  const found = selectInBatches(
    tx,
    columns,
    sql`"order" o ${byNet ? sql`join ${totals} on ${ofOrder}` : sql``} join portal p on p.id = o.portal_id ${summed}
      where ${conditionsOf(query, seen)} order by ${by} ${way}, o.id`,
  )
  for await (const some of found) yield some.map(toRow)
}

const l = alias(orderLine, 'l')
const m = alias(skuMapping, 'm')
const lineColumns = {
  kind: l.kind,
  at: iso(l.at),
  skuId: l.skuId,
  sku: m.sku,
  name: m.name,
  productId: l.productId,
  units: l.units,
  grossMicros: sql<string>`l.gross_micros`,
  netMicros: sql<string>`l.net_micros`,
  taxMicros: sql<string>`l.tax_micros`,
  commissionPct: l.commissionPct,
  currency: l.currency,
  amount: sql<string>`l.net_amount::text`,
  currencyRate: sql<string>`l.currency_rate::text`,
}

/** One order of a portal with everything that happened to it, or undefined. */
export async function getOrder(
  tx: Tx,
  portalId: string,
  orderId: string,
  locale: Locale = defaultLocale,
): Promise<Order | undefined> {
  const [row] = await select(
    tx,
    columns,
    sql`"order" o join portal p on p.id = o.portal_id ${summed}
      where o.portal_id = ${portalId} and o.id = ${orderId}`,
  )
  if (!row) return undefined
  const lines = await select(
    tx,
    {
      ...lineColumns,
      productName: sql<string | null>`coalesce(d.name->>${locale}, d.name->>'es')`,
      produced: sql<number | null>`case when d.format = 'onDemand' and l.kind = 'sale' then (
          select coalesce(sum(x.units), 0)::int from production x where x.portal_id = l.portal_id
            and ltrim(x.reference, '#') = ltrim(${row.externalId}, '#') and (x.sku = m.sku or x.line = m.sku)) end`,
    },
    sql`order_line l join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
      left join product d on d.portal_id = l.portal_id and d.id = l.product_id
      where l.portal_id = ${portalId} and l.order_id = ${orderId}
      order by l.kind = 'sale' desc, l.at, l.ordinal`,
  )
  return {
    ...toRow(row),
    discountsCents: row.grossCents - row.refundsCents - row.netCents,
    taxCents: row.taxCents,
    campaign: row.campaign,
    lines: lines.map((line) => ({
      kind: line.kind,
      at: line.at,
      skuId: line.skuId,
      sku: line.sku,
      name: line.name,
      product: line.productId && line.productName ? { id: line.productId, name: line.productName } : null,
      units: line.units,
      grossCents: microsToCents(line.grossMicros),
      discountsCents:
        line.kind === 'sale' ? microsToCents(line.grossMicros) - microsToCents(line.netMicros) : 0,
      netCents: microsToCents(line.netMicros),
      taxCents: microsToCents(line.taxMicros),
      commissionPct: Number(line.commissionPct),
      original:
        line.currency === 'EUR'
          ? null
          : { currency: line.currency, amount: line.amount, rate: line.currencyRate },
      produced: line.produced,
    })),
  }
}

const toRow = (row: RowOf<typeof columns>): OrderRow => ({
  id: row.id,
  portal: { id: row.portalId, name: row.portalName },
  source: row.source,
  externalId: row.externalId,
  placedAt: row.placedAt,
  units: row.units,
  grossCents: row.grossCents,
  netCents: row.netCents,
  refundsCents: row.refundsCents,
  refundsEstimated: row.estimated,
  country: row.country,
  city: row.city && cityName(row.country, row.province, row.city),
  cancelled: row.cancelled,
  unmapped: row.unmapped,
  updatedAt: row.updatedAt,
})
