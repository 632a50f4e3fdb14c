import type { SQL } from 'drizzle-orm'
import { type Locale, pageSize } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import { microsToCents } from '#platform/money.ts'
import { select } from '#platform/select.ts'
import type { Comparison, Figures, Measure, Period, Point, Row } from '../contract.ts'
import type { DetailAnswer } from '../detail-contract.ts'
import { answerOf, changeOf } from './answer.ts'
import type { Base } from './base.ts'
import { checkAlbums } from './check-albums.ts'
import { type DetailPage, type DetailPageName, pageFor, type TableChoice } from './detail-pages.ts'
import { askedOnce } from './detail-rows.ts'
import {
  columnsOf,
  ofPortals,
  sortingOf,
  type TableView,
  tablePage,
  withPrevious,
  withRanks,
} from './detail-table.ts'
import { heatColumns, heatFacts } from './heat-facts.ts'
import { narrows, objectiveOf } from './objective.ts'
import { owingOf } from './owing.ts'
import { type Question, readPeriod, type Span, yearBefore } from './period.ts'
import { type Looking, readSeries } from './queries.ts'
import { type FilterQuery, readSelection, type Selection } from './selection.ts'
import type { AnalyticsStore } from './store.ts'

export interface DetailQuery extends Period, FilterQuery, TableChoice {
  compare?: Comparison | undefined
  orderBy?: string | undefined
  page?: number | undefined
}

export interface Asking {
  tx: Tx
  now: Date
  locale: Locale
  base: Base
  store: AnalyticsStore
}

/** A call after its question has been read. */
export interface Prepared {
  page: DetailPage
  question: Question
  selection: Selection
  view: Omit<TableView, 'total'>
}

const byGoods: Measure[] = ['visits', 'visitors', 'clicks', 'conversion']
/** What was sold tells no source. */
const bySource: Measure[] = ['orders', 'conversion']

/** @throws BadInput as `readPeriod` and `readSelection`, `analytics.orderUnknown`, and `analytics.albumsAlone`. */
export async function prepare(
  { tx, now, base, store }: Asking,
  name: DetailPageName,
  query: DetailQuery,
): Promise<Prepared> {
  const page = pageFor(name, query)
  const asked = readPeriod(query, now)
  if (page.albums) checkAlbums(query)
  const filters = page.albums ? { ...query, categories: 'album', addedCategories: [] } : query
  const selection = await readSelection(tx, base, filters)
  const question: Question = {
    ...asked,
    ...(query.compare === 'year' ? { previous: yearBefore(asked.span) } : {}),
  }
  const [main] = page.measures
  const orderBy = query.orderBy ?? (page.table ? `-${main}` : '-name')
  const key = orderBy.replace(/^-/, '')
  const texts =
    page.table?.({ store, selection, span: question.span, locale: 'es', measures: page.measures }, query)
      .texts ?? []
  const columns: string[] = ['name', ...page.measures, ...texts.map((text) => text.key)]
  if (!columns.includes(key))
    throw new BadInput('analytics.orderUnknown', { orderBy: { code: 'analytics.orderUnknown' } })
  return {
    page,
    question,
    selection,
    view: {
      measures: page.measures,
      orderBy,
      ranks: page.ranks ?? false,
      unknown: unknownOf(selection),
    },
  }
}

function unknownOf({ goods, sources }: Selection): Measure[] {
  // Nobody visits one product: of some goods only, nobody can tell how many visits there were.
  if (goods) return byGoods
  return sources ? bySource : []
}

/** Of all that somebody sees: a part has none. */
const objectiveFor = async (asking: Asking, { page, question, selection }: Prepared, query: DetailQuery) =>
  page.objective && !narrows(query) ? objectiveOf(asking, asking.base, question, selection) : undefined

/** The answer of a detail page: series, totals, and one page of its table. */
export async function detail(
  asking: Asking,
  name: DetailPageName,
  query: DetailQuery,
): Promise<DetailAnswer> {
  const { tx, store } = asking
  const prepared = await prepare(asking, name, query)
  const { page, question, selection, view } = prepared
  const tables = tablesOf(asking, prepared, query)
  // Whatever is asked of facts is asked at once: a store that is a server answers in one go.
  const [answer, heat] = await Promise.all([
    answerOf(question, page.measures, (spans) => seriesOf(asking, prepared, spans)),
    page.heat ? heatFacts(store, selection, question.span) : undefined,
    tables && askFor(tables, view, query.compare !== undefined),
  ])
  for (const figures of [answer.totals, answer.previous, answer.deltaPct]) forget(figures, view.unknown)
  for (const point of answer.series) forgetPoint(point, view)

  const { page: at = 1, compare } = query
  const table = tables
    ? await dimensionTable(asking, prepared, query, tables, answer.totals, at)
    : bucketTable(answer.series, view, at, compare !== undefined)
  const { incomeCents: income } = answer.totals
  const objective = await objectiveFor(asking, prepared, query)
  const owing = page.owing ? await owingOf(tx, question, selection, query, income ?? 0) : undefined
  return {
    ...answer,
    ...table,
    page: at,
    pageSize,
    orderBy: view.orderBy,
    ...(heat ? { heat: await heatOf(tx, heat) } : {}),
    ...(objective ? { objective } : {}),
    ...(owing ? { owing } : {}),
  }
}

export function forget(figures: Figures, unknown: readonly Measure[]) {
  for (const measure of unknown) if (measure in figures) figures[measure] = null
}

function forgetPoint(point: Point, { measures: [main], unknown }: Prepared['view']) {
  forget(point.values, unknown)
  if (point.previousValues) forget(point.previousValues, unknown)
  if (unknown.includes(main)) Object.assign(point, { value: null, previous: null })
}

/** The series of a prepared question over some spans. */
export const seriesOf = (asking: Looking, { page, question, selection }: Prepared, spans: readonly Span[]) =>
  readSeries(asking, page.measures, selection, spans, question.grouping)

/** The table of a page's period, and of the one before it, whose main measure alone is looked at. */
function tablesOf({ locale, store }: Asking, { page, question, selection }: Prepared, query: DetailQuery) {
  const of = (span: Span, measures: readonly Measure[]) =>
    page.table && askedOnce(page.table({ store, selection, span, locale, measures }, query))
  const [table, before] = [of(question.span, page.measures), of(question.previous, [page.measures[0]])]
  return table && before ? { table, before } : undefined
}
type Tables = NonNullable<ReturnType<typeof tablesOf>>

/** Asks what a page of the table will look at first. */
const askFor = ({ table, before }: Tables, view: Prepared['view'], compare: boolean) =>
  Promise.all([
    sortingOf(table, view)?.() ?? table.sums(),
    view.ranks || (compare && !before.lean) ? before.sums() : undefined,
  ])

async function dimensionTable(
  { tx }: Asking,
  { page, view }: Prepared,
  query: DetailQuery,
  { table, before }: Tables,
  total: Figures,
  at: number,
) {
  const shown = { ...view, total }
  const { rows: first, total: count, portalIds } = await tablePage(tx, table, shown, at)
  const ranked = page.ranks ? await withRanks(tx, before, shown, first) : first
  const compare = query.compare !== undefined
  return {
    rows: compare ? await withPrevious(tx, ofPortals(before, portalIds), shown, ranked) : ranked,
    columns: columnsOf(table.texts, page.measures, { share: true, ranks: page.ranks, compare }),
    total: count,
  }
}

/** The buckets of the series as rows: all there are, sorted and cut here. */
export function bucketRows(series: readonly Point[], { orderBy }: Prepared['view'], compare: boolean): Row[] {
  const list = series.map(({ t, values, previous, value }): Row => {
    const row: Row = { id: t, name: t, ...(values as Record<string, number | null>) }
    return compare ? { ...row, previous, deltaPct: changeOf(value, previous) } : row
  })
  const key = orderBy.replace(/^-/, '')
  const sign = orderBy.startsWith('-') ? -1 : 1
  const figure = (row: Row) =>
    key === 'name' ? row.name : ((row[key] as number | null) ?? Number.NEGATIVE_INFINITY)
  // Whichever way, of one figure the later stands where more does: equals stay as they come.
  return (sign < 0 ? list : list.reverse()).sort((a, b) => {
    const [x, y] = [figure(a), figure(b)]
    return (x < y ? -1 : x > y ? 1 : 0) * sign
  })
}

function bucketTable(series: readonly Point[], view: Prepared['view'], at: number, compare: boolean) {
  const all = bucketRows(series, view, compare)
  return {
    rows: all.slice((at - 1) * pageSize, at * pageSize),
    columns: columnsOf([], view.measures, { compare }),
    total: all.length,
  }
}

async function heatOf(tx: Tx, facts: SQL) {
  const found = await select(tx, heatColumns, facts)
  return found.map(({ netMicros, ...row }) => ({ ...row, netCents: microsToCents(netMicros) }))
}
