import { stockOrders } from '../choices.ts'
import type { StocksQuery } from '../contract.ts'

export type StocksSearch = Omit<StocksQuery, 'page'> & { page?: number }

/** What the address says, as far as it makes sense. */
export function readStocksSearch(search: Record<string, unknown>): StocksSearch {
  const found: StocksSearch = {}
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
