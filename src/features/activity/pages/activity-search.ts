import { isUuid } from '#pages/navigation.ts'
import { readDays } from '#ui/address-days.ts'
import type { ActivityQuery } from '../contract.ts'

export type ActivitySearch = Omit<ActivityQuery, 'page'> & { page?: number }

/** What the address says, as far as it makes sense. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const found: ActivitySearch = {}
  const page = Number(search.page)
  for (const name of ['person', 'portal', 'about'] as const) {
    const value = search[name]
    if (typeof value === 'string' && isUuid(value)) found[name] = value
  }
  Object.assign(found, readDays(search))
  for (const name of ['action', 'target'] as const) {
    const value = search[name]
    if (typeof value === 'string' && value.length <= 80 && value) found[name] = value
  }
  for (const name of ['restorable', 'deleted'] as const) if (String(search[name]) === '1') found[name] = '1'
  if (Number.isInteger(page) && page > 1) found.page = page
  return found
}

export const isFiltered = ({ page: _, ...filters }: ActivitySearch) => Object.keys(filters).length > 0
