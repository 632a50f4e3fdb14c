import { m } from '#paraglide/messages.js'
import { formatDay, parseDay, startOfMonth, startOfYear } from '#platform/time.ts'

/** Periods that people have a word for; those that go on end today. */
export const namedPeriods = ['thisMonth', 'lastMonth', 'thisYear', 'lastYear'] as const
export type NamedPeriod = (typeof namedPeriods)[number]

export const namedPeriodNames: Record<NamedPeriod, () => string> = {
  thisMonth: m['analytics.period.thisMonth'],
  lastMonth: m['analytics.period.lastMonth'],
  thisYear: m['analytics.period.thisYear'],
  lastYear: m['analytics.period.lastYear'],
}

/** First and last day (`yyyy-MM-dd`) of a period with a name, seen from a day. */
export function daysOfNamed(name: NamedPeriod, today: string): { f: string; t: string } {
  const day = parseDay(today) ?? 0
  const [from, to] = {
    thisMonth: [startOfMonth(day), day],
    lastMonth: [startOfMonth(day, -1), startOfMonth(day) - 1],
    thisYear: [startOfYear(day), day],
    lastYear: [startOfYear(day, -1), startOfYear(day) - 1],
  }[name] as [number, number]
  return { f: formatDay(from), t: formatDay(to) }
}

/** First and last day of the month of a day, no further than today. */
export function daysOfMonth(of: string, today: string): { f: string; t: string } {
  const day = parseDay(of) ?? 0
  return {
    f: formatDay(startOfMonth(day)),
    t: formatDay(Math.min(startOfMonth(day, 1) - 1, parseDay(today) ?? 0)),
  }
}

/** The whole calendar month or year that two days make, as the calendar calls it: `2026-10`, `2026`; undefined for any other. */
export function calendarPeriod(f: string, t: string): string | undefined {
  const [from, to] = [parseDay(f), parseDay(t)]
  if (from === undefined || to === undefined) return undefined
  if (from === startOfMonth(from) && to === startOfMonth(from, 1) - 1) return f.slice(0, 7)
  return from === startOfYear(from) && to === startOfYear(from, 1) - 1 ? f.slice(0, 4) : undefined
}
