import { type PeriodSearch, readPeriod } from './period.ts'

export const manyFilters = [
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
export type ManyFilter = (typeof manyFilters)[number]

/** What a detail page's address says: the period, filters, and how the table is read. */
export interface DetailSearch extends PeriodSearch, Partial<Record<ManyFilter, string[]>> {
  orderBy?: string
  page?: number
  by?: string
  columns?: string[]
  /** The saved view that was opened, by its id. */
  view?: string
}

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value])
    .filter((one) => typeof one === 'string' || typeof one === 'number')
    .map((one) => String(one))
    .filter((one) => one.length > 0 && one.length <= 60)
    .slice(0, 200)

const shapes = { orderBy: /^-?[a-zA-Z]{1,40}$/, by: /^[a-z]{1,20}$/, view: /^[0-9a-f-]{36}$/ }

const shapedIn = (search: Record<string, unknown>): Pick<DetailSearch, keyof typeof shapes> =>
  Object.fromEntries(
    Object.entries(shapes)
      .map(([name, shape]) => ({ name, shape, text: String(search[name] ?? '') }))
      .flatMap(({ name, shape, text }) => (shape.test(text) ? [[name, text]] : [])),
  )

/** Reads the address; what makes no sense is left out, and what the server does not know it says itself. */
export function readDetailSearch(search: Record<string, unknown>): DetailSearch {
  const found: DetailSearch = readPeriod(search)
  for (const name of manyFilters) {
    const values = texts(search[name] ?? [])
    if (values.length > 0) found[name] = values
  }
  const columns = texts(search.columns ?? []).filter((column) => /^[a-zA-Z]{1,40}$/.test(column))
  if (columns.length > 0) found.columns = columns
  Object.assign(found, shapedIn(search))
  const page = Number(search.page)
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

/** The query of the call behind a page. */
export function queryOf(search: DetailSearch, days: { f?: string; t?: string }) {
  const { filter: _, f: _f, t: _t, compare, compareTo, columns: _columns, view: _v, ...rest } = search
  return { ...rest, ...days, ...(compare ? { compare: compareTo ?? ('previous' as const) } : {}) }
}
