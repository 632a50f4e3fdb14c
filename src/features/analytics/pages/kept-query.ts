import { dateFilters } from '#platform/constants.ts'
import { type DetailSearch, readDetailSearch } from './detail-search.ts'
import { daysOfNamed, type NamedPeriod, namedPeriods } from './named-periods.ts'

/** The query part of a page's address, as a saved view keeps it: `named=lastMonth` stands for the days that are so called when it is opened. */

const isNamed = (value: string | null): value is NamedPeriod => namedPeriods.some((name) => name === value)

/** Which period with a name the days of an address are today. */
export function periodNamed(query: string, today: string): NamedPeriod | undefined {
  const params = new URLSearchParams(query)
  if (isNamed(params.get('named'))) return params.get('named') as NamedPeriod
  if (params.get('filter') !== String(dateFilters.custom)) return undefined
  return namedPeriods.find((name) => {
    const { f, t } = daysOfNamed(name, today)
    return params.get('f') === f && params.get('t') === t
  })
}

/** What is kept of an address: its days, or the name that they have. */
export function keptQuery(query: string, moving: boolean, today: string): string {
  const params = new URLSearchParams(openedQuery(query, today))
  params.delete('view')
  const name = moving ? periodNamed(query, today) : undefined
  if (!name) return params.toString()
  for (const fixed of ['filter', 'f', 't']) params.delete(fixed)
  params.set('named', name)
  return params.toString()
}

/** The address that a kept one is today. */
export function openedQuery(query: string, today: string): string {
  const params = new URLSearchParams(query)
  const name = params.get('named')
  params.delete('named')
  if (!isNamed(name)) return params.toString()
  const { f, t } = daysOfNamed(name, today)
  for (const [key, value] of Object.entries({ filter: String(dateFilters.custom), f, t }))
    params.set(key, value)
  return params.toString()
}

/** Where a saved view is opened. */
export const viewAddress = (view: { id: string; page: string; query: string }, today: string): string => {
  const query = [openedQuery(view.query, today), `view=${view.id}`].filter(Boolean).join('&')
  return `/analytics/${view.page}?${query}`
}

/** Does an address show what was kept? A page of the table is as good as another. */
export function showsKept(search: DetailSearch, query: string, today: string): boolean {
  const params = new URLSearchParams(openedQuery(query, today))
  const raw = Object.fromEntries([...params].map(([key, value]) => [key, parsed(value)]))
  return plain(readDetailSearch(raw)) === plain(search)
}

const plain = ({ page: _, view: _v, ...rest }: DetailSearch) =>
  JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))

/** The router writes what is no text as JSON: `categories=["album"]`. */
function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
