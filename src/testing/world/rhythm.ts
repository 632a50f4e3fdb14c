import { dayOf, fromWallClock } from '#platform/time.ts'
import { type Random, weighted } from './random.ts'

const dayMs = 86_400_000
/** Sunday first; Friday is the day on which records come out. */
const weekdays = [1.1, 0.95, 0.92, 0.96, 1.05, 1.25, 1]
const months = [0.85, 0.9, 0.95, 1, 1.05, 1.05, 0.95, 0.75, 0.95, 1.05, 1.3, 1.6]
/** By hour of Europe/Madrid: after lunch, and the sofa at night. */
const hours = [9, 5, 3, 2, 1, 1, 3, 7, 12, 17, 20, 22, 24, 27, 29, 26, 23, 22, 24, 27, 32, 38, 36, 22]
const pickHour = weighted(hours.map((weight, hour) => [hour, weight] as const))

/** Days between opening the presale and the release. */
export const presaleDays = 21

/**
 * How busy a day is beside an ordinary one at the end of the world: growth, weekday, season, Black Friday, and the
 * peaks of records. `day` counts days of Europe/Madrid, `recordDays` are those on which records come out.
 */
export function busyness(day: number, lastDay: number, recordDays: readonly number[], peak: number): number {
  const date = new Date(day * dayMs)
  const growth = 0.4 ** ((lastDay - day) / 730)
  const ordinary = growth * (weekdays[date.getUTCDay()] ?? 1) * (months[date.getUTCMonth()] ?? 1)
  const records = recordDays.reduce((sum, released) => sum + recordPull(day - released) * peak, 0)
  return ordinary * (isBlackFriday(date) ? 2.4 : 1) * (1 + records)
}

/** A bump when the presale opens, a spike on release day, and a tail of some weeks. */
function recordPull(age: number): number {
  if (age < -presaleDays) return 0
  if (age < 0) return 0.35 * Math.exp(-(age + presaleDays) / 3) + 0.06
  return Math.exp(-age / 2.5) + 0.22 * Math.exp(-age / 21)
}

const isBlackFriday = (date: Date) =>
  date.getUTCMonth() === 10 && date.getUTCDay() === 5 && date.getUTCDate() >= 23

/** Moments of a day of Europe/Madrid, in order; none after `until`. */
export function momentsOf(day: number, count: number, until: number, random: Random): number[] {
  const moments: number[] = []
  for (let n = 0; n < count; n++) {
    const wall = day * dayMs + pickHour(random) * 3_600_000 + Math.floor(random.next() * 3_600_000)
    const at = fromWallClock(wall)
    if (at <= until) moments.push(at)
  }
  return moments.sort((a, b) => a - b)
}

/** The days that the world covers, oldest first; the last one is today. */
export function worldDays(now: Date, days: number): { first: number; last: number } {
  const last = dayOf(now.getTime())
  return { first: last - days, last }
}
