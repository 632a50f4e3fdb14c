import ICAL from 'ical.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { asService } from '#platform/db.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { publishedEvents } from './server/queries.ts'

const world = testDatabase()
// What the world brings would stand among what is made here.
beforeAll(() => world.database.query('delete from event'))
const portalId = portals.hotelLevante.id
const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const draft = { name: 'Sala El Sol', startsAt: inDays(20), city: 'Madrid', province: 'Madrid' }
const fieldsOf = (result: unknown) => (result as { error: { fields?: Record<string, string> } }).error.fields
const shown = (id = portalId, now = new Date()) =>
  world.database.transaction(asService('trial'), (tx) => publishedEvents(tx, id, now))

describe('events of a portal', () => {
  test('everything that was said comes back, what was not has its default', async () => {
    const editor = await as(world.database, 'editor')
    const full = {
      ...draft,
      kind: 'festival' as const,
      startsAt: '2027-06-04T20:00:00.000Z',
      doorsAt: '2027-06-04T18:00:00.000Z',
      endsAt: '2027-06-05T02:00:00.000Z',
      timeZone: 'Atlantic/Canary',
      venue: 'Recinto ferial',
      address: 'Calle Mayor, 1',
      province: 'Las Palmas',
      lineUp: ['Hotel Levante', 'Niño Lobo'],
      posterUrl: `/files/${'a'.repeat(32)}.webp`,
      tickets: [
        { type: 'presale' as const, url: 'https://entradas.example/a', onSaleAt: '2027-01-01T10:00:00.000Z' },
        { type: 'free' as const },
      ],
      publication: 'published' as const,
    }
    const created = ok(await editor.events.createEvent({ portalId, ...full }))
    expect(created).toMatchObject({
      ...full,
      province: 'ES-GC',
      tickets: [full.tickets[0], { type: 'free', url: null, onSaleAt: null }],
      state: 'scheduled',
      past: false,
      version: 1,
    })
    expect(ok(await editor.events.getEvent({ portalId, eventId: created.id }))).toEqual(created)
    const bare = ok(await editor.events.createEvent({ portalId, ...draft }))
    expect(bare).toMatchObject({
      kind: 'concert',
      publication: 'draft',
      timeZone: 'Europe/Madrid',
      province: 'ES-M',
    })
  })

  test('what disagrees is said by its field', async () => {
    const editor = await as(world.database, 'editor')
    const result = await editor.events.createEvent({
      portalId,
      ...draft,
      doorsAt: inDays(21),
      endsAt: inDays(19),
      timeZone: 'Europe/Atlantis',
      province: 'Atlántida',
      publication: 'scheduled',
      tickets: [{ type: 'tickets' }],
    })
    expect(Object.keys(fieldsOf(result) ?? {}).sort()).toEqual(
      ['doorsAt', 'endsAt', 'province', 'publishAt', 'tickets.0.url', 'timeZone'].sort(),
    )
    const script = { ...draft, tickets: [{ type: 'tickets' as const, url: 'javascript:alert(1)' }] }
    expect(fieldsOf(await editor.events.createEvent({ portalId, ...script }))).toHaveProperty('tickets.0.url')
  })

  test('whoever may not edit events changes nothing; another portal does not exist', async () => {
    const editor = await as(world.database, 'editor')
    const { id: eventId, version } = ok(await editor.events.createEvent({ portalId, ...draft }))
    const lector = await as(world.database, 'lector')
    expect(failureCode(await lector.events.createEvent({ portalId, ...draft }))).toBe('forbidden')
    expect(failureCode(await lector.events.deleteEvent({ portalId, eventId }))).toBe('forbidden')
    expect(ok(await lector.events.getEvent({ portalId, eventId })).name).toBe(draft.name)
    const artist = await as(world.database, 'artist')
    const own = portals.ninoLobo.id
    expect(failureCode(await artist.events.getEvent({ portalId, eventId }))).toBe('notFound')
    expect(failureCode(await artist.events.deleteEvent({ portalId: own, eventId }))).toBe('notFound')
    expect(
      failureCode(await artist.events.updateEvent({ portalId: own, eventId, ...draft }, { version })),
    ).toBe('notFound')
  })

  test('a rescheduled event remembers when it should have been', async () => {
    const editor = await as(world.database, 'editor')
    const { id: eventId, startsAt, version } = ok(await editor.events.createEvent({ portalId, ...draft }))
    const later = { portalId, eventId, ...draft, startsAt: inDays(60), state: 'rescheduled' as const }
    const moved = ok(await editor.events.updateEvent(later, { version }))
    expect(moved.previousStartsAt).toBe(startsAt)
    expect(failureCode(await editor.events.updateEvent(later, { version }))).toBe('stale')
    const again = ok(await editor.events.updateEvent(later, { version: moved.version }))
    expect(again.previousStartsAt).toBe(startsAt)
  })

  test('a copy is a draft of its own', async () => {
    const editor = await as(world.database, 'editor')
    const { id: eventId } = ok(
      await editor.events.createEvent({ portalId, ...draft, publication: 'published', state: 'cancelled' }),
    )
    const copy = ok(await editor.events.duplicateEvent({ portalId, eventId }))
    expect(copy).toMatchObject({ name: draft.name, publication: 'draft', state: 'scheduled', version: 1 })
    expect(await editor.events.deleteEvent({ portalId, eventId })).toBeNull()
    expect(failureCode(await editor.events.getEvent({ portalId, eventId }))).toBe('notFound')
    expect(ok(await editor.events.getEvent({ portalId, eventId: copy.id })).id).toBe(copy.id)
  })

  test('the list is filtered, and the next event comes first', async () => {
    const artist = await as(world.database, 'artist')
    const own = portals.ninoLobo.id
    for (const [name, days] of [
      ['Pasado', -3],
      ['Lejos', 40],
      ['Cerca', 2],
    ] as const)
      ok(await artist.events.createEvent({ portalId: own, name, startsAt: inDays(days), city: 'Ávila' }))
    const names = async (query = {}) =>
      ok(await artist.events.listPortalEvents({ portalId: own, ...query })).items.map(({ name }) => name)
    expect(await names()).toEqual(['Cerca', 'Lejos', 'Pasado'])
    expect(await names({ when: 'past' })).toEqual(['Pasado'])
    expect(await names({ q: 'avila', when: 'upcoming' })).toEqual(['Cerca', 'Lejos'])
    expect(await names({ orderBy: '-name' })).toEqual(['Pasado', 'Lejos', 'Cerca'])
    expect(await names({ publication: 'published' })).toEqual([])
  })
})

describe('what fans see', () => {
  const own = portals.veraCantil.id
  test('published events until they are over; scheduled ones from their moment on', async () => {
    const vera = await as(world.database, 'vera')
    const add = async (name: string, more: object) =>
      ok(await vera.events.createEvent({ portalId: own, name, startsAt: inDays(10), ...more }))
    await add('draft', {})
    await add('published', { publication: 'published' })
    const publishAt = inDays(2)
    const planned = await add('planned', { publication: 'scheduled', publishAt })
    await add('over', { publication: 'published', startsAt: inDays(-1) })
    const now = await shown(own)
    expect(now.items.map(({ name }) => name)).toEqual(['published'])
    expect(now.turns).toContain(Date.parse(publishAt))
    expect(planned.publication).toBe('scheduled')
    const later = await shown(own, new Date(Date.now() + 3 * day))
    expect(later.items.map(({ name }) => name)).toEqual(['published', 'planned'])
    expect((await shown(own, new Date(Date.now() + 11 * day))).items).toEqual([])
  })
})

describe('events of all portals', () => {
  test('staff see all, a label its own, and a filter names only what one sees', async () => {
    const artist = await as(world.database, 'artist')
    const foreign = ok(
      await artist.events.createEvent({ portalId: portals.ninoLobo.id, name: 'Ajeno', startsAt: inDays(5) }),
    )
    const label = await as(world.database, 'label')
    ok(await label.events.createEvent({ portalId, name: 'Del sello', startsAt: inDays(6) }))
    const staff = await as(world.database, 'staff')
    const ids = async (api: typeof staff, query = {}) =>
      ok(await api.events.listEvents(query)).items.map(({ portalId: id }) => id)
    expect(new Set(await ids(staff))).toContain(foreign.portalId)
    const seen = await ids(label)
    expect(seen).toContain(portalId)
    expect(seen).not.toContain(foreign.portalId)
    expect(await ids(label, { portal: foreign.portalId })).toEqual([])
    expect(await ids(staff, { portal: foreign.portalId, q: 'Ajeno' })).toEqual([foreign.portalId])
  })
})

test('the calendar file says to another program what was said here', async () => {
  const editor = await as(world.database, 'editor')
  const own = portals.claraVentisca.id
  const name =
    'Fiesta; con, signos \\ y\u00a0una línea muy larga que pasa de los setenta y cinco octetos — sí'
  const startsAt = '2027-03-27T21:30:00.000Z'
  const created = ok(
    await editor.events.createEvent({
      portalId: own,
      ...draft,
      name,
      startsAt,
      venue: 'Sala Apolo',
      state: 'cancelled',
    }),
  )
  const file = await fileFor(world.database, people.editor.id, `/portal/${own}/events/calendar`)
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="clara.ics"')
  expect(file.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const ics = await file.text()
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const whole = new ICAL.Component(ICAL.parse(ics))
  // What a calendar program calls the calendar that it makes of the file.
  expect(whole.getFirstPropertyValue('x-wr-calname')).toBe(portals.claraVentisca.name)
  const all = await fileFor(world.database, people.label.id, '/events/calendar')
  expect(await all.text()).toContain('X-WR-CALNAME:Backline\r\n')
  const [event] = whole.getAllSubcomponents('vevent')
  const read = new ICAL.Event(event)
  expect(read.summary).toBe(name)
  expect(read.startDate.toJSDate().toISOString()).toBe(startsAt)
  expect(read.location).toBe('Sala Apolo, Madrid, Madrid')
  expect(read.uid).toBe(`${created.id}@backline`)
  expect(event?.getFirstProperty('dtend')).toBeNull()
  expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED')
})

test('a town is found by its name with its province and its time, and none where several may be meant', async () => {
  const api = await as(world.database, 'label')
  const town = async (name: string) => ok(await api.events.findTown({ portalId, name })).town
  expect(await town('sevilla')).toEqual({
    ...{ name: 'Sevilla', country: 'ES', province: 'ES-SE', timeZone: 'Europe/Madrid' },
  })
  expect(await town('La Laguna')).toMatchObject({ province: 'ES-TF', timeZone: 'Atlantic/Canary' })
  expect(await town('Las Palmas')).toMatchObject({ province: 'ES-GC', timeZone: 'Atlantic/Canary' })
  expect(await town('Vic')).toMatchObject({ province: 'ES-B' })
  const lisbon = { name: 'Lisboa', country: 'PT', province: '', timeZone: 'Europe/Lisbon' }
  expect(await town('Lisboa')).toEqual(lisbon)
  expect(await town('LISBON')).toEqual(lisbon)
  // What is called the same in Spain is meant first.
  expect(await town('Mérida')).toMatchObject({ country: 'ES' })
  expect(await town('Macondo')).toBeNull()
})

test('the address of tickets is kept complete, and what is none is said by its field', async () => {
  const api = await as(world.database, 'label')
  const sold = (url: string) =>
    api.events.createEvent({ portalId, ...draft, tickets: [{ type: 'tickets' as const, url }] })
  expect(ok(await sold('entradas.levante.es/9')).tickets[0]?.url).toBe('https://entradas.levante.es/9')
  const refused = await sold('en la puerta')
  expect(refused).toMatchObject({
    error: { fields: { 'tickets.0.url': expect.stringContaining('https://') } },
  })
})
