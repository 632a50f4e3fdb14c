import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { ask, number, select } from '#platform/select.ts'
import type { Grouping, Measure } from '../contract.ts'
import { asColumns, namesOf, summedOf, type Taken, takenOfSales, takenOfVisits } from './measure-sums.ts'
import type { Span } from './period.ts'
import { narrowed, type Selection } from './selection.ts'
import type { AnalyticsStore } from './store.ts'
import { visitSums } from './visit-facts.ts'

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

const numbers = (columns: Record<string, unknown>): Partial<Sums> =>
  Object.fromEntries(Object.entries(columns).map(([key, value]) => [key, Number(value)]))

/** Where it is looked: the facts in a store, names and the rest in a transaction. */
export interface Looking {
  tx: Tx
  store: AnalyticsStore
}

/** What measures take of a selection, by hour, day or month as the grouping needs; `t` in milliseconds. */
export async function readSeries(
  { tx, store }: Looking,
  measures: readonly Measure[],
  selection: Selection,
  span: Span,
  grouping: Grouping,
): Promise<{ t: number; sums: Partial<Sums> }[]> {
  const grain = sql.raw(`date_trunc('${grouping === 'time' ? 'hour' : 'day'}', t, 'Europe/Madrid')`)
  const asked = { selection, span, key: 'none', grouping } as const
  const [sales, visits] = [takenOfSales(measures), takenOfVisits(measures)]
  const families: [facts: SQL, sums: Taken][] = [
    ...(sales.length > 0
      ? [[await store.sales({ ...asked, columns: namesOf(sales) }), sales] satisfies [SQL, Taken]]
      : []),
    ...(visits.length > 0 ? [[await store.visits(asked), visits] satisfies [SQL, Taken]] : []),
  ]
  const found: { t: number; sums: Partial<Sums> }[] = []
  for (const [facts, sums] of families) {
    // Which sums there are is the measures': each is a number.
    const read = await rows(
      tx,
      sql`select ${grain} as t ${asColumns(summedOf(sums))} from (${facts}) f group by 1`,
    )
    for (const { t, ...columns } of read)
      found.push({ t: new Date(t as string | Date).getTime(), sums: numbers(columns) })
  }
  return found
}

export interface ProductRow {
  id: string
  name: string
  sku: string
  mapped: boolean
  portalName: string
  pictureUrl: string | null
  units: number
  netMicros: number
}

/** What sold best by net sales; SKUs without a product stand for themselves. `steps`: in how many portals it is looked for first. */
export async function topProducts(
  looking: Looking,
  selection: Selection,
  span: Span,
  locale: string,
  limit: number,
  steps: readonly number[] = [50, 500],
): Promise<ProductRow[]> {
  // A product cannot have sold more than its portal, before anything was taken off: few portals have all that is best.
  for (const few of selection.whole ? steps : []) {
    const portals = await soldMost(looking, selection, span, few + 1)
    const next = portals[few]
    if (!next) break
    const ids = portals.slice(0, few).map(({ id }) => id)
    const found = await bestOf(looking, narrowed(selection, ids), span, locale, limit)
    const last = found[limit - 1]
    if (last && last.netMicros > next.gross) return found
  }
  return bestOf(looking, selection, span, locale, limit)
}

const most = { id: sql<string>`key`, gross: sql<number>`sum(gross_micros::float8)` }
const soldMost = async ({ tx, store }: Looking, selection: Selection, span: Span, limit: number) =>
  select(
    tx,
    most,
    sql`(${await store.sales({ selection, span, key: 'portal', columns: ['gross_micros'] })}) f
      group by 1 order by gross desc limit ${limit}`,
  )

const best = {
  id: sql<string>`b.id`,
  sku: sql<string>`coalesce(p.sku, m.sku,
    (select min(sku) from sku_mapping k where k.portal_id = b.portal_id and k.product_id = b.id))`,
  mapped: sql<boolean>`p.id is not null`,
  portalName: sql<string>`o.name`,
  pictureUrl: sql<string | null>`p.picture_urls->>0`,
  units: number(sql<string>`b.units`),
  netMicros: number(sql<string>`b.net`),
}

async function bestOf(
  { tx, store }: Looking,
  selection: Selection,
  span: Span,
  locale: string,
  limit: number,
): Promise<ProductRow[]> {
  const columns = {
    ...best,
    name: sql<string>`coalesce(p.name->>${locale}, p.name->>'es', m.name)`,
  }
  const facts = await store.sales({ selection, span, key: 'sku', columns: ['units', 'net_micros'] })
  return ask(
    tx,
    columns,
    (asked) => sql`with best as (
        select m.portal_id, coalesce(m.product_id, m.id) as id, sum(f.units) as units, sum(f.net_micros) as net
        from (${facts}) f
        join sku_mapping m on m.id = f.key and ${selection.inPortals(sql`m.portal_id`)}
        group by 1, 2 order by net desc, id limit ${limit})
      select ${asked} from best b join portal o on o.id = b.portal_id
      left join product p on p.portal_id = b.portal_id and p.id = b.id
      left join sku_mapping m on m.portal_id = b.portal_id and m.id = b.id order by b.net desc, b.id`,
  )
}

export interface ValueRow {
  value: string
  visits: number
  visitors: number
}

const source = {
  value: sql<string>`key`,
  visits: sql<number>`sum(visits::float8)`,
  visitors: sql<number>`sum(visitors::float8)`,
}

/** Where visits came from, most visits first. */
export const topSources = async (
  { tx, store }: Looking,
  selection: Selection,
  span: Span,
  limit: number,
): Promise<ValueRow[]> =>
  select(
    tx,
    source,
    sql`(${await store.visits({ selection, span, key: 'source' })}) f
      group by 1 having sum(visits) > 0 order by visits desc, value limit ${limit}`,
  )

export interface PortalRow extends Sums {
  id: string
  name: string
  pictureUrl: string | null
}

const ranks = { sales: 'netMicros', albums: 'albums', visits: 'visits' } as const

/** Portals with the most of a measure. */
export async function topPortals(
  { tx, store }: Looking,
  selection: Selection,
  span: Span,
  rank: keyof typeof ranks,
  limit: number,
): Promise<PortalRow[]> {
  const [facts, sums] =
    rank === 'visits'
      ? [await store.visits({ selection, span, key: 'portal' }), visitSums]
      : [
          await store.sales({
            selection,
            span,
            key: 'portal',
            columns: ['orders', 'units', 'albums', 'net_micros'],
          }),
          sql`sum(orders::float8) as orders, sum(units::float8) as units, sum(albums::float8) as albums, sum(net_micros::float8) as "netMicros"`,
        ]
  const by = sql.raw(`"${ranks[rank]}"`)
  const found = await rows(
    tx,
    sql`with best as (
        select key, ${sums} from (${facts}) f group by 1 order by ${by} desc, key limit ${limit})
      select o.id, o.name, o.picture_url as "pictureUrl", b.* from best b join portal o on o.id = b.key order by b.${by} desc, o.id`,
  )
  return found.map(({ id, name, pictureUrl, key: _, ...sums }) => ({
    ...noSums(),
    ...numbers(sums),
    id: String(id),
    name: String(name),
    pictureUrl: typeof pictureUrl === 'string' ? pictureUrl : null,
  }))
}
