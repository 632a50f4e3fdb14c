import { reservedUrls } from '#features/portals/server/reserved.ts'

/** Can this be a portal's address? */
export const isAddress = (text: string): boolean => /^[a-z0-9-]{3,40}$/.test(text) && !reservedUrls.has(text)

/** The same path with its portal's address in lower case, as typed from a poster in capitals; undefined where it is already. */
export function inLowerCase(path: string): string | undefined {
  const [, language = '', address = '', rest = ''] = /^(\/en)?\/([^/]+)(\/.*)?$/i.exec(path) ?? []
  const lower = address.toLowerCase()
  return lower !== address && isAddress(lower) ? `${language.toLowerCase()}/${lower}${rest}` : undefined
}

/**
 * The same path without the slash that profiles and posters put behind an address; undefined where there is none. Of a path
 * that could be read as another host, there is none either.
 */
export const withoutEndSlash = (path: string): string | undefined =>
  /^(?:\/[\w.~%-]+)+(?=\/+$)/.exec(path)?.[0]
