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
const productColumnIds = [
  'portal',
  'sku',
  'category',
  'format',
  'countryOfOrigin',
  'status',
  'price',
] as const

/** What the address says, as far as it makes sense. */
export function readProductsSearch(search: Record<string, unknown>): ProductsSearch {
  const page = Number(search.page)
  const told = {
    q: wordsIn(search.q),
    portal: idIn(search.portal),
    blank: idIn(search.blank),
    buyable: (['yes', 'no'] as const).find((one) => one === search.buyable),
    status: statuses.find((one) => one === search.status),
    format: formats.find((one) => one === search.format),
    category: categories.find((one) => one === search.category),
    orderBy: orderIn(search.orderBy),
    columns: readColumns(search.columns, productColumnIds),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}

const wordsIn = (q: unknown) => (q !== undefined && String(q).trim() ? String(q).slice(0, 100) : undefined)

const idIn = (value: unknown) => (typeof value === 'string' && isUuid(value) ? value : undefined)

const orderIn = (value: unknown) => {
  const order = String(value ?? '')
  return productOrders.some((column) => column === order.replace(/^-/, '')) ? order : undefined
}

/** The part that the list is asked with. */
export const queryOf = ({ columns: _, ...query }: ProductsSearch) => query

export const isFiltered = ({ page: _, orderBy: __, columns: ___, ...filters }: ProductsSearch) =>
  Object.keys(filters).length > 0
