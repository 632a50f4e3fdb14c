import { type PickedSearch, readPicked } from '#ui/picked-search.ts'
import { type BillStatus, billStatuses, type PaymentFilter, paymentFilters } from '../choices.ts'

export interface BillsSearch extends PickedSearch {
  q?: string
  status?: BillStatus
  payment?: PaymentFilter
  type?: '1' | '2'
  blocked?: '1'
  year?: number
  page?: number
}

/** The filters that an address names; what it cannot mean is left out. */
export function readBillsSearch(search: Record<string, unknown>): BillsSearch {
  const q = search.q === undefined ? '' : String(search.q).trim().slice(0, 100)
  const page = Number(search.page)
  const year = Number(search.year)
  const one = <T extends string>(value: unknown, all: readonly T[]) =>
    all.find((known) => known === String(value))
  const status = one(search.status, billStatuses)
  const payment = one(search.payment, paymentFilters)
  const type = one(search.type, ['1', '2'] as const)
  return {
    ...readPicked(search),
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(payment ? { payment } : {}),
    ...(type ? { type } : {}),
    ...(String(search.blocked) === '1' ? { blocked: '1' as const } : {}),
    ...(Number.isInteger(year) && year >= 2018 && year <= 2100 ? { year } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}
