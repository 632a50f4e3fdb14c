import { readDetailSearch } from './detail-search.ts'
import { type PeriodSearch, readPeriod } from './period.ts'

/** What the address of «Where to play» says. */
export interface PlaySearch extends PeriodSearch {
  by?: 'cities'
  /** Only the cities of this area, by its id. */
  area?: string
  portals?: string[]
  labels?: string[]
  portalTypes?: string[]
  page?: number
}

export function readPlay(search: Record<string, unknown>): PlaySearch {
  const { portals, labels, portalTypes, page } = readDetailSearch(search)
  const cities = search.by === 'cities'
  return {
    ...readPeriod(search),
    ...(cities ? { by: 'cities' } : {}),
    ...(cities && typeof search.area === 'string' && search.area.length <= 170 ? { area: search.area } : {}),
    ...(portals ? { portals } : {}),
    ...(labels ? { labels } : {}),
    ...(portalTypes ? { portalTypes } : {}),
    ...(page ? { page } : {}),
  }
}
