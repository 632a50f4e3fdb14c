import type { Session } from '#features/account/contract.ts'
import type { Row } from '../contract.ts'
import type { PlaySearch } from './play-search.ts'
import { ordersOf, ordersPath } from './row-way.ts'

/**
 * What is behind a row: the cities of an area of several, with the same filters, and the orders of a city where orders can
 * be asked for the same.
 */
export function playWay(
  session: Session | null,
  by: 'areas' | 'cities',
  { id, places, orders }: Row,
  { f, t }: { f?: string; t?: string },
  { page: _, ...search }: PlaySearch,
) {
  if (by === 'areas' && Number(places) > 1)
    return {
      to: '/analytics/where-to-play',
      search: { ...search, by: 'cities' as const, area: id },
    } as const
  const path = ordersPath(session)
  if (!path || !f || !t || !(Number(orders) > 0)) return undefined
  return ordersOf(id, { from: f, to: t }, search, path)
}

/** The address that downloads all of the places. */
export function playFile(
  { f, t, by, area, portals, labels, portalTypes }: Omit<PlaySearch, 'by'> & { by: 'areas' | 'cities' },
  format: 'csv' | 'xlsx',
  locale: string,
): string {
  const query = new URLSearchParams({ format, locale, by })
  for (const [name, value] of Object.entries({ f, t, area, portals, labels, portalTypes }))
    for (const one of [value ?? []].flat()) query.append(name, one)
  return `/api/analytics/whereToPlay/file?${query}`
}
