import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type LocalMusic, startMusic } from '#testing/music/server.ts'
import { portals } from '#testing/world/cast.ts'
import { isIsrc, isUpc, spellingsOf } from './music-services.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const upc = '724384960650'
const isrc = 'ESA012345678'
let music: LocalMusic
const before = testServices.music

beforeAll(async () => {
  music = await startMusic()
})
beforeEach(() => {
  music.busy.clear()
  music.tokens.clear()
  music.asked = []
  music.instead = undefined
  music.held = { spotify: [], appleMusic: [], deezer: [] }
  testServices.music = {
    spotify: { ...music.spotify },
    appleMusic: { token: music.appleToken },
    deezer: {},
    address: music.address,
    country: 'es',
  }
})
afterAll(async () => {
  testServices.music = before
  await music.stop()
})

const album = { upc, title: 'Segundo disco', artist: 'Niño Lobo', date: '2026-11-20' }
const look = async (asked: { upc?: string; isrc?: string }) => {
  const artist = await as(world.database, 'artist')
  const { services } = ok(await artist.releases.findAtServices({ portalId, ...asked }))
  return Object.fromEntries(services.map(({ service, ...rest }) => [service, rest]))
}

describe('services of music', () => {
  test('a release is found by its UPC at each service that has a key', async () => {
    music.held.spotify.push({ ...album, id: 'sp1' })
    music.held.appleMusic.push({ ...album, upc: `0${upc}`, id: 'ap1' })
    music.held.deezer.push({ ...album, upc: `0${upc}`, id: '302127' })
    const found = { state: 'found', found: [{ title: album.title, artist: album.artist, date: album.date }] }
    expect(await look({ upc: '7 24384-96065 0' })).toMatchObject({
      spotify: { ...found, found: [{ url: 'https://open.spotify.com/album/sp1' }] },
      appleMusic: { ...found, found: [{ url: 'https://music.apple.com/es/album/ap1' }] },
      deezer: { ...found, found: [{ url: 'https://www.deezer.com/album/302127' }] },
    })
    // The token is good for an hour: it is not asked for again.
    await look({ upc })
    expect(music.asked.filter((one) => one.startsWith('accounts'))).toHaveLength(1)
  })

  test('a recording is found by its ISRC', async () => {
    const song = { isrc, title: 'Canción', artist: 'Niño Lobo', date: '2026-11-20' }
    music.held.spotify.push({ ...song, id: 'tr1' })
    music.held.deezer.push({ ...song, id: '77' })
    expect(await look({ isrc: 'es-a01-23-45678' })).toMatchObject({
      spotify: { state: 'found', found: [{ url: 'https://open.spotify.com/track/tr1' }] },
      appleMusic: { state: 'none', found: [] },
      deezer: { state: 'found', found: [{ url: 'https://www.deezer.com/track/77' }] },
    })
  })

  test('two albums of one UPC are both told; nothing is chosen for anybody', async () => {
    music.held.spotify.push({ ...album, id: 'sp1' }, { ...album, id: 'sp2', title: 'Segundo disco (Deluxe)' })
    const { spotify } = await look({ upc })
    expect(spotify?.found.map(({ url }) => url)).toEqual([
      'https://open.spotify.com/album/sp1',
      'https://open.spotify.com/album/sp2',
    ])
  })

  test('what a service says instead of an answer is told by the service, and others answer all the same', async () => {
    testServices.music.appleMusic = { token: 'other.token.here' }
    testServices.music.spotify = { ...music.spotify, clientSecret: 'wrong-secret-12345' }
    music.held.deezer.push({ ...album, id: '1' })
    expect(await look({ upc })).toMatchObject({
      spotify: { state: 'refused' },
      appleMusic: { state: 'refused' },
      deezer: { state: 'found' },
    })
    testServices.music.appleMusic = { token: music.appleToken }
    testServices.music.spotify = { ...music.spotify }
    for (const host of ['api.spotify.com', 'api.music.apple.com', 'api.deezer.com']) music.busy.add(host)
    const busy = await look({ upc })
    expect(Object.values(busy).map(({ state }) => state)).toEqual(['busy', 'busy', 'busy'])
    music.instead = '<html>'
    const strange = await look({ upc })
    expect(Object.values(strange).map(({ state }) => state)).toEqual([
      'unreachable',
      'unreachable',
      'unreachable',
    ])
  })

  test('a token that has ended before its hour is asked for anew, once', async () => {
    music.held.spotify.push({ ...album, id: 'sp1' })
    await look({ upc })
    music.tokens.clear()
    expect((await look({ upc })).spotify?.state).toBe('found')
  })

  test('an address that is not the service’s own is no proposal', async () => {
    music.held.deezer.push({ ...album, id: '1' })
    const real = JSON.stringify({
      id: 1,
      title: 'x',
      artist: { name: 'y' },
      link: 'https://deezer.com.evil.example/1',
    })
    music.instead = real
    expect((await look({ upc })).deezer).toEqual({ state: 'none', found: [] })
  })

  test('without a key a service is not asked, and without a code none is', async () => {
    testServices.music.spotify = undefined
    testServices.music.appleMusic = undefined
    expect(await look({})).toEqual({ deezer: { state: 'unasked', found: [] } })
    testServices.music.deezer = undefined
    expect(await look({ upc })).toEqual({})
    expect(music.asked).toEqual([])
  })

  test('a number with a wrong digit is refused by its field; who may not edit asks nobody', async () => {
    const artist = await as(world.database, 'artist')
    const wrong = await artist.releases.findAtServices({ portalId, upc: '724384960651' })
    expect(wrong).toMatchObject({ error: { fields: { upc: expect.anything() } } })
    const none = await artist.releases.findAtServices({ portalId, isrc: 'ES123' })
    expect(none).toMatchObject({ error: { fields: { isrc: expect.anything() } } })
    const lector = await as(world.database, 'lector')
    const hotel = { portalId: portals.hotelLevante.id, upc }
    expect(failureCode(await lector.releases.findAtServices(hotel))).toBe('forbidden')
    expect(failureCode(await artist.releases.findAtServices(hotel))).toBe('notFound')
    expect(music.asked).toEqual([])
  })
})

describe('links by hand', () => {
  const draft = {
    title: { es: 'Otro' },
    releaseAt: new Date(Date.now() + 86_400_000).toISOString(),
    durationDays: 15 as const,
    status: 'draft' as const,
  }
  test('the codes are kept bare, and an address belongs to the service that it names', async () => {
    const artist = await as(world.database, 'artist')
    const made = ok(
      await artist.releases.createRelease({
        ...{ portalId, ...draft, upc: '0 724384 960650', isrc: 'es-a01-23-45678' },
        links: [
          { name: 'Spotify', url: 'https://open.spotify.com/intl-es/album/x' },
          { name: 'Mi tienda', url: 'https://tienda.example/disco' },
        ],
      }),
    )
    expect(made).toMatchObject({ upc: '0724384960650', isrc })
    const refused = await artist.releases.createRelease({
      ...{ portalId, ...draft },
      links: [
        { name: 'Mi tienda', url: 'https://tienda.example/disco' },
        { name: ' apple music', url: 'https://open.spotify.com/album/x' },
        { name: 'Spotify', url: 'https://open.spotify.com.evil.example/album/x' },
      ],
    })
    const fields = (refused as { error: { fields: Record<string, string> } }).error.fields
    expect(Object.keys(fields)).toEqual(['links.1.url', 'links.2.url'])
    expect(fields['links.1.url']).toContain('Apple Music')
    for (const wrong of [{ upc: '12345' }, { isrc: 'NO' }])
      expect(failureCode(await artist.releases.createRelease({ portalId, ...draft, ...wrong }))).toBe(
        'invalidInput',
      )
  })

  test('what is wrong with its shape and what is wrong with its numbers is said at once', async () => {
    const artist = await as(world.database, 'artist')
    const refused = await artist.releases.createRelease({
      ...{ portalId, ...draft },
      ...{ title: { es: '' }, upc: '12345', isrc: 'NO' },
    })
    const { fields } = (refused as { error: { fields: Record<string, string> } }).error
    expect(Object.keys(fields).sort()).toEqual(['isrc', 'title.es', 'upc'])
    expect(fields['isrc']).toContain('ISRC')
  })

  test('check digits', () => {
    // GS1's own example of an EAN, and a UPC; each with its last digit moved.
    for (const good of ['4006381333931', '036000291452', upc]) {
      expect(isUpc(good)).toBe(true)
      expect(isUpc(good.slice(0, -1) + ((Number(good.at(-1)) + 1) % 10))).toBe(false)
    }
    for (const bad of ['', '12345678', '00724384960650', 'abcdefghijkl']) expect(isUpc(bad)).toBe(false)
    expect([isIsrc(isrc), isIsrc('ES-A01-23-45678'), isIsrc('1SA012345678')]).toEqual([true, false, false])
    expect(spellingsOf(upc)).toEqual([upc, `0${upc}`])
    expect(spellingsOf(`0${upc}`)).toEqual([`0${upc}`, upc])
    expect(spellingsOf('4006381333931')).toEqual(['4006381333931'])
  })
})
