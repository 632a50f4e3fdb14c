/**
 * A date as people type it, day first as Spanish and British English write it, whatever the browser would rather have;
 * `/`, `-` or `.` between. Months outside 1–12 and days that the month does not have are refused; two-digit years are
 * expanded to the nearest century (specification §5). A yyyy-MM-dd is taken as it is.
 * Answers yyyy-MM-dd, or undefined. Browser-safe.
 */
export function parseTypedDate(text: string, today: string): string | undefined {
  const trimmed = text.trim()
  const iso = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(trimmed)
  if (iso) return real(Number(iso[1]), Number(iso[3]), Number(iso[4]))
  const typed = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})$/.exec(trimmed)
  if (!typed) return undefined
  const digits = typed[4] ?? ''
  const year = digits.length === 2 ? expand(Number(digits), Number(today.slice(0, 4))) : Number(digits)
  return real(year, Number(typed[3]), Number(typed[1]))
}

/**
 * A date and a time as people type them: `24/10/2026 18:30`, also `18.30`, `1830`, `18:30 h` or `6:30 pm`. Answers yyyy-MM-ddTHH:mm,
 * or undefined where either is missing or none. Browser-safe.
 */
export function parseTypedMoment(text: string, today: string): string | undefined {
  const parts =
    /^(\S+?)(?:,?\s+|T)(\d{1,2})(?:[:.h]?(\d{2}))?\s*(?:([ap])?\.?\s?(?:m\.?)?|h(?:r?s|oras)?\.?)$/i.exec(
      text.trim(),
    )
  if (!parts) return undefined
  const [, date = '', hours = '', minutes = '00', half] = parts
  const day = parseTypedDate(date, today)
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
export function isNoDay(text: string, today: string): boolean {
  const [day = 0, month = 0] = text.trim().split(/[/.-]/).map(Number)
  const written = /^\d{1,2}([/.-])\d{1,2}\1(\d{4}|\d{2})$/.test(text.trim())
  return written && day >= 1 && day <= 31 && month >= 1 && month <= 12 && !parseTypedDate(text, today)
}

/** The year with these two digits that lies nearest to now: 99 in 2026 is 1999, 30 is 2030. */
function expand(digits: number, now: number): number {
  const year = Math.floor(now / 100) * 100 + digits
  return year > now + 50 ? year - 100 : year < now - 50 ? year + 100 : year
}

function real(year: number, month: number, day: number): string | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  const date = new Date(Date.UTC(year, month - 1, day))
  // JavaScript takes the years 0 to 99 for 1900 to 1999.
  if (date.getUTCMonth() !== month - 1 || date.getUTCFullYear() !== year) return undefined
  return date.toISOString().slice(0, 10)
}

/** A yyyy-MM-dd as it is typed: `24/10/2026`. */
export const showTypedDate = (day: string): string => day.split('-').reverse().join('/')

/** A yyyy-MM-ddTHH:mm as it is typed: `24/10/2026 18:30`. */
export const showTypedMoment = (moment: string): string =>
  `${showTypedDate(moment.slice(0, 10))} ${moment.slice(11, 16)}`
