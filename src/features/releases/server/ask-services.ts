import type { Music } from '#platform/music-app.ts'
import type { FoundRelease } from '../contract.ts'
import { callMusic, MusicError, type Wanted } from './music-call.ts'

/** A token that is asked for again before it ends. */
interface Held {
  token: string
  until: number
}
const tokens = new WeakMap<object, Held>()
/** A token is not used in its last minute. */
const marginSeconds = 60

/** Spotify, «Client Credentials Flow»: a token of an hour, kept by this process. */
async function spotifyToken(music: Music, spotify: NonNullable<Music['spotify']>): Promise<string> {
  const held = tokens.get(spotify)
  if (held && held.until > Date.now()) return held.token
  const { access_token: token, expires_in: seconds } = await callMusic(
    music,
    'accounts.spotify.com',
    'api/token',
    {
      headers: {
        authorization: `Basic ${Buffer.from(`${spotify.clientId}:${spotify.clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    },
  )
  if (typeof token !== 'string') throw new MusicError('unreachable', 'no token')
  const lasts = typeof seconds === 'number' ? seconds : 3_600
  tokens.set(spotify, { token, until: Date.now() + (lasts - marginSeconds) * 1_000 })
  return token
}

/** Spotify, «Search for Item»: `upc:` finds albums, `isrc:` tracks; ten at most. One spelling after the other: a search takes one. */
export async function askSpotify(music: Music, { kind, codes }: Wanted): Promise<FoundRelease[]> {
  const { spotify } = music
  if (!spotify) return []
  const of = kind === 'upc' ? 'album' : 'track'
  const search = async (code: string) => {
    const query = new URLSearchParams({ q: `${kind}:${code}`, type: of, limit: '10' })
    const authorization = `Bearer ${await spotifyToken(music, spotify)}`
    return callMusic(music, 'api.spotify.com', `v1/search?${query}`, { headers: { authorization } })
  }
  for (const code of codes) {
    const held = tokens.has(spotify)
    const answer = await search(code).catch((error: unknown) => {
      if (!(held && error instanceof MusicError && error.state === 'refused')) throw error
      tokens.delete(spotify)
      return search(code)
    })
    const found = listIn(objectIn(answer, `${of}s`), 'items').map((item) => ({
      url: textIn(objectIn(item, 'external_urls'), 'spotify'),
      title: textIn(item, 'name'),
      artist: listIn(item, 'artists')
        .map((one) => textIn(one, 'name'))
        .join(', '),
      date: textIn(of === 'album' ? item : objectIn(item, 'album'), 'release_date') || null,
    }))
    if (found.length > 0) return found
  }
  return []
}

/** Apple Music API, «Get Multiple Catalog Albums by UPC» and «… Songs by ISRC»: all spellings in one question. */
export async function askAppleMusic(music: Music, { kind, codes }: Wanted): Promise<FoundRelease[]> {
  const of = kind === 'upc' ? 'albums' : 'songs'
  const query = new URLSearchParams({ [`filter[${kind}]`]: codes.join(',') })
  const answer = await callMusic(music, 'api.music.apple.com', `v1/catalog/${music.country}/${of}?${query}`, {
    headers: { authorization: `Bearer ${music.appleMusic?.token ?? ''}` },
  })
  return listIn(answer, 'data').map((one) => {
    const said = objectIn(one, 'attributes')
    return {
      url: textIn(said, 'url'),
      title: textIn(said, 'name'),
      artist: textIn(said, 'artistName'),
      date: textIn(said, 'releaseDate') || null,
    }
  })
}

/** Codes of Deezer's errors, which come with 200: too many calls, and a service that is busy. */
const busyCodes = [4, 700]
/** Nothing of that number. */
const noData = 800

/** Deezer, `/album/upc:…` and `/track/isrc:…`: one at most. */
export async function askDeezer(music: Music, { kind, codes }: Wanted): Promise<FoundRelease[]> {
  for (const code of codes) {
    const answer = await callMusic(
      music,
      'api.deezer.com',
      `${kind === 'upc' ? 'album/upc' : 'track/isrc'}:${code}`,
    )
    const { code: fault } = objectIn(answer, 'error')
    if (fault === noData) continue
    if (fault !== undefined)
      throw new MusicError(busyCodes.includes(Number(fault)) ? 'busy' : 'refused', fault)
    return [
      {
        url: textIn(answer, 'link'),
        title: textIn(answer, 'title'),
        artist: textIn(objectIn(answer, 'artist'), 'name'),
        date: textIn(answer, 'release_date') || null,
      },
    ]
  }
  return []
}

type Json = Record<string, unknown>
const objectIn = (value: Json, name: string): Json => {
  const found = value[name]
  return typeof found === 'object' && found !== null ? (found as Json) : {}
}
const listIn = (value: Json, name: string): Json[] => {
  const found = value[name]
  return Array.isArray(found) ? found.filter((one) => typeof one === 'object' && one !== null) : []
}
const textIn = (value: Json, name: string): string => {
  const found = value[name]
  return typeof found === 'string' ? found.slice(0, 500) : ''
}
