import { businessTimeZone } from './constants.ts'

/** Days, hours and months of Europe/Madrid, and wall clocks of any zone. Browser-safe. */

export const dayMs = 86_400_000
const hourMs = 3_600_000
const quarterMs = 900_000
const quartersOfDay = dayMs / quarterMs
const formats = new Map<string, Intl.DateTimeFormat>()
/** By zone and quarter of an hour since 1970. */
const offsets = new Map<string, Map<number, number>>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** Is this a time zone that the runtime knows? */
export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone)
    return true
  } catch {
    return false
  }
}

/** How far the zone's wall clock is ahead of UTC at `at`, in milliseconds. */
export function offsetMs(at: number, zone = businessTimeZone): number {
  let known = offsets.get(zone)
  if (!known) {
    known = new Map()
    offsets.set(zone, known)
  }
  // No zone changes twice within a day: one that ends as it began serves all of its moments. A file of two years asks of
  // two years' days, not of every quarter of an hour in them.
  const day = Math.floor(at / dayMs) * quartersOfDay
  const first = offsetAt(day, zone, known)
  if (offsetAt(day + quartersOfDay, zone, known) === first) return first
  // Rules change on whole quarter hours at the finest.
  return offsetAt(Math.floor(at / quarterMs), zone, known)
}

function offsetAt(quarter: number, zone: string, known: Map<number, number>): number {
  const before = known.get(quarter)
  if (before !== undefined) return before
  const start = quarter * quarterMs
  const parts: Record<string, string> = {}
  for (const { type, value } of formatOf(zone).formatToParts(start)) parts[type] = value
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year)
  const wall = utc(
    year,
    Number(parts.month),
    Number(parts.day),
    Number(parts.hour),
    Number(parts.minute),
    Number(parts.second),
  )
  if (known.size > 20_000) known.clear()
  known.set(quarter, wall - start)
  return wall - start
}

/** Date.UTC without its reading of the years 0–99 as 19xx. Month 1–12. */
export function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  return date.getTime() + hour * hourMs + minute * 60_000 + second * 1000
}

/**
 * The moment at which the zone's wall clock shows `wall` (milliseconds as if it were UTC). A time that the clock shows
 * twice is read as the first; one that it skips, as the same distance after the change.
 */
export function fromWallClock(wall: number, zone = businessTimeZone): number {
  const before = offsetMs(wall - dayMs / 2, zone)
  const first = wall - before
  if (offsetMs(first, zone) === before) return first
  const after = wall - offsetMs(wall + dayMs / 2, zone)
  return offsetMs(after, zone) === wall - after ? after : first
}

/** A time that the zone's wall clock never shows, because it goes forward over it. `wall` as for `fromWallClock`. */
export function isSkipped(wall: number, zone = businessTimeZone): boolean {
  const at = fromWallClock(wall, zone)
  return at + offsetMs(at, zone) !== wall
}

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** Days since 1970-01-01 of a `yyyy-MM-dd`, or undefined when there is no such day. */
export function parseDay(text: string): number | undefined {
  const match = dayPattern.exec(text)
  if (!match) return undefined
  const ms = utc(Number(match[1]), Number(match[2]), Number(match[3]))
  return new Date(ms).toISOString().slice(0, 10) === text ? ms / dayMs : undefined
}

/** The same of what is a day in any case: the database wrote it. @throws where it is none. */
export function dayNumber(text: string): number {
  const day = parseDay(text)
  if (day === undefined) throw new RangeError(`Not a day: ${text}`)
  return day
}

/** `yyyy-MM-dd` of a day number. */
export const formatDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The moment at which a day (days since 1970-01-01) begins in Madrid. */
export const startOfDay = (day: number): number => fromWallClock(day * dayMs)

/** The day number in Madrid at a moment. */
export const dayOf = (at: number): number => Math.floor((at + offsetMs(at)) / dayMs)

/** First day of the month that `day` is in, moved by `months`. */
export function startOfMonth(day: number, months = 0): number {
  const date = new Date(day * dayMs)
  return utc(date.getUTCFullYear(), date.getUTCMonth() + 1 + months, 1) / dayMs
}

/** First day of the year that `day` is in, moved by `years`. */
export function startOfYear(day: number, years = 0): number {
  return utc(new Date(day * dayMs).getUTCFullYear() + years, 1, 1) / dayMs
}

/** `yyyy-MM-ddTHH:mm+02:00`, Madrid's wall clock with its offset. */
export function formatHour(at: number): string {
  const offset = offsetMs(at)
  const sign = offset < 0 ? '-' : '+'
  const minutes = Math.abs(offset) / 60_000
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${new Date(at + offset).toISOString().slice(0, 16)}${sign}${two(minutes / 60)}:${two(minutes % 60)}`
}
