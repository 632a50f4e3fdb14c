import type { Glyph } from './glyphs.ts'

/** A service that fans know by its sign. */
export interface Network {
  name: string
  glyph: Glyph
  /** Paths of its hosts that are somebody's page, not a song, a post or a list. */
  profile: RegExp
}

const network = (name: string, glyph: Glyph, profile: RegExp = /^\/@?[\w.-]+\/?$/): Network => ({
  name,
  glyph,
  profile,
})

const channel = /^\/(@[\w.-]+|(channel|c|user)\/[\w-]+)\/?$/
/** Their language stands before it: `/intl-es/artist/…`, `/es/artist/…`. */
const artist = /^(\/[\w-]+)?\/artist\/[^?]+$/
const byHost: Record<string, Network> = {
  'instagram.com': network('Instagram', 'instagram'),
  'tiktok.com': network('TikTok', 'tiktok', /^\/@[\w.-]+\/?$/),
  'youtube.com': network('YouTube', 'youtube', channel),
  'youtu.be': network('YouTube', 'youtube', /^$/),
  'music.youtube.com': network('YouTube Music', 'youtube', channel),
  'open.spotify.com': network('Spotify', 'spotify', artist),
  'facebook.com': network('Facebook', 'facebook'),
  'x.com': network('X', 'x'),
  'twitter.com': network('X', 'x'),
  'bsky.app': network('Bluesky', 'bluesky', /^\/profile\/[\w.:-]+\/?$/),
  'mastodon.social': network('Mastodon', 'mastodon', /^\/@\w+\/?$/),
  'twitch.tv': network('Twitch', 'twitch'),
  'soundcloud.com': network('SoundCloud', 'soundcloud'),
  'bandcamp.com': network('Bandcamp', 'bandcamp'),
  'music.apple.com': network('Apple Music', 'apple', artist),
  'vimeo.com': network('Vimeo', 'vimeo', /^\/(?!\d+\/?$)[\w-]+\/?$/),
  'wa.me': network('WhatsApp', 'whatsapp', /^$/),
  't.me': network('Telegram', 'telegram'),
  'patreon.com': network('Patreon', 'patreon'),
}
/** An artist's own name stands before theirs. */
const ofArtists = /^[\w-]+\.bandcamp\.com$/

function read(url: string): { network: Network; own: boolean; path: string } | undefined {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return undefined
  const { hostname, pathname } = new URL(url)
  const host = hostname.replace(/^(www|m)\./, '')
  const own = ofArtists.test(host)
  const found = byHost[own ? 'bandcamp.com' : host]
  return found && { network: found, own, path: pathname }
}

/** The service that an address is of; undefined for all others. */
export const networkOf = (url: string): Network | undefined => read(url)?.network

/** Is it the artist's own page at such a service, as search engines want to know it? */
export function isProfile(url: string): boolean {
  const found = read(url)
  if (!found || !url.startsWith('https:')) return false
  return found.own ? found.path === '/' : found.network.profile.test(found.path)
}
