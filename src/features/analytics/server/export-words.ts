import { businessTimeZone, type Locale } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { provinceName } from '#platform/place.ts'
import { formatDay } from '#platform/time.ts'
import { words } from '#platform/words.ts'
import { type Column, type Measure, measures, type Row } from '../contract.ts'
import type { Base } from './base.ts'
import type { DetailQuery } from './detail.ts'
import type { DetailPageName } from './detail-pages.ts'
import { filterNames } from './filter-names.ts'
import type { Question } from './period.ts'

/** What the names of rows hang on. */
export interface Named {
  page: DetailPageName
  locale: Locale
  query: DetailQuery
}

/** All that the words in a file hang on. */
export interface Sheet extends Named {
  question: Question
  /** The filters in use with their values, in words. */
  filters: readonly [filter: string, values: string][]
  columns: readonly Column[]
  main: Measure
  orderBy: string
}

const isMeasure = (key: string): key is Measure => (measures as readonly string[]).includes(key)

const columnKeys: Record<string, string> = {
  sku: 'detail.column.sku',
  portalName: 'detail.column.portal',
  labelName: 'detail.column.label',
  category: 'detail.column.category',
  share: 'detail.column.share',
  rank: 'detail.column.rank',
  previousRank: 'detail.column.previousRank',
  previous: 'detail.column.previous',
  deltaPct: 'detail.column.change',
}
const rowKeys: Partial<Record<DetailPageName, string>> = {
  albumsSold: 'detail.column.album',
  salesByProduct: 'detail.column.product',
  salesByPortal: 'detail.column.portal',
}
/** What a page is called. */
export const pageTitles: Record<DetailPageName, string> = {
  netSales: 'detail.netSales.title',
  ordersSold: 'detail.ordersSold.title',
  albumsSold: 'detail.albumsSold.title',
  income: 'detail.income.title',
  visits: 'detail.visits.title',
  traffic: 'detail.traffic.title',
  salesByPortal: 'detail.byPortal.title',
  salesByProduct: 'detail.byProduct.title',
  salesByLocation: 'detail.byLocation.title',
}

/** What the rows are told apart by, when the page has a choice. */
const byOf = ({ page, query }: Named) =>
  page === 'traffic'
    ? (query.by ?? 'channel')
    : page === 'salesByLocation'
      ? (query.by ?? 'countries')
      : undefined

function columnName(sheet: Sheet, key: string): string {
  const { locale, page } = sheet
  const by = byOf(sheet)
  if (key === 'name') return words(by ? `detail.by.${by}` : (rowKeys[page] ?? 'detail.column.when'), locale)
  return words(isMeasure(key) ? `analytics.measure.${key}` : (columnKeys[key] ?? key), locale)
}

export const headings = (locale: Locale) => ({
  total: words('detail.total', locale),
  columns: (sheet: Sheet) => sheet.columns.map(({ key }) => columnName(sheet, key)),
  /** A worksheet's name: 31 characters at most. */
  sheet: (sheet: Named) => words(pageTitles[sheet.page], locale).slice(0, 31),
})

/** When a file was made, by the clock of Madrid, as every spreadsheet reads a moment. */
export const madeAt = (now: Date) => now.toLocaleString('sv-SE', { timeZone: businessTimeZone }).slice(0, 16)

/** A country as the file's language calls it. */
export const countryIn = (code: string, locale: Locale) =>
  /^[A-Z]{2}$/.test(code) ? (new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code) : code

const known = (key: string, locale: Locale, otherwise: string) => {
  try {
    return words(key, locale)
  } catch {
    return otherwise
  }
}

/** A row's name, or another of its texts, as the screen writes it. */
export function writtenName(sheet: Named, row: Row, key = 'name'): string {
  const { locale } = sheet
  const value = String(row[key] ?? '')
  if (key === 'category') return known(`detail.category.${value}`, locale, value)
  if (key !== 'name') return value
  const unknown = words('detail.unknownPlace', locale)
  switch (byOf(sheet)) {
    case 'countries':
      return value ? countryIn(value, locale) : unknown
    case 'provinces':
      return value ? (provinceName(value) ?? value) : words('detail.outsideProvinces', locale)
    case 'cities': {
      // A town of two languages has a stroke in its name.
      const [where = '', ...city] = value.split('/')
      return value
        ? `${city.join('/')}, ${provinceName(where) ?? countryIn(where.slice(0, 2), locale)}`
        : unknown
    }
    case 'channel':
      return known(`detail.channel.${value}`, locale, value)
    case 'device':
      return known(`detail.device.${value}`, locale, value || words('detail.none', locale))
    case 'source':
    case 'referrer':
      return value || words('detail.channel.direct', locale)
    case 'link':
      return value || words('detail.funnel.gone', locale)
    case undefined:
      return value
    default:
      return value || words('detail.none', locale)
  }
}

const filters = [
  'categories',
  'addedCategories',
  'countries',
  'products',
  'excludedProducts',
  'portals',
  'labels',
  'portalTypes',
  'sources',
] as const

const sourceIn = (source: string, locale: Locale) =>
  source === 'direct' ? words('detail.channel.direct', locale) : source

/** The filters of a question as the chips on the screen name them, within what the actor may see. */
export async function writtenFilters(
  tx: Tx,
  base: Base,
  page: DetailPageName,
  query: DetailQuery,
  locale: Locale,
): Promise<[filter: string, values: string][]> {
  const names = await filterNames(tx, base, locale, query)
  const write = (filter: (typeof filters)[number], value: string) => {
    if (filter === 'countries') return countryIn(value, locale)
    if (filter === 'sources') return sourceIn(value, locale)
    if (filter === 'portalTypes') return words(`detail.portalType.${value}`, locale)
    if (filter === 'categories' || filter === 'addedCategories')
      return words(`detail.category.${value}`, locale)
    return names.get(value) ?? words('detail.filter.gone', locale)
  }
  return filters.flatMap((filter): [string, string][] => {
    const values = [query[filter] ?? []].flat()
    // Albums are all that counts there.
    const counts = values.length > 0 && !(page === 'albumsSold' && filter.endsWith('ategories'))
    return counts ? [[filter, values.map((value) => write(filter, value)).join(', ')]] : []
  })
}

/** Below the table: period, filters, order, and how each figure on it is worked out. */
export function footOf(sheet: Sheet): string[][] {
  const { locale, question, query, columns, orderBy } = sheet
  const say = (key: string) => words(key, locale)
  const filters = sheet.filters.map(([name, values]) => [say(`detail.filter.${name}`), values])
  const days = ({ first, last }: Question['span']) => `${formatDay(first)} – ${formatDay(last)}`
  const defined = columns.flatMap(({ key }) => {
    const definition = isMeasure(key) ? known(`analytics.definition.${key}`, locale, '') : ''
    return definition ? [[say(`analytics.measure.${key}`), definition]] : []
  })
  const order = columnName(sheet, orderBy.replace(/^-/, ''))
  return [
    [],
    [say('detail.export.period'), days(question.span)],
    ...(query.compare ? [[say('detail.export.compare'), days(question.previous)]] : []),
    ...(filters.length > 0 ? filters : [[say('detail.export.filters'), say('detail.export.noFilters')]]),
    [say('detail.export.order'), `${orderBy.startsWith('-') ? '↓' : '↑'} ${order}`],
    [say('detail.export.made'), madeAt(question.now)],
    [],
    [say('detail.export.definitions')],
    ...defined,
    ...(columns.some(({ key }) => key.endsWith('Cents'))
      ? [[say('detail.export.rounding'), say('detail.export.roundedOnce')]]
      : []),
  ]
}
