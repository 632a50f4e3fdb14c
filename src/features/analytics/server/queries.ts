import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import type { View } from '#platform/handle.ts'
import { momentsOf, piecesOf, type Question, type Span } from './period.ts'
import { everything } from './rollups.ts'
import { type Base, baseOf } from './selection.ts'

/** Whose figures: the rollup scope, and how to narrow rows that only portals have. */
export interface Reached {
  scopeId: string
  portals: SQL
}

/** Staff see everything, a label its account, everyone else the one portal. */
export const reachedBy = (view: View): Reached => reachedBase(baseOf(view))

/** One portal. */
export const reachedPortal = (portalId: string): Reached => ({
  scopeId: portalId,
  portals: sql`scope_id = ${portalId}`,
})

/** The same from where an actor looks. */
export const reachedBase = (base: Base): Reached =>
  base === 'everything'
    ? { scopeId: everything, portals: sql`true` }
    : 'portalId' in base
      ? reachedPortal(base.portalId)
      : {
          scopeId: base.accountId,
          portals: sql`scope_id in (select id from portal where account_id = ${base.accountId})`,
        }

/** Raw sums; money in millionths of EUR. */
export interface Sums {
  orders: number
  units: number
  albums: number
  grossMicros: number
  discountsMicros: number
  refundsMicros: number
  netMicros: number
  incomeMicros: number
  visits: number
  visitors: number
  clicks: number
}

export const noSums = (): Sums => ({
  orders: 0,
  units: 0,
  albums: 0,
  grossMicros: 0,
  discountsMicros: 0,
  refundsMicros: 0,
  netMicros: 0,
  incomeMicros: 0,
  visits: 0,
  visitors: 0,
  clicks: 0,
})

const salesColumns = sql.raw(
  'orders, units, albums, gross_micros as "grossMicros", discounts_micros as "discountsMicros", ' +
    'refunds_micros as "refundsMicros", net_micros as "netMicros", income_micros as "incomeMicros"',
)
const visitsColumns = sql.raw('visits, visitors, clicks')

// A year before 1 stands for "since ever": PostgreSQL and JavaScript write it differently.
const moment = (date: Date) =>
  sql`${date.getTime() < -62_135_596_800_000 ? '-infinity' : date.toISOString()}::timestamptz`

/** Rows of the totals within a span, as few as cover it; `t` in milliseconds. */
async function totalsWithin(
  tx: Tx,
  family: 'sales' | 'visits',
  scopeId: string,
  question: Question,
  span: Span,
) {
  const table = sql.raw(`${family}_total`)
  const columns = family === 'sales' ? salesColumns : visitsColumns
  const pieces =
    question.grouping === 'time'
      ? [{ grain: 'hour', ...momentsOf(span) }]
      : question.grouping === 'day'
        ? [{ grain: 'day', ...momentsOf(span) }]
        : piecesOf(span)
  const parts = pieces.map(
    ({ grain, from, until }) =>
      sql`select t, ${columns} from ${table} where scope_id = ${scopeId} and grain = ${grain}
        and t >= ${moment(from)} and t < ${moment(until)}`,
  )
  const found = await rows<Record<string, unknown>>(tx, sql.join(parts, sql` union all `))
  return found.map(({ t, ...columns }) => ({
    t: new Date(t as string | Date).getTime(),
    sums: Object.fromEntries(
      Object.entries(columns).map(([key, value]) => [key, Number(value)]),
    ) as Partial<Sums>,
  }))
}

/** Every rollup row of a span, sales and visits as `families` says. */
export async function readTotals(
  tx: Tx,
  families: readonly ('sales' | 'visits')[],
  scopeId: string,
  question: Question,
  span: Span,
): Promise<{ t: number; sums: Partial<Sums> }[]> {
  const found = []
  for (const family of families) found.push(...(await totalsWithin(tx, family, scopeId, question, span)))
  return found
}

const withinPieces = (span: Span) =>
  sql.join(
    piecesOf(span).map(
      ({ grain, from, until }) => sql`(grain = ${grain} and t >= ${moment(from)} and t < ${moment(until)})`,
    ),
    sql` or `,
  )

export interface ProductRow {
  id: string
  name: string
  sku: string
  mapped: boolean
  portalName: string
  units: number
  netMicros: number
}

/** What sold best by net sales; SKUs without a product stand for themselves. */
export async function topProducts(
  tx: Tx,
  reached: Reached,
  span: Span,
  locale: string,
  limit: number,
): Promise<ProductRow[]> {
  const found = await rows<ProductRow>(
    tx,
    sql`with sold as (
        select scope_id, value, sum(units) as units, sum(net_micros) as net from sales_dimension
        where dimension = 'sku' and ${reached.portals} and (${withinPieces(span)}) group by 1, 2),
      best as (
        select m.portal_id, coalesce(m.product_id, m.id) as id, m.product_id, min(m.sku) as sku, max(m.name) as name,
          sum(s.units) as units, sum(s.net) as net
        from sold s join sku_mapping m on m.portal_id = s.scope_id and m.id = s.value::uuid
        group by 1, 2, 3 order by net desc, id limit ${limit})
      select b.id, coalesce(p.name->>${locale}, p.name->>'es', b.name) as name, coalesce(p.sku, b.sku) as sku,
        b.product_id is not null as mapped, o.name as "portalName", b.units, b.net as "netMicros"
      from best b join portal o on o.id = b.portal_id
      left join product p on p.portal_id = b.portal_id and p.id = b.product_id order by b.net desc, b.id`,
  )
  return found.map((row) => ({ ...row, units: Number(row.units), netMicros: Number(row.netMicros) }))
}

export interface ValueRow {
  value: string
  visits: number
  visitors: number
}

/** Where visits came from, most visits first. */
export async function topSources(tx: Tx, reached: Reached, span: Span, limit: number): Promise<ValueRow[]> {
  const found = await rows<ValueRow>(
    tx,
    sql`select value, sum(visits) as visits, sum(visitors) as visitors from visits_dimension
      where dimension = 'source' and scope_id = ${reached.scopeId} and (${withinPieces(span)})
      group by 1 having sum(visits) > 0 order by visits desc, value limit ${limit}`,
  )
  return found.map(({ value, visits, visitors }) => ({
    value,
    visits: Number(visits),
    visitors: Number(visitors),
  }))
}

export interface PortalRow extends Sums {
  id: string
  name: string
}

const ranks = {
  sales: { by: 'net_micros', columns: salesColumns },
  albums: { by: 'albums', columns: salesColumns },
  visits: { by: 'visits', columns: visitsColumns },
} as const

/** Portals with the most of a measure, within a scope above portals. */
export async function topPortals(
  tx: Tx,
  reached: Reached,
  span: Span,
  rank: keyof typeof ranks,
  limit: number,
): Promise<PortalRow[]> {
  const { by, columns } = ranks[rank]
  const family = rank === 'visits' ? visitsSums : salesSums
  const table = sql.raw(rank === 'visits' ? 'visits_dimension' : 'sales_dimension')
  const found = await rows<Record<string, unknown>>(
    tx,
    sql`with best as (
        select value, ${family} from ${table}
        where dimension = 'portal' and scope_id = ${reached.scopeId} and (${withinPieces(span)})
        group by 1 order by sum(${sql.raw(by)}) desc, value limit ${limit})
      select o.id, o.name, ${columns} from best b join portal o on o.id = b.value::uuid order by b.${sql.raw(by)} desc, o.id`,
  )
  return found.map(({ id, name, ...sums }) => ({
    ...noSums(),
    ...Object.fromEntries(Object.entries(sums).map(([key, value]) => [key, Number(value)])),
    id: String(id),
    name: String(name),
  }))
}

const summed = (columns: string[]) =>
  sql.raw(columns.map((column) => `sum(${column}) as ${column}`).join(', '))
const salesSums = summed([
  'orders',
  'units',
  'albums',
  'gross_micros',
  'discounts_micros',
  'refunds_micros',
  'net_micros',
  'income_micros',
])
const visitsSums = summed(['visits', 'visitors', 'clicks'])
