import { beforeAll, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.hotelLevante.id
const draft = { name: 'Sala El Sol', startsAt: new Date(Date.now() + 86_400_000 * 20).toISOString() }
const later = { ...draft, name: 'Otra sala' }
const calendar = () =>
  new File(['nombre,inicio,ciudad\nVerbena,2031-07-01 21:00,Madrid\n'], 'e.csv', {
    type: 'text/csv',
  })

const denied = (person: 'editor' | 'lector' | 'marketing' | 'operations', denies: string[]) =>
  world.database.query('update member set denies = $2::jsonb where person_id = $1', [
    people[person].id,
    JSON.stringify(denies),
  ])
const staffHolds = (keys: string[]) =>
  world.database.query('update person set permissions = $2::jsonb where id = $1', [
    people.analyst.id,
    JSON.stringify(keys),
  ])

/** What each of the calls answers to this person: `ok`, or the code of the refusal. */
async function answers(who: 'editor' | 'marketing' | 'operations' | 'analyst', of = portalId) {
  const api = await as(world.database, who)
  const owner = await as(world.database, 'label')
  const made = ok(await owner.events.createEvent({ portalId: of, ...draft }))
  const doomed = ok(await owner.events.createEvent({ portalId: of, ...draft }))
  const target = { portalId: of, eventId: made.id }
  const version = { version: made.version }
  const said = (answer: unknown) =>
    answer === null ? 'ok' : (failureCode(answer as Parameters<typeof failureCode>[0]) ?? 'ok')
  return {
    create: said(await api.events.createEvent({ portalId: of, ...draft })),
    import: said(await api.events.importEvents({ portalId: of, mode: 'check', file: calendar() })),
    copy: said(await api.events.duplicateEvent(target)),
    change: said(await api.events.updateEvent({ ...target, ...later }, version)),
    delete: said(await api.events.deleteEvent({ portalId: of, eventId: doomed.id })),
    show: said(
      await api.events.setPublication(
        { ...target, publication: 'published' },
        {
          version: ok(await owner.events.getEvent(target)).version,
        },
      ),
    ),
  }
}

const all = { create: 'ok', import: 'ok', copy: 'ok', change: 'ok', delete: 'ok', show: 'ok' }
const no = 'forbidden'

describe('who does what with events', () => {
  test('an Editor does everything', async () => {
    expect(await answers('editor')).toEqual(all)
  })

  test('an Editor denied making and deleting still shows and hides', async () => {
    await denied('editor', ['events.createoreditevents', 'events.deleteevents'])
    expect(await answers('editor')).toEqual({
      ...all,
      create: no,
      import: no,
      copy: no,
      change: no,
      delete: no,
    })
    await denied('editor', [])
  })

  test('Marketing and Operations make and show events, and delete none', async () => {
    expect(await answers('marketing', portals.claraVentisca.id)).toEqual({ ...all, delete: no })
    expect(await answers('operations')).toEqual({ ...all, delete: no })
  })
})

describe('staff who hold nothing but events', () => {
  beforeAll(() =>
    staffHolds(['events.createoreditevents', 'events.deleteevents', 'events.viewevents']).then(() => {}),
  )

  test('make, change and delete events of every portal, and show none', async () => {
    expect(await answers('analyst')).toEqual({ ...all, show: no })
  })

  test('read them, and nothing else of the portal', async () => {
    const api = await as(world.database, 'analyst')
    const { items } = ok(await api.events.listPortalEvents({ portalId }))
    ok(await api.events.getEvent({ portalId, eventId: items[0]?.id ?? '' }))
    expect(failureCode(await api.links.listLinks({ portalId }))).toBe(no)
    expect(failureCode(await api.portals.getPortal({ portalId }))).toBe(no)
  })
})

describe('showing an event on the portal', () => {
  test('asks its own key when it is made, changed or imported too; unchanged, it asks nothing', async () => {
    await denied('editor', ['portal.editevents'])
    const api = await as(world.database, 'editor')
    const shown = { publication: 'published' as const }
    const refusal = (answer: unknown) => (answer as { error?: { fields?: object; code?: string } }).error
    const made = await api.events.createEvent({ portalId, ...draft, ...shown })
    expect(refusal(made)).toMatchObject({ code: 'events.showingKey' })
    expect(Object.keys(refusal(made)?.fields ?? {})).toEqual(['publication'])
    const event = ok(await api.events.createEvent({ portalId, ...draft }))
    const target = { portalId, eventId: event.id }
    const version = { version: event.version }
    expect(refusal(await api.events.updateEvent({ ...target, ...later, ...shown }, version))).toMatchObject({
      code: 'events.showingKey',
    })
    expect(
      refusal(await api.events.importEvents({ portalId, mode: 'check', file: calendar(), ...shown })),
    ).toMatchObject({ code: 'events.showingKey' })
    await denied('editor', [])
    const published = ok(await api.events.setPublication({ ...target, ...shown }, version))
    await denied('editor', ['portal.editevents'])
    const kept = await api.events.updateEvent(
      { ...target, ...later, ...shown },
      { version: published.version },
    )
    expect(ok(kept)).toMatchObject({ name: later.name, publication: 'published' })
    await denied('editor', [])
  })

  test('later needs its moment, as in the form', async () => {
    const api = await as(world.database, 'editor')
    const event = ok(await api.events.createEvent({ portalId, ...draft }))
    const target = { portalId, eventId: event.id, publication: 'scheduled' as const }
    const version = { version: event.version }
    expect(await api.events.setPublication(target, version)).toMatchObject({
      error: { fields: { publishAt: expect.any(String) } },
    })
    const publishAt = new Date(Date.now() + 3_600_000).toISOString()
    expect(ok(await api.events.setPublication({ ...target, publishAt }, version))).toMatchObject({
      publication: 'scheduled',
      publishAt,
    })
  })
})
