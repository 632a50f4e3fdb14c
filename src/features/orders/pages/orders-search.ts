import { isUuid } from '#pages/navigation.ts'
import { readDays } from '#ui/address-days.ts'
import { readColumns } from '#ui/columns.ts'
import { ofPlace, orderColumns, orderOrders, orderStates } from '../choices.ts'
import type { OrdersQuery } from '../contract.ts'

export type OrdersSearch = Omit<OrdersQuery, 'page'> & {
  page?: number
  /** Of the list; joined by commas in the address. */
  columns?: string
}
const sources = ['shopify', 'woocommerce', 'bandcamp', 'csv', 'api'] as const

/** What the address says, as far as it makes sense. */
export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  const found: OrdersSearch = {}
  const page = Number(search.page)
  const order = String(search.orderBy ?? '')
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  if (typeof search.portal === 'string' && isUuid(search.portal)) found.portal = search.portal
  const source = sources.find((one) => one === search.source)
  const state = orderStates.find((one) => one === search.state)
  if (source) found.source = source
  if (state) found.state = state
  if (typeof search.place === 'string' && search.place.length <= 170 && ofPlace.test(search.place))
    found.place = search.place
  Object.assign(found, readDays(search))
  if (orderOrders.some((column) => column === order.replace(/^-/, '')))
    found.orderBy = order as NonNullable<OrdersSearch['orderBy']>
  const columns = readColumns(search.columns, orderColumns)
  if (columns) found.columns = columns
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

/** The part that the list is asked with. */
export const queryOf = ({ columns: _, ...query }: OrdersSearch) => query

export const isFiltered = ({ page: _, orderBy: __, columns: ___, ...filters }: OrdersSearch) =>
  Object.keys(filters).length > 0
