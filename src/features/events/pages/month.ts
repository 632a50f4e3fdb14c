import { dayOf, formatDay, parseDay, startOfMonth } from '#platform/time.ts'

/** A static calendar shows six weeks. */
export const calendarDays = 42

/** `yyyy-MM`, or undefined for anything else. */
export const readMonth = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(value) ? value : undefined

export const monthNow = (now: Date): string => formatDay(dayOf(now.getTime())).slice(0, 7)

const firstOf = (month: string) => parseDay(`${month}-01`) ?? 0

/** The month so many after this one. */
export const monthAfter = (month: string, months: number): string =>
  formatDay(startOfMonth(firstOf(month), months)).slice(0, 7)

/** The six weeks around a month, Monday first, as yyyy-MM-dd. */
export function daysAround(month: string): string[] {
  const first = firstOf(month)
  // 1970-01-01 was a Thursday.
  const monday = first - ((first + 3) % 7)
  return Array.from({ length: calendarDays }, (_, at) => formatDay(monday + at))
}
