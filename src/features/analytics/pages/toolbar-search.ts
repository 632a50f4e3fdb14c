import { m } from '#paraglide/messages.js'
import type { FilterOptions } from '../detail-contract.ts'
import { type DetailSearch, type ManyFilter, manyFilters } from './detail-search.ts'

export interface ToolbarProps {
  search: DetailSearch
  days: { f?: string; t?: string }
  /** The days that the page stands on until somebody chooses, where they are not the last 24 hours. */
  usual?: { f: string; t: string }
  /** What the period can be held against. */
  comparisons?: readonly Comparison[]
  /** What the rows can be, the first being the default. */
  by?: readonly string[] | undefined
  filters?: readonly ManyFilter[]
  /** Names of what the address names. */
  options?: FilterOptions | undefined
  /** `next` makes the new address of the one that is there by then: whoever chooses twice in a moment means both. */
  onChange: (next: (now: DetailSearch) => DetailSearch) => void
}
export type Comparison = 'previous' | 'year'

export const comparisonName = (one: Comparison) =>
  one === 'year' ? m['detail.compare.year']() : m['detail.compare.previous']()

/** What the address is held against. */
export const comparisonOf = ({
  compare,
  compareTo,
}: Pick<DetailSearch, 'compare' | 'compareTo'>): Comparison | undefined =>
  compare ? (compareTo ?? 'previous') : undefined

/** How many filters are in use. */
export const filtersInUse = (filters: readonly ManyFilter[], search: DetailSearch) =>
  filters.reduce((sum, filter) => sum + (search[filter]?.length ?? 0), 0)

/** The same address with another period. */
export const withPeriod = (
  { filter: _, f: _f, t: _t, page: _p, ...rest }: DetailSearch,
  period: Pick<DetailSearch, 'filter' | 'f' | 't'>,
): DetailSearch => ({ ...rest, ...period })

/** The same address held against another period, or none. */
export const withComparison = (
  { compare: _, compareTo: _to, page: _p, ...rest }: DetailSearch,
  to: Comparison | undefined,
): DetailSearch => ({
  ...rest,
  ...(to ? { compare: true } : {}),
  ...(to === 'year' ? { compareTo: 'year' } : {}),
})

/** The same address with other rows: how the old ones were read means nothing to them. */
export const withRows = (
  { orderBy: _, columns: _c, page: _p, ...rest }: DetailSearch,
  by: string,
): DetailSearch => ({ ...rest, by })

/** The same address with other values of one filter. */
export const withFilter = (
  { page: _, ...now }: DetailSearch,
  filter: ManyFilter,
  values: (before: readonly string[]) => string[],
): DetailSearch => ({ ...now, [filter]: values(now[filter] ?? []) })

/** The same address without any filter. */
export function withoutFilters({ page: _, ...now }: DetailSearch): DetailSearch {
  const left: DetailSearch = { ...now }
  for (const filter of manyFilters) delete left[filter]
  return left
}
