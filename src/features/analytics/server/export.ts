import { type CsvCell, marksFor } from '#platform/csv-out.ts'
import { type SheetAsked, sheetFile } from '#platform/sheet-out.ts'
import { words } from '#platform/words.ts'
import type { Column, Measure, Row } from '../contract.ts'
import type { ExportName } from '../detail-contract.ts'
import { answerOf } from './answer.ts'
import { type Asking, bucketRows, type DetailQuery, forget, prepare, seriesOf } from './detail.ts'
import type { DetailPageName } from './detail-pages.ts'
import { askedOnce } from './detail-rows.ts'
import { allRows, columnsOf, withPrevious, withRanks } from './detail-table.ts'
import { footOf, headings, pageTitles, type Sheet, writtenFilters, writtenName } from './export-words.ts'
import { readPageQuery } from './page-query.ts'

const pageOf: Record<ExportName, DetailPageName> = {
  netSalesDetailInfo: 'netSales',
  albumsSoldDetailInfo: 'albumsSold',
  ordersSoldDetailInfo: 'ordersSold',
  incomeDetailInfo: 'income',
  visitsDetailInfo: 'visits',
  trafficDetailInfo: 'traffic',
  salesByPortalDetailInfo: 'salesByPortal',
  salesByProductDetailInfo: 'salesByProduct',
  salesByLocationDetailInfo: 'salesByLocation',
}

export interface ExportQuery extends DetailQuery {
  name: ExportName
  format: 'csv' | 'xlsx'
  locale?: 'es' | 'en' | undefined
  columns?: string | string[] | undefined
}

/**
 * The table of a detail page with all of its rows, in the order and with the columns on screen, under a row of totals,
 * and below it the period, the filters and how each figure is worked out. Rows are read a thousand at a time and money
 * is written in euros with its cents, ratios as shares of 1.
 */
export async function exportDetail(
  asking: Asking,
  call: SheetAsked,
  query: ExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const page = pageOf[query.name]
  // Whatever the page itself would refuse or not know, its file does too.
  const own = readPageQuery(page, query)
  const prepared = await prepare(asking, page, own)
  const { question, selection, view } = prepared
  const locale = query.locale ?? asking.locale
  const answer = await answerOf(question, prepared.page.measures, (spans) =>
    seriesOf(asking, prepared, spans),
  )
  forget(answer.totals, view.unknown)
  const compare = query.compare !== undefined
  const table = (span: typeof question.span, measures: readonly Measure[]) =>
    prepared.page.table &&
    askedOnce(prepared.page.table({ store: asking.store, selection, span, locale, measures }, own))
  const now = table(question.span, view.measures)
  const before = table(question.previous, [view.measures[0]])
  const shown = { ...view, total: answer.totals }

  const all = columnsOf(now?.texts ?? [], view.measures, {
    share: now !== undefined,
    ranks: prepared.page.ranks ?? false,
    compare,
  })
  const wanted = query.columns === undefined ? undefined : [query.columns].flat()
  const columns = wanted ? all.filter(({ key }) => key === 'name' || wanted.includes(key)) : all

  async function* rows(): AsyncGenerator<Row[]> {
    if (!now || !before) {
      yield bucketRows(answer.series, view, compare)
      return
    }
    for await (const some of allRows(asking.tx, now, shown)) {
      const ranked = prepared.page.ranks ? await withRanks(asking.tx, before, shown, some) : some
      yield compare ? await withPrevious(asking.tx, before, shown, ranked) : ranked
    }
  }
  const total: Row = {
    id: 'total',
    name: headings(locale).total,
    ...(answer.totals as Record<string, number | null>),
    ...(compare
      ? {
          previous: answer.previous[view.measures[0]] ?? null,
          deltaPct: answer.deltaPct[view.measures[0]] ?? null,
        }
      : {}),
    share: now && answer.totals[view.measures[0]] ? 1 : null,
  }
  const sheet: Sheet = {
    page,
    locale,
    question,
    query: own,
    filters: await writtenFilters(asking.tx, asking.base, page, own, locale),
    columns,
    main: view.measures[0],
    orderBy: view.orderBy,
  }
  return sheetFile(call, {
    name: `${words(pageTitles[page], locale)}-${answer.meta.from}-${answer.meta.to}`,
    as: query.format,
    marks: marksFor({ ...call, locale }),
    heading: headings(locale).columns(sheet),
    kinds: columns.map(({ key, kind }) => kindOf(key, kind, sheet.main)),
    title: headings(locale).sheet(sheet),
    lines: linesOf(sheet, rows(), total),
  })
}

async function* linesOf(sheet: Sheet, rows: AsyncIterable<Row[]>, total: Row): AsyncGenerator<CsvCell[][]> {
  yield [lineOf(sheet, total)]
  for await (const some of rows) yield some.map((row) => lineOf(sheet, row))
  yield footOf(sheet)
}

/** A row as the file has it: euros, shares of 1, and names as on screen. */
const lineOf = (sheet: Sheet, row: Row): CsvCell[] =>
  sheet.columns.map((column) => cellOf(sheet, row, column, sheet.main))

/** The figure before is of the kind of what it is compared with. */
const kindOf = (key: string, kind: Column['kind'], main: Measure): Column['kind'] =>
  key === 'previous' && main.endsWith('Cents') ? 'money' : kind

function cellOf(sheet: Sheet, row: Row, { key, kind }: Column, main: Measure): CsvCell {
  const value = row[key]
  if (value === null || value === undefined) return null
  if (key === 'name') return row.id === 'total' ? row.name : writtenName(sheet, row)
  if (typeof value !== 'number') return writtenName(sheet, row, key)
  if (key === 'deltaPct') return Math.round(value * 100) / 10_000
  const written = kindOf(key, kind, main)
  // A ratio to the hundredth of a per cent, as on screen.
  if (written === 'percent') return Math.round(value * 10_000) / 10_000
  return written === 'money' ? value / 100 : value
}
