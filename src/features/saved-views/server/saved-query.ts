import type { DetailKind } from '#features/analytics/choices.ts'
import type { DetailQuery } from '#features/analytics/server/detail.ts'
import type { DetailPageName } from '#features/analytics/server/detail-pages.ts'
import { readPageQuery } from '#features/analytics/server/page-query.ts'
import { AppError, BadInput } from '#platform/errors.ts'
import type { SavedViewDraft } from '../contract.ts'

/** The page of analytics that an address names. */
export const pageOf: Record<DetailKind, DetailPageName> = {
  'net-sales': 'netSales',
  'orders-sold': 'ordersSold',
  'albums-sold': 'albumsSold',
  'income-detail': 'income',
  'visits-detail': 'visits',
  'traffic-detail': 'traffic',
  'sales-by-portal': 'salesByPortal',
  'sales-by-product': 'salesByProduct',
  'sales-by-location': 'salesByLocation',
}

const many = [
  'categories',
  'addedCategories',
  'countries',
  'products',
  'excludedProducts',
  'portals',
  'labels',
  'portalTypes',
]

type Saved = Pick<SavedViewDraft, 'page' | 'query'>

/**
 * What a saved address asks of its page, without its days: the filters, what the rows are told apart by, their order, and
 * the days that it compares with.
 * @throws AppError 400 `invalidInput` for what the page's own call would refuse.
 */
export function readSaved({ page, query }: Saved): DetailQuery {
  const params = new URLSearchParams(query)
  const raw: Record<string, unknown> = {}
  for (const name of many) {
    const values = params.getAll(name).flatMap(listed)
    if (values.length > 0) raw[name] = values
  }
  const one = (name: string) => listed(params.get(name) ?? '')[0]
  for (const name of ['by', 'orderBy']) if (one(name)) raw[name] = one(name)
  if (one('compare') === 'true') raw.compare = one('compareTo') === 'year' ? 'year' : 'previous'
  return readPageQuery(pageOf[page], raw)
}

/** @throws BadInput `query` when its page would refuse it: nobody could open such a view, and no report comes of it. */
export function checkQuery(view: Saved): void {
  try {
    readSaved(view)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new BadInput('invalidInput', { query: { code: 'validation.format' } })
  }
}

/** The router writes lists as JSON: `categories=["album"]`. */
function listed(value: string): string[] {
  try {
    const read: unknown = JSON.parse(value)
    return Array.isArray(read) ? read.map(String) : [String(read)]
  } catch {
    return [value]
  }
}
