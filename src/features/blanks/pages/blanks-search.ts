import { blankTypes } from '#platform/constants.ts'
import { blankOrders } from '../choices.ts'
import type { BlanksQuery } from '../contract.ts'

export type BlanksSearch = Omit<BlanksQuery, 'page'> & { page?: number }

/** What the address says, as far as it makes sense. */
export function readBlanksSearch(search: Record<string, unknown>): BlanksSearch {
  const found: BlanksSearch = {}
  const page = Number(search.page)
  const order = String(search.orderBy ?? '')
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  const type = blankTypes.find((one) => one === search.type)
  if (type) found.type = type
  if (search.out === 'yes') found.out = 'yes'
  if (blankOrders.some((column) => column === order.replace(/^-/, '')))
    found.orderBy = order as NonNullable<BlanksSearch['orderBy']>
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}
