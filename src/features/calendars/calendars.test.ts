import ICAL from 'ical.js'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Api, failureCode, isFailure, type Result } from '#client.ts'
import { as, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type PersonKey, people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
beforeEach(() => world.database.query('delete from subscribed_calendar'))

const year = new Date().getUTCFullYear() + 1
const concert = {
  name: 'Fin de gira; con todo, y más',
  startsAt: `${year}-07-04T20:30:00.000Z`,
  doorsAt: `${year}-07-04T19:30:00.000Z`,
  timeZone: 'Atlantic/Canary',
  venue: 'Paraninfo, sala grande',
  city: 'Las Palmas de Gran Canaria',
  country: 'ES',
  lineUp: ['Niño Lobo'],
  tickets: [{ type: 'tickets' as const, url: 'https://entradas.example/?a=1' }],
  publication: 'published' as const,
}

const make = async (who: PersonKey, portalId: string, wholeAccount = false) =>
  ok(await (await as(world.database, who)).calendars.createCalendar({ portalId, wholeAccount }))
const fieldsOf = (result: Result<unknown>) => {
  const error = isFailure(result) ? result?.error : undefined
  return typeof error === 'object' ? (error.fields ?? {}) : {}
}
const get = (address: string, headers: Record<string, string> = {}, app = testApp(world.database)) =>
  app.request(new URL(address).pathname, { headers })
const statusOf = async (address: string) => (await get(address)).status

/** The entries of a calendar, as a program reads them. */
async function entriesOf(address: string) {
  const answer = await get(address)
  expect(answer.status).toBe(200)
  const content = await answer.text()
  for (const line of content.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const calendar = new ICAL.Component(ICAL.parse(content))
  const entries = calendar.getAllSubcomponents('vevent').map((entry) => {
    const text = (name: string) => String(entry.getFirstPropertyValue(name) ?? '')
    const start = entry.getFirstPropertyValue('dtstart') as ICAL.Time
    return { text, summary: text('summary'), uid: text('uid'), start }
  })
  return { content, entries, name: String(calendar.getFirstPropertyValue('x-wr-calname')) }
}
const summariesOf = async (address: string) =>
  (await entriesOf(address)).entries.map(({ summary }) => summary)

describe('a subscribed calendar', () => {
  test('tells concerts in the time of their place, changed and cancelled under the same name', async () => {
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    const made = ok(await artist.events.createEvent({ portalId, ...concert }))
    const { address } = await make('artist', portalId)
    const find = async () =>
      (await entriesOf(address)).entries.find(({ uid }) => uid === `${made.id}@backline`)
    const first = await find()
    expect(first?.start.toString()).toBe(`${year}-07-04T21:30:00`)
    expect(new Date((first?.start.toUnixTime() ?? 0) * 1_000).toISOString()).toBe(concert.startsAt)
    expect(first?.summary).toBe(concert.name)
    expect(first?.text('location')).toBe('Paraninfo, sala grande, Las Palmas de Gran Canaria')
    expect(first?.text('description')).toBe(
      'Puertas: 20:30\nCon Niño Lobo\nEntradas: https://entradas.example/?a=1',
    )
    expect(first?.text('url')).toBe('https://entradas.example/?a=1')
    expect(first?.text('status')).toBe('CONFIRMED')
    const { version } = made
    ok(
      await artist.events.updateEvent(
        { portalId, eventId: made.id, ...concert, state: 'cancelled' },
        { version },
      ),
    )
    const later = await find()
    expect(later?.text('status')).toBe('CANCELLED')
    expect(Number(later?.text('sequence'))).toBeGreaterThan(Number(first?.text('sequence')))
    ok(await artist.events.deleteEvent({ portalId, eventId: made.id }))
    expect(await find()).toBeUndefined()
  })

  test('tells releases on their day, drafts as not certain, and long names whole', async () => {
    const artist = await as(world.database, 'artist')
    const portalId = portals.ninoLobo.id
    const title = { es: `Canción ${'muy larga, '.repeat(9)}fin`, en: 'Song' }
    const draft = { portalId, title, durationDays: 7 as const, links: [] }
    const day = { ...draft, releaseAt: `${year}-03-05T00:00:00+01:00`, status: 'published' as const }
    const hour = { ...draft, releaseAt: `${year}-03-06T18:00:00+01:00`, status: 'draft' as const }
    const whole = ok(await artist.releases.createRelease(day))
    const timed = ok(await artist.releases.createRelease(hour))
    const { entries } = await entriesOf((await make('artist', portalId)).address)
    const of = ({ id }: { id: string }) => entries.find(({ uid }) => uid === `${id}@backline`)
    expect(of(whole)?.start.isDate).toBe(true)
    expect(of(whole)?.start.toString()).toBe(`${year}-03-05`)
    expect(of(whole)?.summary).toBe(`Sale «${title.es}»`)
    expect(of(whole)?.text('transp')).toBe('TRANSPARENT')
    expect(of(timed)?.start.toString()).toBe(`${year}-03-06T18:00:00`)
    expect(of(timed)?.text('status')).toBe('TENTATIVE')
    expect(of(timed)?.text('description')).toContain('Borrador')
  })

  test('tells of posts nobody but staff who see posts, and those for its portal alone', async () => {
    const staff = await as(world.database, 'staff')
    const publish = async (
      es: string,
      audience: { portals?: string[]; portalTypes?: ['simple' | 'master'] },
    ) => {
      const post = ok(
        await staff.communications.createPost({
          title: { es },
          description: { es: 'x' },
          body: { es: 'x' },
          kind: 'info',
          audience: { portals: [], portalTypes: [], roles: [], ...audience },
          channels: ['inApp'],
        }),
      )
      const publishAt = `${year}-02-01T09:00:00Z`
      ok(await staff.communications.publishPost({ postId: post.id, publishAt }, { version: post.version }))
    }
    await publish('Para todos', {})
    await publish('Para Lobo', { portals: [portals.ninoLobo.id] })
    await publish('Para otra', { portals: [portals.veraCantil.id] })
    await publish('Para sellos', { portalTypes: ['master'] })
    const posts = async (who: PersonKey) =>
      (await summariesOf((await make(who, portals.ninoLobo.id)).address)).filter((one) =>
        /^Comunicado/.test(one),
      )
    expect((await posts('staff')).sort()).toEqual(['Comunicado: Para Lobo', 'Comunicado: Para todos'])
    expect(await posts('artist')).toEqual([])
  })

  test('of a label tells of each of its portals that its owner sees, and of no other account', async () => {
    const label = await as(world.database, 'label')
    for (const key of ['bajamar', 'claraVentisca', 'hotelLevante'] as const)
      ok(await label.events.createEvent({ portalId: portals[key].id, ...concert, name: `En ${key}` }))
    const artist = await as(world.database, 'artist')
    ok(await artist.events.createEvent({ portalId: portals.ninoLobo.id, ...concert, name: 'En ninoLobo' }))
    const ofLabel = await make('label', portals.bajamar.id, true)
    const seen = async (address: string) =>
      (await summariesOf(address)).filter((one) => / En [a-z]+[A-Z]?/.test(one))
    expect((await seen(ofLabel.address)).sort()).toEqual([
      'Bajamar Discos: En bajamar',
      'Clara Ventisca: En claraVentisca',
      'Hotel Levante: En hotelLevante',
    ])
    expect((await entriesOf(ofLabel.address)).name).toBe('Bajamar Discos y sus portales')
    expect(await seen((await make('staff', portals.bajamar.id, true)).address)).toHaveLength(3)
    // At one of the portals a membership of their own says less than the label's.
    await world.database.query(
      `insert into member (portal_id, person_id, role, grants, denies)
       values ($1, $2, 'Lector', '[]', '["events.viewevents"]')`,
      [portals.claraVentisca.id, people.label.id],
    )
    expect(await seen(ofLabel.address)).toHaveLength(2)
    await world.database.query('delete from member where portal_id = $1 and person_id = $2', [
      portals.claraVentisca.id,
      people.label.id,
    ])
    const refused = await artist.calendars.createCalendar({
      portalId: portals.ninoLobo.id,
      wholeAccount: true,
    })
    expect(fieldsOf(refused)).toHaveProperty('wholeAccount')
  })

  test('ends with the rights of its owner, and is there again with them', async () => {
    const { database } = world
    const portalId = portals.hotelLevante.id
    const { address } = await make('lector', portalId)
    const ends = async (change: string, back: string, id = people.lector.id) => {
      expect(await statusOf(address)).toBe(200)
      await database.query(change, [id])
      expect(await statusOf(address), change).toBe(404)
      await database.query(back, [id])
    }
    const deny = (keys: string) => `update member set denies = '${keys}' where person_id = $1`
    await ends(deny('["events.viewevents"]'), deny('[]'))
    await ends(
      'update person set suspended_at = now() where id = $1',
      'update person set suspended_at = null where id = $1',
    )
    await ends(
      'update person set two_factor_required = true where id = $1',
      'update person set two_factor_required = false where id = $1',
    )
    await ends(
      'update portal set deleted_at = now() where id = $1',
      'update portal set deleted_at = null where id = $1',
      portalId,
    )
    await database.query('delete from member where person_id = $1', [people.lector.id])
    expect(await statusOf(address)).toBe(404)
    const listed = ok(await (await as(database, 'lector')).calendars.listCalendars({}))
    expect(listed.items).toMatchObject([{ portal: null }])
  })

  test('is made for portals alone whose events one sees', async () => {
    const { database } = world
    const asked = async (who: PersonKey, portalId: string) =>
      (await as(database, who)).calendars.createCalendar({ portalId })
    for (const [who, portalId] of [
      ['artist', portals.veraCantil.id],
      ['artist', crypto.randomUUID()],
      ['nobody', portals.ninoLobo.id],
      ['analyst', portals.ninoLobo.id],
    ] as const)
      expect(fieldsOf(await asked(who, portalId)), `${who} ${portalId}`).toHaveProperty('portalId')
    const vera = await as(database, 'vera')
    const made = await Promise.all(Array.from({ length: 21 }, () => asked('vera', portals.veraCantil.id)))
    expect(made.filter((one) => 'portalId' in fieldsOf(one))).toHaveLength(1)
    expect(ok(await vera.calendars.listCalendars({})).items).toHaveLength(20)
  })
})

describe('the address of a calendar', () => {
  test('is seen again by whoever made it, and by nobody else', async () => {
    const made = await make('artist', portals.ninoLobo.id)
    expect(made.address).toMatch(/^http:\/\/localhost:3000\/calendars\/[\w-]{43}\.ics$/)
    const own = ok(await (await as(world.database, 'artist')).calendars.listCalendars({}))
    expect(own.items.map(({ address }) => address)).toEqual([made.address])
    expect(ok(await (await as(world.database, 'exception')).calendars.listCalendars({})).items).toEqual([])
    const token = /([\w-]{43})\.ics$/.exec(made.address)?.[1] ?? ''
    for (const table of ['subscribed_calendar', 'activity', 'idempotency_key'])
      expect(JSON.stringify(await world.database.query(`select * from ${table}`)), table).not.toContain(token)
  })

  test('is replaced and taken away at once, by its owner alone', async () => {
    const made = await make('artist', portals.ninoLobo.id)
    const of = { calendarId: made.id }
    const other = await as(world.database, 'exception')
    const act = (api: Api) => [api.calendars.rotateCalendar(of), api.calendars.revokeCalendar(of)]
    for (const refused of await Promise.all(act(other))) expect(failureCode(refused)).toBe('notFound')
    const artist = await as(world.database, 'artist')
    const next = ok(await artist.calendars.rotateCalendar(of))
    expect(next.id).toBe(made.id)
    expect([await statusOf(made.address), await statusOf(next.address)]).toEqual([404, 200])
    await artist.calendars.revokeCalendar(of)
    expect(await statusOf(next.address)).toBe(404)
    expect(failureCode(await artist.calendars.rotateCalendar(of))).toBe('notFound')
  })

  test('answers 304 while nothing has changed, is kept by nobody on the way, and stands in no log', async () => {
    const lines: string[] = []
    const app = testApp(world.database, lines)
    const { address } = await make('artist', portals.ninoLobo.id)
    const first = await get(address, {}, app)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    const tag = first.headers.get('etag') ?? ''
    const again = await get(address, { 'if-none-match': `"x", W/${tag}` }, app)
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    const artist = await as(world.database, 'artist')
    ok(await artist.events.createEvent({ portalId: portals.ninoLobo.id, ...concert }))
    expect((await get(address, { 'if-none-match': tag }, app)).status).toBe(200)
    expect((await app.request(new URL(address).pathname, { method: 'HEAD' })).status).toBe(200)
    const token = /([\w-]{43})\.ics$/.exec(address)?.[1] ?? ''
    await get(`http://x/calendars/${token}`, {}, app)
    await get(`http://x/calendars/${token}.ics/more`, {}, app)
    expect(lines.join('')).toContain('/calendars/[masked]')
    expect(lines.join('')).not.toContain(token)
    const listed = ok(await artist.calendars.listCalendars({}))
    expect(listed.items[0]?.lastReadAt).toEqual(expect.any(String))
  })

  test('is not found out by trying, nor read without end', async () => {
    const app = testApp(world.database)
    const { address } = await make('artist', portals.ninoLobo.id)
    const answers = new Map<number, number>()
    const count = async (path: string, times: number) => {
      answers.clear()
      for (let at = 0; at < times; at++) {
        const { status } = await get(path, {}, app)
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
      return Object.fromEntries(answers)
    }
    expect(await count(address, 125)).toEqual({ 200: 120, 429: 5 })
    const wrong = `http://x/calendars/${'x'.repeat(43)}.ics`
    expect(await count(wrong, 65)).toEqual({ 404: 60, 429: 5 })
    expect((await get(wrong, {}, app)).headers.get('retry-after')).toMatch(/^\d+$/)
  })

  test('ends with other ways in where its owner asks for it, and is told of in what is kept about them', async () => {
    const { address } = await make('artist', portals.ninoLobo.id)
    const artist = await as(world.database, 'artist')
    const kept = JSON.stringify(ok(await artist.account.exportOwnData({})))
    expect(kept).toContain(portals.ninoLobo.id)
    expect(kept).not.toContain(/([\w-]{43})\.ics$/.exec(address)?.[1])
    const change = { current: 'backline-demo-2026', password: 'otra-clave-muy-larga-2026', endKeys: true }
    ok(await artist.account.changePassword(change))
    expect(await statusOf(address)).toBe(404)
  })
})
