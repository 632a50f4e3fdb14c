import { type EventsSearch, readEventsSearch } from './events-search.ts'
import { readMonth } from './month.ts'

/** How the events of all portals are looked at; the list is what stands there unless said. */
export interface AllEventsSearch extends EventsSearch {
  portal?: string
  view?: 'calendar' | 'map'
  /** Of the calendar, `yyyy-MM`; this month unless said. */
  month?: string
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What the address says, as far as it makes sense. */
export function readAllEventsSearch(search: Record<string, unknown>): AllEventsSearch {
  const found: AllEventsSearch = readEventsSearch(search)
  const month = readMonth(search.month)
  if (search.view === 'calendar' || search.view === 'map') found.view = search.view
  if (month && found.view === 'calendar') found.month = month
  if (typeof search.portal === 'string' && uuid.test(search.portal)) found.portal = search.portal
  return found
}
