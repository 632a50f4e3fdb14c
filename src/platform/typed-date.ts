import type { Locale } from './constants.ts'

/**
 * A date as people type it, in the order of their language (day first in both of ours), with `/`, `-` or `.` between.
 * Months outside 1–12 and days that the month does not have are refused; two-digit years are expanded to the nearest
 * century (specification §5). A yyyy-MM-dd is taken as it is.
 * Answers yyyy-MM-dd, or undefined. Browser-safe.
 */
export function parseTypedDate(text: string, _locale: Locale, today: string): string | undefined {
  const trimmed = text.trim()
  const iso = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(trimmed)
  if (iso) return real(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const typed = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(trimmed)
  if (!typed) return undefined
  const year = typed[3]?.length === 2 ? expand(Number(typed[3]), Number(today.slice(0, 4))) : Number(typed[3])
  return real(year, Number(typed[2]), Number(typed[1]))
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

/** A yyyy-MM-dd as it is typed: `24/10/2026`. */
export const showTypedDate = (day: string): string => day.split('-').reverse().join('/')
