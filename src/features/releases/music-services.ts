/** Where releases are heard. Browser-safe, without validators. */

/** Services that can be asked for a release by its code. */
export const askedServices = ['spotify', 'appleMusic', 'deezer'] as const
export type AskedService = (typeof askedServices)[number]

interface MusicService {
  name: string
  /** Hosts of its addresses; those below them are its own too. */
  hosts: readonly string[]
  asked?: AskedService
}

/** Bandcamp is none of them: artists have it under names of their own. */
export const musicServices: readonly MusicService[] = [
  { name: 'Spotify', hosts: ['spotify.com', 'spotify.link', 'spoti.fi'], asked: 'spotify' },
  { name: 'Apple Music', hosts: ['music.apple.com', 'itunes.apple.com'], asked: 'appleMusic' },
  { name: 'Deezer', hosts: ['deezer.com', 'deezer.page.link'], asked: 'deezer' },
  { name: 'TIDAL', hosts: ['tidal.com'] },
  { name: 'YouTube Music', hosts: ['music.youtube.com'] },
  { name: 'YouTube', hosts: ['youtube.com', 'youtu.be'] },
  {
    name: 'Amazon Music',
    hosts: ['com', 'es', 'co.uk', 'de', 'fr', 'it', 'com.mx', 'com.br'].map((end) => `music.amazon.${end}`),
  },
  { name: 'SoundCloud', hosts: ['soundcloud.com'] },
  { name: 'Qobuz', hosts: ['qobuz.com'] },
]

/** What a service is called on the page. */
export const nameOfService = (service: AskedService): string =>
  musicServices.find(({ asked }) => asked === service)?.name ?? service

/** The service that a link says it leads to; undefined for a name of somebody's own. */
export const serviceNamed = (name: string): MusicService | undefined =>
  musicServices.find((one) => one.name.toLowerCase() === name.trim().toLowerCase())

/** Does the address belong to the service? */
export function isOfService({ hosts }: Pick<MusicService, 'hosts'>, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname, protocol } = new URL(url)
  return (
    /^https?:$/.test(protocol) && hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  )
}

/** The service that an address belongs to. */
export const serviceAt = (url: string): MusicService | undefined =>
  musicServices.find((one) => isOfService(one, url))

/** A code as people write it, without what they put between its parts. */
export const bareCode = (typed: string): string => typed.replace(/[\s.\-‐-―]/g, '').toUpperCase()

/**
 * Is it the number of a release: a UPC of 12 digits or an EAN of 13, whose last digit is right (GS1 General
 * Specifications, check digit: weights 3 and 1 from the right)?
 */
export function isUpc(code: string): boolean {
  if (!/^(\d{12}|\d{13})$/.test(code)) return false
  const sum = [...code].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** Is it the number of a recording (ISO 3901): prefix of two letters and three signs, year, five digits; without a check digit? */
export const isIsrc = (code: string): boolean => /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code)

/** A UPC and the EAN that is the same number; services know one or the other. */
export const spellingsOf = (upc: string): string[] =>
  upc.length === 12 ? [upc, `0${upc}`] : upc.startsWith('0') ? [upc, upc.slice(1)] : [upc]
