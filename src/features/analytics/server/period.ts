import { businessTimeZone, currency } from '#platform/constants.ts'
import { BadInput } from '#platform/errors.ts'
import {
  dayOf,
  formatDay,
  formatHour,
  parseDay,
  startOfDay,
  startOfMonth,
  startOfYear,
} from '#platform/time.ts'
import type { Answer, Compared, Grouping, Period } from '../contract.ts'

/** A period of whole days of Europe/Madrid; day numbers since 1970-01-01, `last` included. */
export interface Span {
  first: number
  last: number
}

/** What a call asks for: its period, the period before it, and how both are cut into buckets. */
export interface Question {
  span: Span
  previous: Span
  grouping: Grouping
  now: Date
}

/**
 * Reads `f` and `t`.
 * @throws BadInput `analytics.datesRequired` without both, `analytics.datesInvalid` for what is no day,
 * `analytics.datesOrder` when the last day is before the first.
 */
export function readPeriod({ f, t }: Period, now: Date): Question {
  if (!f || !t) throw new BadInput('analytics.datesRequired')
  const first = parseDay(f)
  const last = parseDay(t)
  if (first === undefined || last === undefined) throw new BadInput('analytics.datesInvalid')
  if (last < first) throw new BadInput('analytics.datesOrder')
  const span = { first, last }
  const previous = periodBefore(span, last >= dayOf(now.getTime()))
  return { span, previous, grouping: groupingOf(span), now }
}

/** The same beside what it is to be compared with. @throws BadInput as `readPeriod`. */
export function readCompared({ compare, ...period }: Compared, now: Date): Question {
  const question = readPeriod(period, now)
  return compare === 'year' ? { ...question, previous: yearBefore(question.span) } : question
}

/**
 * Of whole months as many months before them (October beside September); of a month or year that goes on the same days of
 * the one before (1–26 November beside 1–26 October); of other days as many days.
 */
export function periodBefore(span: Span, goesOn: boolean): Span {
  const months = wholeMonths(span)
  const same = goesOn && !months ? sameDaysBefore(span) : undefined
  if (same) return same
  const first = months ? startOfMonth(span.first, -months) : span.first - (span.last - span.first + 1)
  return { first, last: span.first - 1 }
}

/** The same days of the year or month before, of a span from the first day of one to a day in it. */
function sameDaysBefore(span: Span): Span | undefined {
  const { first, last } = span
  if (startOfYear(last) === first && startOfMonth(last) > first) return yearBefore(span)
  if (startOfMonth(last) !== first) return undefined
  const before = startOfMonth(first, -1)
  return { first: before, last: Math.min(before + last - first, first - 1) }
}

/** How many whole months a span is; 0 if it begins or ends within one. */
function wholeMonths({ first, last }: Span): number {
  if (startOfMonth(first) !== first || startOfMonth(last + 1) !== last + 1) return 0
  const [from, until] = [new Date(first * 86_400_000), new Date((last + 1) * 86_400_000)]
  return (until.getUTCFullYear() - from.getUTCFullYear()) * 12 + until.getUTCMonth() - from.getUTCMonth()
}

/** Up to 2 days by time, up to 92 by day, up to 3 years by month, else by year. */
export function groupingOf({ first, last }: Span): Grouping {
  const days = last - first + 1
  if (days <= 2) return 'time'
  if (days <= 92) return 'day'
  return last < startOfThreeYearsOn(first) ? 'month' : 'year'
}

/** The same days or whole months a year before; 29 February becomes 28 February. */
export function yearBefore(span: Span): Span {
  const { first, last } = span
  if (wholeMonths(span)) return { first: startOfMonth(first, -12), last: startOfMonth(last + 1, -12) - 1 }
  const back = (day: number) => {
    const date = new Date(day * 86_400_000)
    const month = date.getUTCMonth()
    date.setUTCFullYear(date.getUTCFullYear() - 1)
    if (date.getUTCMonth() !== month) date.setUTCDate(0)
    return date.getTime() / 86_400_000
  }
  return { first: back(first), last: back(last) }
}

/** The same day three years later; 29 February counts as 1 March. */
function startOfThreeYearsOn(day: number): number {
  const date = new Date(day * 86_400_000)
  date.setUTCFullYear(date.getUTCFullYear() + 3)
  return date.getTime() / 86_400_000
}

const hourMs = 3_600_000

export interface Bucket {
  t: string
  /** Moment at which the bucket begins (its part inside the span). */
  from: number
}

/** The buckets of a span, without gaps. */
export function bucketsOf({ first, last }: Span, grouping: Grouping): Bucket[] {
  const buckets: Bucket[] = []
  if (grouping === 'time') {
    const end = startOfDay(last + 1)
    for (let at = startOfDay(first); at < end; at += hourMs) buckets.push({ t: formatHour(at), from: at })
    return buckets
  }
  const length = { day: 10, month: 7, year: 4 }[grouping]
  const next = (day: number) =>
    grouping === 'day' ? day + 1 : grouping === 'month' ? startOfMonth(day, 1) : startOfYear(day, 1)
  for (let day = first; day <= last; day = next(day))
    buckets.push({ t: formatDay(day).slice(0, length), from: startOfDay(day) })
  return buckets
}

/** First and first-no-longer moment of a span. */
export const momentsOf = ({ first, last }: Span) => ({
  from: new Date(startOfDay(first)),
  until: new Date(startOfDay(last + 1)),
})

export interface Piece {
  grain: 'hour' | 'day' | 'month' | 'year'
  from: Date
  until: Date
  /** Taken off: it is in another piece and was not asked for. */
  less?: boolean
}

const pieceOf = (grain: Piece['grain'], from: number, until: number): Piece[] =>
  from < until ? [{ grain, from: new Date(startOfDay(from)), until: new Date(startOfDay(until)) }] : []

const lessOf = (grain: Piece['grain'], from: number, until: number): Piece[] =>
  pieceOf(grain, from, until).map((piece) => ({ ...piece, less: true }))

/** The whole months within a span, if any. */
export function monthsWithin({ first, last }: Span): Piece | undefined {
  const from = startOfMonth(first) === first ? first : startOfMonth(first, 1)
  return pieceOf('month', from, startOfMonth(last + 1))[0]
}

/**
 * A span cut into months and the days at both ends, for the rollups by month and by day. A month of which the span leaves
 * out fewer days than it has is read whole, less those, if `mayLeave` says so; days to come are nothing to read.
 */
export function piecesOf(
  span: Span,
  mayLeave: (left: Piece) => boolean = () => true,
  today = dayOf(Date.now()),
): Piece[] {
  const { first } = span
  const end = span.last + 1
  const begins = startOfMonth(first)
  const ends = startOfMonth(span.last, 1)
  const second = Math.min(startOfMonth(first, 1), end)
  const final = Math.max(startOfMonth(span.last), first)
  const before = lessOf('day', begins, first)
  const after = lessOf('day', end, ends)
  const ofPast = (from: number, until: number) => Math.max(0, Math.min(until, today + 1) - from)
  const wholly = (left: Piece[], days: number, inside: number) => days < inside && left.every(mayLeave)
  if (startOfMonth(begins, 1) === ends)
    return wholly([...before, ...after], first - begins + ofPast(end, ends), end - first)
      ? [...pieceOf('month', begins, ends), ...before, ...after]
      : pieceOf('day', first, end)
  const startsWhole = wholly(before, first - begins, second - first)
  const endsWhole = wholly(after, ofPast(end, ends), end - final)
  return [
    ...(startsWhole ? before : pieceOf('day', first, second)),
    ...pieceOf('month', startsWhole ? begins : second, endsWhole ? ends : final),
    ...(endsWhole ? after : pieceOf('day', final, end)),
  ]
}

/** The same with whole years where there are any, and with a year less some months where these are fewer. */
export function piecesWithYears(span: Span, mayLeave?: (left: Piece) => boolean): Piece[] {
  return piecesOf(span, mayLeave).flatMap((piece) => {
    if (piece.grain !== 'month') return [piece]
    const [from, until] = [dayOf(piece.from.getTime()), dayOf(piece.until.getTime())]
    const firstYear = startOfYear(from) === from ? from : startOfYear(from, 1)
    const afterYears = startOfYear(until)
    if (firstYear > afterYears) return monthsOfYear(from, until)
    return [
      ...monthsOfYear(from, firstYear),
      ...pieceOf('year', firstYear, afterYears),
      ...monthsOfYear(afterYears, until),
    ]
  })
}

/** Months of one year as what reads fewer rows. */
function monthsOfYear(from: number, until: number): Piece[] {
  const [year, next] = [startOfYear(from), startOfYear(from, 1)]
  if (until - from <= (next - year) / 2) return pieceOf('month', from, until)
  return [...pieceOf('year', year, next), ...lessOf('month', year, from), ...lessOf('month', until, next)]
}

/** The answer's head. */
export function metaOf({ span, previous, grouping, now }: Question): Answer['meta'] {
  return {
    from: formatDay(span.first),
    to: formatDay(span.last),
    previousFrom: formatDay(previous.first),
    previousTo: formatDay(previous.last),
    timeZone: businessTimeZone,
    currency,
    grouping,
    partial: span.last >= dayOf(now.getTime()),
    generatedAt: now.toISOString(),
  }
}
