import { isUuid } from '#pages/navigation.ts'
import { readDays } from '#ui/address-days.ts'
import { readColumns } from '#ui/columns.ts'
import { ofPlace, orderColumns, orderOrders, orderSources, orderStates } from '../choices.ts'
import type { OrdersQuery } from '../contract.ts'

export type OrdersSearch = Omit<OrdersQuery, 'page'> & {
  page?: number
  /** Of the list; joined by commas in the address. */
  columns?: string
}

/** What the address says, as far as it makes sense. */
export function readOrdersSearch(search: Record<string, unknown>): OrdersSearch {
  const page = Number(search.page)
  const told = {
    q: wordsIn(search.q),
    portal: textIn(search.portal, isUuid),
    source: orderSources.find((one) => one === search.source),
    state: orderStates.find((one) => one === search.state),
    place: textIn(search.place, isPlace),
    ...readDays(search),
    orderBy: orderIn(search.orderBy),
    columns: readColumns(search.columns, orderColumns),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
  }
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined))
}

const wordsIn = (q: unknown) => (q !== undefined && String(q).trim() ? String(q).slice(0, 100) : undefined)

const textIn = (value: unknown, fits: (text: string) => boolean) =>
  typeof value === 'string' && fits(value) ? value : undefined

const isPlace = (text: string) => text.length <= 170 && ofPlace.test(text)

const orderIn = (value: unknown) => {
  const order = String(value ?? '')
  return orderOrders.some((column) => column === order.replace(/^-/, '')) ? order : undefined
}

/** The part that the list is asked with. */
export const queryOf = ({ columns: _, ...query }: OrdersSearch) => query

export const isFiltered = ({ page: _, orderBy: __, columns: ___, ...filters }: OrdersSearch) =>
  Object.keys(filters).length > 0
