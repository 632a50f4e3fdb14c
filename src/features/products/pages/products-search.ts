import { isUuid } from '#pages/navigation.ts'
import { readColumns } from '#ui/columns.ts'
import { categories, formats, productOrders, statuses } from '../choices.ts'
import type { ProductsQuery } from '../contract.ts'

export type ProductsSearch = Omit<ProductsQuery, 'page'> & {
  page?: number
  /** Of the list; joined by commas in the address. */
  columns?: string
}

/** The name always stands first. */
export const productColumnIds = ['portal', 'sku', 'category', 'format', 'status', 'price'] as const

/** What the address says, as far as it makes sense. */
export function readProductsSearch(search: Record<string, unknown>): ProductsSearch {
  const found: ProductsSearch = {}
  const page = Number(search.page)
  const order = String(search.orderBy ?? '')
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  for (const name of ['portal', 'blank'] as const) {
    const value = search[name]
    if (typeof value === 'string' && isUuid(value)) found[name] = value
  }
  const status = statuses.find((one) => one === search.status)
  const format = formats.find((one) => one === search.format)
  const category = categories.find((one) => one === search.category)
  if (search.buyable === 'yes' || search.buyable === 'no') found.buyable = search.buyable
  if (status) found.status = status
  if (format) found.format = format
  if (category) found.category = category
  if (productOrders.some((column) => column === order.replace(/^-/, '')))
    found.orderBy = order as NonNullable<ProductsSearch['orderBy']>
  const columns = readColumns(search.columns, productColumnIds)
  if (columns) found.columns = columns
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

/** The part that the list is asked with. */
export const queryOf = ({ columns: _, ...query }: ProductsSearch) => query

export const isFiltered = ({ page: _, orderBy: __, columns: ___, ...filters }: ProductsSearch) =>
  Object.keys(filters).length > 0
