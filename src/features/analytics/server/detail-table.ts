import { type SQL, sql } from 'drizzle-orm'
import { inBatches } from '#platform/cursor.ts'
import { rows, type Tx } from '#platform/db.ts'
import { plain } from '#platform/like.ts'
import { pageRows } from '#platform/paging.ts'
import { number, select } from '#platform/select.ts'
import type { Column, Figures, Measure, Row } from '../contract.ts'
import { changeOf, figuresOf } from './answer.ts'
import type { TableRows } from './detail-rows.ts'
import { noSums, type Sums } from './queries.ts'

/** How a table is read and what it shows. */
export interface TableView {
  /** Shown measures, the main one first: it sorts, and its share and comparison are shown. */
  measures: readonly [main: Measure, ...others: Measure[]]
  /** A column's key, `-` first for descending. */
  orderBy: string
  /** Measures that no figure can be given for, because a filter does not apply to them. */
  unknown: readonly Measure[]
  total: Figures
  /** Rows say at which place they stand. */
  ranks: boolean
}

const microsOf: Partial<Record<Measure, string>> = {
  grossCents: 'grossMicros',
  discountsCents: 'discountsMicros',
  refundsCents: 'refundsMicros',
  netCents: 'netMicros',
  incomeCents: 'incomeMicros',
}

const isText = (key: string, texts: readonly Column[]) =>
  key === 'name' || texts.some((text) => text.key === key)

/** What sorts by a column of a table. */
function orderOf(orderBy: string, view: TableView, texts: readonly Column[]): SQL {
  const key = orderBy.replace(/^-/, '')
  const direction = sql.raw(orderBy.startsWith('-') ? 'desc nulls last' : 'asc nulls first')
  const by = (expression: string) => sql`${sql.raw(expression)} ${direction}, id`
  if (isText(key, texts)) return sql`${plain(sql.raw(`"${key}"`))} ${direction}, id`
  if (key === 'averageOrderCents') return by('"netMicros"::float8 / nullif(orders, 0)')
  if (key === 'conversion') return by('orders::float8 / nullif(visits, 0)')
  const measure = view.measures.find((each) => each === key) ?? view.measures[0]
  return by(`"${microsOf[measure] ?? measure}"`)
}

/** Which columns a table has depends on its page and measures. */
type Found = Record<string, unknown>

const sumsOf = (found: Record<string, unknown>): Sums => {
  const sums = noSums()
  for (const key of Object.keys(sums) as (keyof Sums)[]) sums[key] = Number(found[key] ?? 0)
  return sums
}

const share = (part: number | null | undefined, whole: number | null | undefined) =>
  part == null || !whole ? null : part / whole

/** What adds to the rows of places how many visits told theirs, all rows together. */
const placedOf = ({ ofPlaces }: TableRows, { measures }: TableView) =>
  ofPlaces && measures.includes('visits')
    ? sql`, sum(visits) filter (where id <> '') over () as placed`
    : sql``

/**
 * Where visits came and none told its place, a place has no figure of visits rather than nought. And those of no place are
 * visits of buyers of any place: what they come to for each order says nothing.
 */
function forgetPlaces(figures: Figures, found: Found, view: TableView) {
  if (found.name === '') {
    if ('conversion' in figures) figures.conversion = null
  } else if ('placed' in found && !Number(found.placed) && Number(view.total.visits) > 0)
    figures.visits = null
}

/** One found row as the answer writes it. */
function rowOf(found: Found, table: TableRows, view: TableView): Row {
  const figures = figuresOf(sumsOf(found), view.measures)
  for (const measure of view.unknown) if (measure in figures) figures[measure] = null
  if (table.ofPlaces) forgetPlaces(figures, found, view)
  const texts = Object.fromEntries(
    [...table.texts.map(({ key }) => key), 'hasVariants']
      .filter((key) => key in found)
      .map((key) => [key, found[key] as string | null]),
  )
  const [main] = view.measures
  return {
    id: String(found.id),
    name: String(found.name),
    ...texts,
    ...figures,
    share: share(figures[main], view.total[main]),
    ...(view.ranks ? { rank: found.rank == null ? null : Number(found.rank) } : {}),
  }
}

const mainOf = ({ measures: [main] }: TableView) => sql.raw(`"${microsOf[main] ?? main}"`)
/** Place by the main measure, 1 first; none for what has nothing of it. */
const rankOf = (view: TableView) =>
  view.ranks
    ? sql`, case when ${mainOf(view)} <> 0 then rank() over (order by ${mainOf(view)} desc) end as rank`
    : sql``

const counted = { count: number(sql<string>`count(*)`) }

/** Sorted by a figure, only the page's rows need their names, and of tens of thousands all of their figures. */
export function sortingOf({ lean, texts }: TableRows, view: Pick<TableView, 'orderBy' | 'measures'>) {
  const key = view.orderBy.replace(/^-/, '')
  if (!lean || isText(key, texts)) return undefined
  return () => lean.sums(view.measures.filter((each, index) => index === 0 || each === key))
}

/** One page of a table, and how many rows there are in all. */
export async function tablePage(tx: Tx, table: TableRows, view: TableView, page: number) {
  const order = orderOf(view.orderBy, view, table.texts)
  const cut = (
    all: SQL,
  ) => sql`select *, count(*) over () as rows ${rankOf(view)} ${placedOf(table, view)} from (${all}) t order by ${order}
    ${pageRows(page)}`
  const byText = isText(view.orderBy.replace(/^-/, ''), table.texts)
  const sorting = sortingOf(table, view)
  const sums = sorting ? undefined : await table.sums()
  const found =
    sorting && table.lean
      ? await leanPage(tx, table, table.lean, await sorting(), cut)
      : await rows(
          tx,
          byText
            ? cut(table.named(sums as SQL))
            : sql`select * from (${table.named(cut(sums as SQL))}) t order by ${order}`,
        )
  const total = found[0]
    ? Number(found[0].rows)
    : page === 1
      ? 0
      : ((await select(tx, counted, sql`(${table.named(await table.sums())}) t`))[0]?.count ?? 0)
  return { rows: found.map((row) => rowOf(row, table, view)), total, portalIds: portalsIn(found) }
}

const portalsIn = (found: readonly Found[]) => [
  ...new Set(found.flatMap(({ portal_id: id }) => (id ? [String(id)] : []))),
]

/** A table of which a page's rows alone are looked at: of tens of thousands, what their portals have is enough. */
export const ofPortals = (table: TableRows, portalIds: readonly string[]): TableRows => {
  const { lean } = table
  return lean && portalIds.length > 0 ? { ...table, sums: () => lean.within(portalIds) } : table
}

/** The rows of a page by the figure that sorts, and then all of these rows. */
async function leanPage(
  tx: Tx,
  table: TableRows,
  lean: NonNullable<TableRows['lean']>,
  sorting: SQL,
  cut: (all: SQL) => SQL,
): Promise<Found[]> {
  const places = await rows(tx, cut(sorting))
  if (places.length === 0) return []
  const all = await lean.within(portalsIn(places))
  const ids = sql.join(
    places.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const full = await rows(tx, table.named(sql`select * from (${all}) t where id in (${ids})`))
  const byPlace = new Map(full.map((row) => [`${row.portal_id} ${row.id}`, row]))
  return places.flatMap(({ id, portal_id, rows, rank }) => {
    const row = byPlace.get(`${portal_id} ${id}`)
    return row ? [{ ...row, rows, ...(rank === undefined ? {} : { rank }) }] : []
  })
}

/** Every row of a table in its order, a thousand at a time: for files, which hold more than a page. */
export async function* allRows(tx: Tx, table: TableRows, view: TableView): AsyncGenerator<Row[]> {
  const order = orderOf(view.orderBy, view, table.texts)
  const found = inBatches<Found>(
    tx,
    sql`select *, 0 as rows ${rankOf(view)} ${placedOf(table, view)} from (${table.named(await table.sums())}) t order by ${order}`,
  )
  for await (const some of found) yield some.map((row) => rowOf(row, table, view))
}

/** The main measure of the same rows in the period before, and the change in per cent. */
export async function withPrevious(tx: Tx, before: TableRows, view: TableView, page: Row[]): Promise<Row[]> {
  if (page.length === 0) return page
  const ids = sql.join(
    page.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const found = await rows(tx, sql`select * from (${await before.sums()}) t where id in (${ids})`)
  const [main] = view.measures
  const then = new Map(found.map((row) => [String(row.id), figuresOf(sumsOf(row), [main])[main] ?? null]))
  return page.map((row) => {
    const now = row[main] as number | null
    const previous = now === null ? null : (then.get(row.id) ?? 0)
    return { ...row, previous, deltaPct: changeOf(now, previous) }
  })
}

const ranked = { id: sql<string>`id`, rank: number(sql<string | null>`rank`) }

/** Places by the main measure in the period before. */
export async function withRanks(tx: Tx, before: TableRows, view: TableView, page: Row[]): Promise<Row[]> {
  if (page.length === 0) return page
  const ids = sql.join(
    page.map(({ id }) => sql`${id}`),
    sql`, `,
  )
  const then = await select(
    tx,
    ranked,
    sql`(select id ${rankOf(view)} from (${await before.sums()}) t) r where id in (${ids})`,
  )
  const ranks = new Map(then.map(({ id, rank }) => [id, rank]))
  return page.map((row) => ({ ...row, previousRank: ranks.get(row.id) ?? null }))
}

const kindOf = (measure: Measure): Column['kind'] =>
  measure.endsWith('Cents') ? 'money' : measure === 'conversion' ? 'percent' : 'count'

/** The columns of a table: texts, measures, share, and the comparison when asked for. */
export function columnsOf(
  texts: readonly Column[],
  measures: readonly Measure[],
  more: { share?: boolean; compare?: boolean; ranks?: boolean } = {},
): Column[] {
  return [
    { key: 'name', kind: 'text' },
    ...texts,
    ...measures.map((key): Column => ({ key, kind: kindOf(key) })),
    ...(more.share ? [{ key: 'share', kind: 'percent' } as const] : []),
    ...(more.ranks ? (['rank', 'previousRank'] as const).map((key): Column => ({ key, kind: 'count' })) : []),
    ...(more.compare
      ? [
          { key: 'previous', kind: kindOf(measures[0] as Measure) },
          { key: 'deltaPct', kind: 'percent' } as const,
        ]
      : []),
  ]
}
