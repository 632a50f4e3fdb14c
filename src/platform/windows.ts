import type { FieldError } from './errors.ts'
import { dayOf, formatDay, parseDay } from './time.ts'

/** When things may be dated. Clocks of shops go a little fast; nothing is sold before there were shops. decisions/0042. */

const skewMs = 5 * 60_000
export const firstSale = Date.UTC(1995, 0, 1)

/** What is wrong with the moment of something that has happened. */
export function pastMomentFault(at: number, now: Date): FieldError | undefined {
  if (at > now.getTime() + skewMs) return { code: 'dates.future' }
  return at < firstSale
    ? { code: 'dates.tooEarly', params: { day: formatDay(firstSale / 86_400_000) } }
    : undefined
}

/** What is wrong with a day that has to lie between two others, both of them allowed. */
export function dayFault(day: string, first: string, last: string): FieldError | undefined {
  if (parseDay(day) === undefined) return { code: 'validation.format' }
  if (day < first) return { code: 'dates.tooEarly', params: { day: first } }
  return day > last ? { code: 'dates.tooLate', params: { day: last } } : undefined
}

/** The day it is in Madrid, and so many days after it. */
export const todayPlus = (now: Date, days = 0): string => formatDay(dayOf(now.getTime()) + days)
