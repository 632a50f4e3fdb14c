/** In which order a date is typed: day first nearly everywhere, month first where English is American or says no country. */
export type DateOrder = 'dmy' | 'mdy'

/** The order of a language tag (BCP 47): month first for bare `en` and `en-US`, day first for all others. */
export const dateOrderOf = (tag: string): DateOrder => (/^en(-latn)?(-us)?$/i.test(tag) ? 'mdy' : 'dmy')

/**
 * The order of a page in `locale`, read with a browser of these languages: of the reader's own kind of that language
 * where they name one (`en-GB`, `es-MX`), else of the language itself.
 */
export function readersDateOrder(locale: string, languages: readonly string[]): DateOrder {
  const own = languages.find((tag) => tag.toLowerCase().split('-')[0] === locale)
  return dateOrderOf(own ?? locale)
}

/**
 * A date as people type it, in the order of their language, with `/`, `-` or `.` between. Months outside 1–12 and days that
 * the month does not have are refused; two-digit years are expanded to the nearest century (specification §5). A
 * yyyy-MM-dd is taken as it is.
 * Answers yyyy-MM-dd, or undefined. Browser-safe.
 */
export function parseTypedDate(text: string, order: DateOrder, today: string): string | undefined {
  const trimmed = text.trim()
  const iso = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(trimmed)
  if (iso) return real(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const typed = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(trimmed)
  if (!typed) return undefined
  const [first, second, digits = ''] = [Number(typed[1]), Number(typed[3]), typed[4]]
  const year = digits.length === 2 ? expand(Number(digits), Number(today.slice(0, 4))) : Number(digits)
  return order === 'mdy' ? real(year, first, second) : real(year, second, first)
}

/**
 * A date and a time as people type them: `24/10/2026 18:30`, also `18.30`, `1830` or `6:30 pm`. Answers yyyy-MM-ddTHH:mm,
 * or undefined where either is missing or none. Browser-safe.
 */
export function parseTypedMoment(text: string, order: DateOrder, today: string): string | undefined {
  const parts = /^(\S+?)(?:,?\s+|T)(\d{1,2})(?:[:.h]?(\d{2}))?\s*([ap])?\.?\s?(?:m\.?)?$/i.exec(text.trim())
  if (!parts) return undefined
  const [, date = '', hours = '', minutes = '00', half] = parts
  const day = parseTypedDate(date, order, today)
  const [hour, minute] = [hourOf(Number(hours), half?.toLowerCase()), Number(minutes)]
  if (!day || hour === undefined || minute > 59) return undefined
  return `${day}T${String(hour).padStart(2, '0')}:${minutes}`
}

function hourOf(typed: number, half: string | undefined): number | undefined {
  if (!half) return typed < 24 ? typed : undefined
  if (typed < 1 || typed > 12) return undefined
  return (typed % 12) + (half === 'p' ? 12 : 0)
}

/** Is it written as a date, of a day that its month does not have: 31/02/2026? */
export function isNoDay(text: string, order: DateOrder, today: string): boolean {
  const [first = 0, second = 0] = text.trim().split(/[/.-]/).map(Number)
  const [day, month] = order === 'mdy' ? [second, first] : [first, second]
  const written = /^\d{1,2}([/.-])\d{1,2}\1(\d{4}|\d{2})$/.test(text.trim())
  return written && day >= 1 && day <= 31 && month >= 1 && month <= 12 && !parseTypedDate(text, order, today)
}

/** The year with these two digits that lies nearest to now: 99 in 2026 is 1999, 30 is 2030. */
function expand(digits: number, now: number): number {
  const year = Math.floor(now / 100) * 100 + digits
  return year > now + 50 ? year - 100 : year < now - 50 ? year + 100 : year
}

function real(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCMonth() !== month - 1) return undefined
  return date.toISOString().slice(0, 10)
}

/** A yyyy-MM-dd as it is typed: `24/10/2026`, or `10/24/2026` with the month first. */
export function showTypedDate(day: string, order: DateOrder): string {
  const [year, month, date] = day.split('-')
  return (order === 'mdy' ? [month, date, year] : [date, month, year]).join('/')
}

/** A yyyy-MM-ddTHH:mm as it is typed: `24/10/2026 18:30`. */
export const showTypedMoment = (moment: string, order: DateOrder): string =>
  `${showTypedDate(moment.slice(0, 10), order)} ${moment.slice(11, 16)}`
