import ICAL from 'ical.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calendarZone } from '#platform/calendar-zone.ts'
import { createLog } from '#platform/log.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { createPortalSite, type PortalSite } from './app.ts'

const world = testDatabase()
const { id: portalId } = portals.veraCantil
let made: PortalSite
beforeAll(async () => {
  made = createPortalSite({
    database: world.database,
    log: createLog('silent'),
    services: testServices,
    trustProxy: 0,
    count: () => {},
    visitorOf: () => '10.1.1.1',
  })
  await made.store.ready
})
afterAll(() => made.store.stop())
const get = (path: string) => made.site.request(path)
const textOf = async (path: string) => (await get(path)).text()

/** A year from now, so that no clock's change is forgotten. */
const year = new Date().getUTCFullYear() + 1
const concert = {
  portalId,
  name: 'Gira; de la marea, y más',
  startsAt: `${year}-07-04T19:30:00.000Z`,
  doorsAt: `${year}-07-04T18:30:00.000Z`,
  timeZone: 'Atlantic/Canary',
  venue: 'Paraninfo',
  city: 'Las Palmas de Gran Canaria',
  lineUp: ['Vera Cantil', 'Niño Lobo'],
  tickets: [{ type: 'tickets' as const, url: 'https://entradas.example/?a=1&b=2' }],
  publication: 'published' as const,
}

describe('a calendar', () => {
  /** As another program reads it: with the zones that the file brings, and nothing else. */
  async function entries(path: string) {
    const calendar = new ICAL.Component(ICAL.parse(await textOf(path)))
    const zones = new Map(
      calendar
        .getAllSubcomponents('vtimezone')
        .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)] as const),
    )
    return calendar.getAllSubcomponents('vevent').map((entry) => {
      const moment = (name: string) => {
        const property = entry.getFirstProperty(name)
        const time = property?.getFirstValue() as ICAL.Time
        const zone = zones.get(String(property?.getFirstParameter('tzid')))
        if (!zone) throw new Error('a zone that the file does not bring')
        time.zone = zone
        return { wall: time.toString(), at: new Date(time.toUnixTime() * 1_000).toISOString() }
      }
      const text = (name: string) => String(entry.getFirstPropertyValue(name))
      return { start: moment('dtstart'), end: moment('dtend'), text }
    })
  }

  test('tells start, end, doors and tickets in the time of the place', async () => {
    const vera = await as(world.database, 'vera')
    const { id } = ok(await vera.events.createEvent(concert))
    const winter = { ...concert, name: 'Otra', startsAt: `${year}-12-04T20:00:00.000Z`, doorsAt: null }
    const ends = { timeZone: 'America/St_Johns', endsAt: `${year}-12-04T22:15:00.000Z`, tickets: [] }
    ok(await vera.events.createEvent({ ...winter, ...ends }))
    const [summer, later] = await entries('/vera-cantil/events.ics')
    expect(summer?.start).toEqual({ wall: `${year}-07-04T20:30:00`, at: concert.startsAt })
    expect(summer?.end.at).toBe(`${year}-07-04T22:30:00.000Z`)
    expect(summer?.text('summary')).toBe('Gira; de la marea, y más')
    expect(summer?.text('location')).toBe('Paraninfo, Las Palmas de Gran Canaria')
    expect(summer?.text('description')).toContain('Puertas 19:30\nCon Niño Lobo\nEntradas: http')
    const way = new URL(summer?.text('url') ?? '')
    expect(way.pathname).toBe(`/go/${id}/0`)
    expect((await get(way.pathname)).headers.get('location')).toBe('https://entradas.example/?a=1&b=2')
    expect(later?.start).toEqual({ wall: `${year}-12-04T16:30:00`, at: `${year}-12-04T20:00:00.000Z` })
    expect(later?.end.at).toBe(ends.endsAt)
    const [english] = await entries('/en/vera-cantil/events.ics')
    expect(english?.text('description')).toContain('Doors 19:30')
  })

  test.each(['Europe/Madrid', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'])(
    'knows the clocks of %s',
    (zone) => {
      const lines = calendarZone(zone, Date.UTC(2027, 0, 1), Date.UTC(2028, 11, 31))
      const read = new ICAL.Timezone(new ICAL.Component(ICAL.parse(lines.join('\r\n'))))
      const clock = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
      // At noon in Greenwich no clock here shows an hour twice.
      for (let at = Date.UTC(2027, 0, 2, 12); at < Date.UTC(2028, 11, 30); at += 86_400_000) {
        const wall = clock.format(at).replace(' ', 'T')
        const time = ICAL.Time.fromDateTimeString(wall)
        time.zone = read
        expect(new Date(time.toUnixTime() * 1_000).toISOString(), wall).toBe(new Date(at).toISOString())
      }
    },
  )
})

describe('JSON-LD', () => {
  type Part = Record<string, unknown> & { '@type': string }
  const graph = async (path: string): Promise<Part[]> =>
    JSON.parse(/ld\+json">(.*?)<\/script>/s.exec(await textOf(path))?.[1] ?? '')['@graph']
  const ofType = (parts: Part[], type: string) => parts.filter((part) => part['@type'] === type)

  test('an event in the time of the place, each act once, a picture that leads somewhere', async () => {
    const parts = await graph('/vera-cantil')
    const event = ofType(parts, 'MusicEvent').find(({ name }) => name === concert.name)
    expect(event).toMatchObject({
      startDate: `${year}-07-04T20:30:00+01:00`,
      doorTime: `${year}-07-04T19:30:00+01:00`,
      performer: [
        { '@id': expect.stringContaining('#artist') },
        { '@type': 'MusicGroup', name: 'Niño Lobo' },
      ],
      image: expect.stringMatching(/^https?:\/\//),
    })
    const [group] = ofType(parts, 'MusicGroup')
    expect(group).toMatchObject({ name: 'Vera Cantil', image: expect.stringMatching(/^https?:\/\//) })
    // Neither the shop nor the newsletter is the artist.
    expect(group?.sameAs).not.toEqual([])
    for (const url of (group?.sameAs ?? []) as string[])
      expect(url).toMatch(/^https:\/\/(www\.)?(instagram|youtube|open\.spotify)\.com\//)
  })

  test('a product’s offer stands at its own page', async () => {
    for (const product of ofType(await graph('/vera-cantil'), 'Product')) {
      expect(product.url).toMatch(/\/product\/[0-9a-f-]{36}$/)
      const offer = product.offers as { url: string } | undefined
      if (offer) expect(offer.url).toBe(product.url)
    }
  })

  test('a release is an album of the day on which it comes out here', async () => {
    const vera = await as(world.database, 'vera')
    ok(
      await vera.releases.createRelease({
        ...{ portalId, title: { es: 'Salitre' }, durationDays: 7, status: 'published' },
        releaseAt: `${year}-06-30T22:00:00.000Z`,
      }),
    )
    await expect
      .poll(async () => ofType(await graph('/vera-cantil'), 'MusicAlbum'))
      .toMatchObject([
        { name: 'Salitre', datePublished: `${year}-07-01`, byArtist: { '@id': expect.any(String) } },
      ])
  })
})

describe('the head of a page', () => {
  test('names both languages and the one for all others, its sign and its manifest', async () => {
    const page = await textOf('/en/vera-cantil')
    const href = (rel: string) => new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(page)?.[1] ?? ''
    expect(page).toContain('hreflang="x-default" href="http://localhost:3001/vera-cantil"')
    expect(await textOf(href('icon'))).toMatch(/^<svg xmlns/)
    const png = Buffer.from(await (await get(href('apple-touch-icon'))).arrayBuffer())
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
    const answer = await get(href('manifest'))
    expect(answer.headers.get('content-type')).toBe('application/manifest+json')
    const manifest = await answer.json()
    expect(manifest).toMatchObject({ name: 'Vera Cantil', start_url: '/en/vera-cantil', lang: 'en' })
    for (const { src } of manifest.icons as { src: string }[]) expect((await get(src)).status).toBe(200)
    expect(page).toContain('<h1 dir="auto">')
  })
})
