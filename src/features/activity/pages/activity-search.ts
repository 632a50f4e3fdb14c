import { isUuid } from '#pages/navigation.ts'
import { readDays } from '#ui/address-days.ts'
import type { ActivityQuery } from '../contract.ts'

export type ActivitySearch = Omit<ActivityQuery, 'page'> & { page?: number }

/** What the address says, as far as it makes sense. */
export function readActivitySearch(search: Record<string, unknown>): ActivitySearch {
  const page = Number(search.page)
  return {
    ...textsIn(search, ['person', 'portal', 'about'], isUuid),
    ...readDays(search),
    ...textsIn(search, ['action', 'target'], (text) => text !== '' && text.length <= 80),
    ...(String(search.restorable) === '1' ? { restorable: '1' } : {}),
    ...(String(search.deleted) === '1' ? { deleted: '1' } : {}),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

function textsIn(
  search: Record<string, unknown>,
  names: readonly (keyof ActivitySearch)[],
  fits: (text: string) => boolean,
): Partial<ActivitySearch> {
  const isText = ([, value]: [string, unknown]) => typeof value === 'string' && fits(value)
  return Object.fromEntries(names.map((name): [string, unknown] => [name, search[name]]).filter(isText))
}

export const isFiltered = ({ page: _, ...filters }: ActivitySearch) => Object.keys(filters).length > 0
