import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

interface Held {
  upc?: string
  isrc?: string
  title: string
  artist: string
  date?: string
  id: string
}

/**
 * Spotify, Apple Music and Deezer on this machine, as their documentation has them (the host stands first in the path):
 * - Spotify, «Client Credentials Flow»: POST accounts.spotify.com/api/token with Basic and `grant_type=client_credentials`
 *   answers `{ access_token, token_type: "Bearer", expires_in: 3600 }`; «Search for Item»: `q=upc:…&type=album` or
 *   `q=isrc:…&type=track` answer `{ albums: { items, total } }`, items with `external_urls.spotify`; «Rate Limits»: 429 with
 *   `Retry-After`; errors are `{ error: { status, message } }`.
 * - Apple Music API, «Get Multiple Catalog Albums by UPC»: `/v1/catalog/{storefront}/albums?filter[upc]=…`, «… Songs by ISRC»:
 *   `/songs?filter[isrc]=…`, both with a developer token as Bearer; `{ data: [{ attributes: { url, name, artistName } }] }`,
 *   an empty `data` for what is not there, 401 without a body for a token that is none, 429 for too many.
 * - Deezer: `/album/upc:…` and `/track/isrc:…` without a token; always 200, errors are `{ error: { type, message, code } }`:
 *   800 no data, 4 quota (50 calls in 5 seconds).
 */
export class LocalMusic {
  address = ''
  spotify = { clientId: 'spotify-id', clientSecret: 'spotify-secret-1234' }
  appleToken = 'aaa.bbb.ccc'
  held: Record<'spotify' | 'appleMusic' | 'deezer', Held[]> = { spotify: [], appleMusic: [], deezer: [] }
  /** Hosts that answer as ones that have been asked too often. */
  busy = new Set<string>()
  tokens = new Set<string>()
  tokensMade = 0
  asked: string[] = []
  /** What it says instead, as a service that is not itself. */
  instead: string | undefined
  stop: () => Promise<void> = async () => {}
}

export async function startMusic(): Promise<LocalMusic> {
  const music = new LocalMusic()
  const server = createServer((request, response) => void answer(music, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  music.address = `http://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/{service}`
  music.stop = () => new Promise((resolve) => server.close(() => resolve()))
  return music
}

async function answer(music: LocalMusic, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const [, host = '', ...rest] = url.pathname.split('/')
  const path = decodeURIComponent(rest.join('/'))
  const query = url.searchParams
  const shown = (request.headers.authorization ?? '').replace(/^(Bearer|Basic) /, '')
  const send = (status: number, body: unknown, headers: Record<string, string> = {}) =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(body === undefined ? '' : JSON.stringify(body))
  music.asked.push(`${host}/${path}${url.search}`)
  if (music.instead !== undefined)
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(music.instead)

  if (host === 'accounts.spotify.com') {
    const { clientId, clientSecret } = music.spotify
    const known = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    if (shown !== known || !(await bodyOf(request)).includes('grant_type=client_credentials'))
      return send(400, { error: 'invalid_client', error_description: 'Invalid client' })
    const token = `token-${++music.tokensMade}`
    music.tokens.add(token)
    return send(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 })
  }
  const of = (list: readonly Held[], codes: readonly string[]) =>
    list.filter((one) => codes.some((code) => code === one.upc || code === one.isrc))

  if (host === 'api.spotify.com') {
    if (!music.tokens.has(shown))
      return send(401, { error: { status: 401, message: 'The access token expired' } })
    if (music.busy.has(host))
      return send(429, { error: { status: 429, message: 'API rate limit exceeded' } }, { 'retry-after': '7' })
    const limit = Number(query.get('limit') ?? 5)
    if (!(limit >= 1 && limit <= 10)) return send(400, { error: { status: 400, message: 'Invalid limit' } })
    const [, code = ''] = (query.get('q') ?? '').split(':')
    const kind = query.get('type') === 'track' ? 'track' : 'album'
    const items = of(music.held.spotify, [code]).map(({ id, title, artist, date }) => ({
      ...{ id, name: title, type: kind, artists: [{ name: artist }] },
      external_urls: { spotify: `https://open.spotify.com/${kind}/${id}` },
      ...(kind === 'album' ? { release_date: date } : { album: { release_date: date } }),
    }))
    return send(200, { [`${kind}s`]: { items, total: items.length, limit, offset: 0 } })
  }
  if (host === 'api.music.apple.com') {
    if (shown !== music.appleToken) return send(401, undefined)
    if (music.busy.has(host)) return send(429, { errors: [{ status: '429', title: 'Too Many Requests' }] })
    const codes = (query.get('filter[upc]') ?? query.get('filter[isrc]') ?? '').split(',')
    const data = of(music.held.appleMusic, codes).map(({ id, title, artist, date }) => ({
      ...{ id, type: path.split('/').at(-1) },
      attributes: {
        ...{ name: title, artistName: artist, releaseDate: date },
        url: `https://music.apple.com/es/album/${id}`,
      },
    }))
    return send(200, { data })
  }
  if (host === 'api.deezer.com') {
    if (music.busy.has(host))
      return send(200, { error: { type: 'Exception', message: 'Quota limit exceeded', code: 4 } })
    const [kind, code = ''] = path
      .replace(':', '/')
      .split('/')
      .slice(0, 1)
      .concat(path.split(':')[1] ?? '')
    const [one] = of(music.held.deezer, [code])
    if (!one) return send(200, { error: { type: 'DataException', message: 'no data', code: 800 } })
    const { id, title, artist, date } = one
    return send(200, {
      ...{ id, title, artist: { name: artist }, release_date: date, type: kind },
      link: `https://www.deezer.com/${kind}/${id}`,
    })
  }
  send(404, {})
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
