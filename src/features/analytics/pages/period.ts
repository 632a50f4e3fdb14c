import { dateFilters } from '#platform/constants.ts'
import { dayOf, formatDay, parseDay } from '#platform/time.ts'

/** The period in the address: `filter` 1 last 24 hours, 2 last 7 days, 3 last 30 days, 4 custom with `f` and `t`. */
export interface PeriodSearch {
  filter?: 2 | 3 | 4
  f?: string
  t?: string
  /** The period before is always computed, and shown on demand. */
  compare?: true
  /** Compared with the same days a year before instead of the period before. */
  compareTo?: 'year'
}

const day = (value: unknown) =>
  typeof value === 'string' && parseDay(value) !== undefined ? value : undefined

const toldOf = (f: string | undefined, t: string | undefined) => ({
  ...(f ? { f } : {}),
  ...(t ? { t } : {}),
})

const isTurnedRound = (f: string | undefined, t: string | undefined) => f && t && f > t

/** Reads the address; what cannot be a period falls back to the last 24 hours. */
export function readPeriod(search: Record<string, unknown>): PeriodSearch {
  const filter = Number(search.filter)
  const compare = readComparison(search)
  const f = day(search.f)
  const t = day(search.t)
  if (filter === dateFilters.custom) {
    if ((search.f && !f) || (search.t && !t) || isTurnedRound(f, t)) return compare
    return { filter: 4, ...toldOf(f, t), ...compare }
  }
  return { ...(filter === 2 || filter === 3 ? { filter } : {}), ...compare }
}

function readComparison({ compare, compareTo }: Record<string, unknown>) {
  if (compare !== true && compare !== 'true') return {}
  return { compare: true as const, ...(compareTo === 'year' ? { compareTo } : {}) }
}

/** What the calls of a period are asked for: its days, and what they are held against where it is not the period before. */
export const askedOf = <D extends object>(days: D, { compare, compareTo }: PeriodSearch) => ({
  ...days,
  ...(compare && compareTo ? { compare: compareTo } : {}),
})

/** A tour is planned on a year of figures: that is what some pages stand on until somebody chooses other days. */
export function lastYear(): { f: string; t: string } {
  const yesterday = dayOf(Date.now()) - 1
  return { f: formatDay(yesterday - 364), t: formatDay(yesterday) }
}
export const orLastYear = <S extends PeriodSearch>(search: S): S =>
  search.filter ? search : { ...search, filter: dateFilters.custom, ...lastYear() }

const spans = { 1: 1, 2: 7, 3: 30 } as const

/** First and last day of the chosen period: whole days that end yesterday, or the typed ones (either may miss). */
export function daysOf(search: PeriodSearch, now: Date): { f?: string; t?: string } {
  if (search.filter === dateFilters.custom) return toldOf(search.f, search.t)
  const yesterday = dayOf(now.getTime()) - 1
  return { f: formatDay(yesterday - spans[search.filter ?? 1] + 1), t: formatDay(yesterday) }
}
