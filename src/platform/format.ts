import { businessTimeZone, currency, type Locale } from './constants.ts'

/** How a language writes figures and moments. Browser-safe; the same text on the server and in the browser. */
export interface Formats {
  /** Integer cents as euros: `4.515,52 €`. */
  money: (cents: number) => string
  /** Integer cents as whole euros, for axes and comparisons: `42.898 €`. */
  roundMoney: (cents: number) => string
  /** `12.903`; always grouped, four digits too. */
  number: (value: number) => string
  /** A share of 1 with one decimal unless told: `12,4 %`. */
  percent: (share: number, digits?: number) => string
  /** A moment or a yyyy-MM-dd day as `24 oct 2026`. */
  date: (value: string | Date) => string
  /** `24 oct`, for lists and axes. */
  day: (value: string | Date) => string
  /** `24 oct 2026, 18:20`, in the business time zone. */
  dateTime: (value: string | Date) => string
  /** `octubre de 2026`. */
  month: (value: string | Date) => string
  /** `septiembre–noviembre de 2026`; one month where the first is the last, or none is said. */
  months: (from: string | null, to: string) => string
  /** `hace 4 min` up to a day, then the date. */
  ago: (value: string | Date, now: Date) => string
}

const tags: Record<Locale, string> = { es: 'es-ES', en: 'en-GB' }
const made = new Map<Locale, Formats>()

// One kind of non-breaking space everywhere, and a real minus.
const tidy = (text: string) => text.replaceAll('\u202f', '\u00a0').replace(/-(?=[\d€])/g, '\u2212')

// A bare day is the same day in every zone.
const moment = (value: string | Date) =>
  typeof value === 'string' && value.length === 10 ? new Date(`${value}T12:00:00Z`) : new Date(value)

/** The formats of a language; made once. */
export function formats(locale: Locale): Formats {
  let found = made.get(locale)
  if (!found) {
    found = make(tags[locale])
    made.set(locale, found)
  }
  return found
}

function make(tag: string): Formats {
  const grouped = { useGrouping: 'always' } as const
  const euros = { style: 'currency', currency, ...grouped } as const
  const zone = { timeZone: businessTimeZone } as const
  const money = new Intl.NumberFormat(tag, euros)
  const roundMoney = new Intl.NumberFormat(tag, { ...euros, maximumFractionDigits: 0 })
  const number = new Intl.NumberFormat(tag, { ...grouped, maximumFractionDigits: 2 })
  const percents = [0, 1, 2].map(
    (digits) =>
      new Intl.NumberFormat(tag, {
        style: 'percent',
        ...grouped,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  )
  const date = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric', ...zone })
  const day = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', ...zone })
  const time = new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone })
  const month = new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', ...zone })
  const relative = new Intl.RelativeTimeFormat(tag, { style: 'short', numeric: 'always' })
  const immediate = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' })
  // `sept` and its dot differ between engines' data: one short form for all.
  const short = (text: string) =>
    tidy(text)
      .replace(/sept\b/i, (month) => month.slice(0, 3))
      .replace(/\./g, '')

  return {
    money: (cents) => tidy(money.format(cents / 100)),
    roundMoney: (cents) => tidy(roundMoney.format(Math.round(cents / 100))),
    number: (value) => tidy(number.format(value)),
    percent: (share, digits = 1) => tidy((percents[digits] ?? number).format(share)),
    date: (value) => short(date.format(moment(value))),
    day: (value) => short(day.format(moment(value))),
    dateTime: (value) => `${short(date.format(moment(value)))}, ${time.format(moment(value))}`,
    month: (value) => month.format(moment(value)),
    months: (from, to) =>
      from === null || from >= to
        ? month.format(moment(to))
        : month.formatRange(moment(from), moment(to)).replaceAll('\u2009', ' '),
    ago: (value, now) => {
      const minutes = Math.round((moment(value).getTime() - now.getTime()) / 60_000)
      if (minutes === 0) return tidy(immediate.format(0, 'second'))
      if (Math.abs(minutes) < 60) return tidy(relative.format(minutes, 'minute'))
      if (Math.abs(minutes) < 60 * 24) return tidy(relative.format(Math.round(minutes / 60), 'hour'))
      return short(date.format(moment(value)))
    },
  }
}
