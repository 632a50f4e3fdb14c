import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { ask, number, select } from '#platform/select.ts'
import type { Span } from './period.ts'
import { type Looking, noSums, numbers, type Sums } from './queries.ts'
import type { SalesColumn } from './sales-columns.ts'
import { narrowed, type Selection } from './selection.ts'
import type { AnalyticsStore } from './store.ts'
import { visitSums } from './visit-facts.ts'

// The short tables of overviews: what each asks of facts stands by itself, so that it is asked with the series beside it.

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

/** In how many portals what sold best is looked for first. */
const few: readonly number[] = [50, 500]
const oneMoreThan = (steps: readonly number[]) => Math.max(0, ...steps) + 1

/** What is asked first for `topProducts`: who sold most, of everything, or else what. */
export const whereSold = (
  { store }: Pick<Looking, 'store'>,
  selection: Selection,
  span: Span,
  steps = few,
): Promise<SQL> =>
  selection.whole
    ? store.sales({
        ...{ selection, span, key: 'portal', columns: ['gross_micros'] },
        most: { of: 'gross_micros', rows: oneMoreThan(steps) },
      })
    : soldOf(store, selection, span)

const soldOf = (store: AnalyticsStore, selection: Selection, span: Span) =>
  store.sales({ selection, span, key: 'sku', columns: ['units', 'net_micros'] })

/** What sold best by net sales; SKUs without a product stand for themselves. */
export async function topProducts(
  { tx, store }: Looking,
  selection: Selection,
  span: Span,
  locale: string,
  limit: number,
  steps = few,
  first = whereSold({ store }, selection, span, steps),
): Promise<ProductRow[]> {
  if (!selection.whole) return bestOf(tx, await first, selection, locale, limit)
  // A product cannot have sold more than its portal, before anything was taken off: few portals have all that is best.
  const portals = await select(
    tx,
    most,
    sql`(${await first}) f group by 1 order by gross desc limit ${oneMoreThan(steps)}`,
  )
  for (const some of steps) {
    const next = portals[some]
    if (!next) break
    const ids = portals.slice(0, some).map(({ id }) => id)
    const own = narrowed(selection, ids)
    const found = await bestOf(tx, await soldOf(store, own, span), own, locale, limit)
    const last = found[limit - 1]
    if (last && last.netMicros > next.gross) return found
  }
  return bestOf(tx, await soldOf(store, selection, span), selection, locale, limit)
}

const most = { id: sql<string>`key`, gross: sql<number>`sum(gross_micros::float8)` }

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
  tx: Tx,
  facts: SQL,
  selection: Selection,
  locale: string,
  limit: number,
): Promise<ProductRow[]> {
  const columns = {
    ...best,
    name: sql<string>`coalesce(p.name->>${locale}, p.name->>'es', m.name)`,
  }
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

/** Where visits came from: what `topSources` makes its rows of. */
export const sourcesOf = (
  { store }: Pick<Looking, 'store'>,
  selection: Selection,
  span: Span,
  rows: number,
) => store.visits({ selection, span, key: 'source', most: { of: 'visits', rows } })

/** Most visits first. */
export const topSources = (tx: Tx, facts: SQL, limit: number): Promise<ValueRow[]> =>
  select(
    tx,
    source,
    sql`(${facts}) f group by 1 having sum(visits) > 0 order by visits desc, key collate "C" limit ${limit}`,
  )

export interface PortalRow extends Sums {
  id: string
  name: string
  pictureUrl: string | null
}

const ranks = { sales: 'netMicros', albums: 'albums', visits: 'visits' } as const

const portalColumns: SalesColumn[] = ['orders', 'units', 'albums', 'net_micros']

/** What portals have: what `topPortals` makes its rows of. */
export const portalsOf = (
  { store }: Pick<Looking, 'store'>,
  selection: Selection,
  span: Span,
  rank: keyof typeof ranks,
  rows: number,
): Promise<SQL> => {
  const asked = { selection, span, key: 'portal' } as const
  return rank === 'visits'
    ? store.visits({ ...asked, most: { of: rank, rows } })
    : store.sales({
        ...{ ...asked, columns: portalColumns },
        most: { of: rank === 'albums' ? rank : 'net_micros', rows },
      })
}

/** Portals with the most of a measure. */
export async function topPortals(
  tx: Tx,
  facts: SQL,
  rank: keyof typeof ranks,
  limit: number,
): Promise<PortalRow[]> {
  const sums =
    rank === 'visits'
      ? visitSums
      : sql`sum(orders::float8) as orders, sum(units::float8) as units, sum(albums::float8) as albums, sum(net_micros::float8) as "netMicros"`
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
