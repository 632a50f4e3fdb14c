import { localizeHref } from '#paraglide/runtime.js'
import type { Locale } from '#platform/constants.ts'

/** The address of a page in a language: the reader's own, or the one asked for. */
export const localized = (path: string, locale?: Locale): string => {
  const href = localizeHref(path, locale ? { locale } : undefined)
  return href.length > 1 ? href.replace(/\/$/, '') : href
}
