import { getLocale } from '#paraglide/runtime.js'

const regions = new Map<string, Intl.DisplayNames>()
/** A country's name in the language on screen. */
export function countryName(code: string): string {
  const locale = getLocale()
  const names = regions.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' })
  regions.set(locale, names)
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}
