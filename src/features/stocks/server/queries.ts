import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { order } from '#features/orders/server/table.ts'
import { product, variant } from '#features/products/server/table.ts'
import { selectInBatches } from '#platform/cursor.ts'
import type { Tx } from '#platform/db.ts'
import { contains, plain } from '#platform/like.ts'
import { changedSince, listOf, pageRows } from '#platform/paging.ts'
import { iso, maybe, type RowOf, select } from '#platform/select.ts'
import type { Movement, StockRow, StocksQuery } from '../contract.ts'
import { paceJoin, paceToday, runsOutOn } from './pace.ts'
import { stock, stockMovement } from './table.ts'

// `items` has the columns of all three.
const [of, made, kept] = [alias(product, 'i'), alias(variant, 'i'), alias(stock, 'i')]
export const columns = {
  id: kept.id,
  portalId: kept.portalId,
  productId: kept.productId,
  name: of.name,
  size: made.size,
  colour: made.colour,
  sku: of.sku,
  pictureUrl: sql<string | null>`i.picture_url`,
  status: of.status,
  onHand: kept.onHand,
  committed: kept.committed,
  incoming: kept.incoming,
  safety: kept.safety,
  lowAt: kept.lowAt,
  version: kept.version,
  updatedAt: iso(kept.updatedAt),
  soldLately: sql<number>`k.sold`,
  soldInDays: sql<number>`k.days`,
}

/** Products `d` with their variants `v`, if any, and the stock `s` of either. */
export const goods = sql`product d left join variant v on v.portal_id = d.portal_id and v.product_id = d.id`
export const itsStock = sql`join stock s on s.portal_id = d.portal_id and s.product_id = d.id and s.id = coalesce(v.id, d.id)`
/** Stock is kept of it whether or not somebody has written any down. */
export const keptAnyway = sql`(d.format in ('limited', 'presave') and d.status <> 'archived')`

/**
 * Everything that stock is kept of at the portals of the products `d`: each variant, or the product without variants. What is
 * made on demand or downloaded is only there once somebody has written its stock down. `stocked` leaves what has a stock `s` of
 * that kind: it is looked for first, and has to say of which portals.
 */
export const items = (where: SQL, stocked?: SQL) => sql`(
  select coalesce(v.id, d.id) as id, d.portal_id, d.id as product_id, d.name, v.size, v.colour,
    coalesce(v.sku, d.sku) as sku,
    d.picture_urls->>0 as picture_url, d.status, coalesce(s.on_hand, 0) as on_hand, coalesce(s.committed, 0) as committed,
    coalesce(s.incoming, 0) as incoming, coalesce(s.safety, 0) as safety, s.low_at, coalesce(s.version, 0) as version,
    coalesce(s.on_hand - s.committed - s.safety, 0) as available, v.position,
    greatest(d.updated_at, s.updated_at) as updated_at
  from ${stocked ? goodsOfStock : sql`${goods} left ${itsStock}`} where ${where}
    and ${stocked ? sql`${stocked} and ${isGood}` : sql`(s.id is not null or ${keptAnyway})`}
) i`
// One by one: the planner takes a third of all stock to be low, and would read every product and variant.
const goodsOfStock = sql`stock s
  cross join lateral (select d.* from product d where d.portal_id = s.portal_id and d.id = s.product_id offset 0) d
  left join lateral (select v.* from variant v
    where v.portal_id = s.portal_id and v.id = s.id and v.product_id = s.product_id offset 0) v on true`
/** A product's own stock is none once it has variants. */
const isGood = sql`(v.id is not null or (s.id = d.id and not exists (
  select from variant o where o.portal_id = d.portal_id and o.product_id = d.id)))`
const itemsOf = (portalId: string, level: StocksQuery['level']) =>
  items(sql`d.portal_id = ${portalId}`, level && sql`s.portal_id = ${portalId} and ${isLow}`)

/** What runs low or is out is found by its index (`stock_low`); `where` tells one from the other. */
export const isLow = sql`s.on_hand - s.committed - s.safety <= greatest(s.low_at, 0)`

const orders: Record<string, SQL> = {
  name: plain(sql`i.name->>'es'`),
  available: sql`i.available`,
  onHand: sql`i.on_hand`,
}

export function where({ q, level }: Pick<StocksQuery, 'q' | 'level'>): SQL {
  const conditions = [changedSince(sql`i.updated_at`)]
  if (level === 'low') conditions.push(sql`i.low_at is not null and i.available <= i.low_at`)
  if (level === 'out') conditions.push(sql`i.version > 0 and i.available <= 0`)
  if (q)
    conditions.push(
      sql`(${contains(sql`i.name->>'es'`, q)} or ${contains(sql`coalesce(i.name->>'en', '')`, q)} or ${contains(sql`coalesce(i.sku, '')`, q)} or ${contains(sql`coalesce(i.colour, '')`, q)})`,
    )
  return sql.join(conditions, sql` and `)
}

/** A page of a portal's stock, and how many rows there are. */
export async function listStocks(tx: Tx, portalId: string, query: StocksQuery) {
  const page = query.page ?? 1
  const order = orders[query.orderBy?.replace('-', '') ?? 'name'] ?? orders.name
  const way = sql.raw(query.orderBy?.startsWith('-') ? 'desc' : 'asc')
  const [counted] = await select(
    tx,
    { total: sql<number>`count(*)::int` },
    sql`${itemsOf(portalId, query.level)} where ${where(query)}`,
  )
  const today = paceToday()
  const sorted = sql`order by ${order} ${way}, i.product_id, i.position, i.id`
  const shown = sql`(select i.* from ${itemsOf(portalId, query.level)} where ${where(query)} ${sorted} ${pageRows(page)}) i`
  const found = await select(tx, columns, sql`${shown} ${paceJoin(today)} ${sorted}`)
  return listOf(
    found.map((row) => toRow(row, today)),
    counted?.total ?? 0,
    page,
  )
}

/** Everything of a portal's stock that is asked for, by name, some at a time. */
export async function* allStocks(
  tx: Tx,
  portalId: string,
  query: Pick<StocksQuery, 'q' | 'level'>,
): AsyncGenerator<StockRow[]> {
  const today = paceToday()
  const found = selectInBatches(
    tx,
    columns,
    sql`${itemsOf(portalId, query.level)} ${paceJoin(today)} where ${where(query)}
      order by ${orders.name}, i.product_id, i.position, i.id`,
  )
  for await (const some of found) yield some.map((row) => toRow(row, today))
}

/** One row of a portal's stock, or undefined. */
export async function getStock(tx: Tx, portalId: string, stockId: string): Promise<StockRow | undefined> {
  const today = paceToday()
  // Its product is looked for first: one of thousands, and nothing else of the portal has to be read.
  const its = sql`coalesce((select v.product_id from variant v where v.portal_id = ${portalId} and v.id = ${stockId}), ${stockId}::uuid)`
  const [row] = await select(
    tx,
    columns,
    sql`${items(sql`d.portal_id = ${portalId} and d.id = ${its}`)} ${paceJoin(today)} where i.id = ${stockId}`,
  )
  return row && toRow(row, today)
}

const m = alias(stockMovement, 'm')
const o = alias(order, 'o')
const movementColumns = {
  id: m.id,
  kind: m.kind,
  units: m.units,
  committed: m.committed,
  onHandAfter: m.onHandAfter,
  committedAfter: m.committedAfter,
  note: m.note,
  orderId: m.orderId,
  externalId: maybe(o.externalId),
  personId: m.personId,
  at: iso(m.at),
  total: sql<number>`count(*) over ()::int`,
}

const movementsShown = 100

/** The last movements of one variant, the newest first, and how many there are. */
export async function movementsOf(tx: Tx, portalId: string, stockId: string) {
  const found = await select(
    tx,
    movementColumns,
    sql`stock_movement m left join "order" o on o.portal_id = m.portal_id and o.id = m.order_id
      where m.portal_id = ${portalId} and m.stock_id = ${stockId} order by m.at desc, m.id desc limit ${movementsShown}`,
  )
  return {
    movementsTotal: found[0]?.total ?? 0,
    people: [...new Set(found.flatMap(({ personId }) => personId ?? []))],
    toMovements: (names: ReadonlyMap<string, string>): Movement[] =>
      found.map((row) => ({
        id: row.id,
        kind: row.kind,
        units: row.units,
        committed: row.committed,
        onHandAfter: row.onHandAfter,
        committedAfter: row.committedAfter,
        note: row.note,
        order: row.orderId && row.externalId ? { id: row.orderId, externalId: row.externalId } : null,
        person: (row.personId && names.get(row.personId)) || null,
        at: row.at,
      })),
  }
}

/** Whether anything of the portal is at or below its threshold. */
export async function stockAlerts(tx: Tx, portalId: string): Promise<'low-stock'[]> {
  const [row] = await tx
    .select({
      low: sql<boolean>`exists (select 1 from stock s join product d on d.portal_id = s.portal_id and d.id = s.product_id
      where s.portal_id = ${portalId} and d.status = 'active' and s.low_at is not null
        and s.on_hand - s.committed - s.safety <= s.low_at)`,
    })
    .from(sql`(select) x`)
  return row?.low ? ['low-stock'] : []
}

export const toRow = (row: RowOf<typeof columns>, today: number): StockRow => {
  const available = row.onHand - row.committed - row.safety
  return {
    id: row.id,
    productId: row.productId,
    name: row.name,
    size: row.size,
    colour: row.colour,
    sku: row.sku,
    pictureUrl: row.pictureUrl,
    status: row.status,
    onHand: row.onHand,
    committed: row.committed,
    incoming: row.incoming,
    safety: row.safety,
    available,
    lowAt: row.lowAt,
    low: row.lowAt !== null && available <= row.lowAt,
    soldLately: row.soldLately,
    soldInDays: row.soldInDays,
    runsOutOn: runsOutOn(available, row, today),
    version: row.version,
    updatedAt: row.updatedAt,
  }
}
