import { staffOrders, staffStates } from '#features/staff/choices.ts'
import type { StaffQuery } from '#features/staff/contract.ts'

export type StaffSearch = Omit<StaffQuery, 'page'> & { page?: number }

/** What the address says, as far as it makes sense. */
export function readStaffSearch(search: Record<string, unknown>): StaffSearch {
  const found: StaffSearch = {}
  const page = Number(search.page)
  const order = String(search.orderBy ?? '')
  const state = staffStates.find((one) => one === search.state)
  // A search for digits arrives as a number.
  if (search.q !== undefined && String(search.q).trim()) found.q = String(search.q).slice(0, 100)
  if (state) found.state = state
  if (staffOrders.some((column) => column === order.replace(/^-/, '')))
    found.orderBy = order as NonNullable<StaffSearch['orderBy']>
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}
