import type { Locale } from '#platform/constants.ts'
import { businessTimeZone, currency } from '#platform/constants.ts'
import type { BilingualText } from '#platform/table.ts'
import { words } from '#platform/words.ts'

/** The site's words in a language. */
export const say = (locale: Locale, key: string, params?: Record<string, string | number>) =>
  words(`site.${key}`, locale, params)

/** A text in the wished language; Spanish where the other is missing. */
export const inLanguage = (text: BilingualText, locale: Locale): string => text[locale] || text.es

/** 2900 → "29 €", 2950 → "29,50 €". */
export const price = (cents: number, locale: Locale): string =>
  new Intl.NumberFormat(locale === 'es' ? 'es-ES' : 'en-IE', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
    useGrouping: 'always',
  } as Intl.NumberFormatOptions).format(cents / 100)

/** "14 nov", "14 nov 2027" when it is not this year's; in the zone of the place. */
export function shortDate(at: Date, locale: Locale, timeZone: string = businessTimeZone): string {
  const year = (date: Date) => new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format(date)
  return new Intl.DateTimeFormat(locale === 'es' ? 'es-ES' : 'en-GB', {
    day: 'numeric',
    month: 'short',
    ...(year(at) === year(new Date()) ? {} : { year: 'numeric' }),
    timeZone,
  }).format(at)
}

/** Where a product's own page lies, below its portal's address; of one of its variants when that is chosen. */
export const productPath = (productId: string, variantId?: string | null) =>
  `/product/${productId}${variantId ? `/${variantId}` : ''}`

export const pathIn = (locale: Locale, path: string) => (locale === 'en' ? `/en${path}` : path)

/** Today in the business's zone, yyyy-MM-dd. */
export const today = (): string =>
  new Intl.DateTimeFormat('sv', { timeZone: businessTimeZone }).format(new Date())

/** A day, yyyy-MM-dd, in words: "14 de noviembre de 2027". */
export const longDate = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === 'es' ? 'es-ES' : 'en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T12:00:00Z`))
