import { isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { type PickedSearch, readPicked } from '#ui/picked-search.ts'
import { allStockOrders, stockOrders } from '../choices.ts'
import type { AllStocksQuery, StocksQuery } from '../contract.ts'

export type StocksSearch = Omit<StocksQuery, 'page'> & { page?: number } & PickedSearch

/** What the address says, as far as it makes sense. */
export function readStocksSearch(search: Record<string, unknown>): StocksSearch {
  const found: StocksSearch = readPicked(search)
  const page = Number(search.page)
  const order = String(search.orderBy ?? '')
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  const level = (['low', 'out'] as const).find((one) => one === search.level)
  if (level) found.level = level
  if (stockOrders.some((column) => column === order.replace(/^-/, '')))
    found.orderBy = order as NonNullable<StocksSearch['orderBy']>
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

export type AllStocksSearch = Omit<AllStocksQuery, 'page'> & { page?: number } & PickedSearch
const withinChoices = [7, 14, 30, 60, 90]

/** The same of the list of all portals: what runs out first stands first until somebody sorts otherwise. */
export function readAllStocksSearch(search: Record<string, unknown>): AllStocksSearch {
  const { orderBy: _, ...read } = readStocksSearch(search)
  const found: AllStocksSearch = read
  const order = String(search.orderBy ?? '')
  const within = Number(search.withinDays)
  if (typeof search.portal === 'string' && isUuid(search.portal)) found.portal = search.portal
  if (withinChoices.includes(within)) found.withinDays = within
  const column = allStockOrders.find((one) => one === order.replace(/^-/, ''))
  return { ...found, ...(column ? { orderBy: order as NonNullable<AllStocksQuery['orderBy']> } : {}) }
}

export const withinOptions = () =>
  withinChoices.map((count) => ({ value: String(count), label: m['stocks.all.withinDays']({ count }) }))
