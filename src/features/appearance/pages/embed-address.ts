import type { Locale } from '#platform/constants.ts'

/** The page of a part that other sites frame, in the language of whoever copies it. `url`: where fans see the portal. */
export function embedAddress(url: string, part: 'events' | 'shop', locale: Locale): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${locale === 'en' ? '/en' : ''}${pathname.replace(/\/$/, '')}/embed/${part}`
}
