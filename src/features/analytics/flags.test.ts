import { beforeAll, expect, test } from 'vitest'
import { isFailure } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { claraVentisca, ninoLobo } = portals
const days = { f: '2018-05-01', t: '2018-05-31' }
const told = (items: { kind: string; name: string; day: string; portalName: string | null }[]) =>
  items.map(({ kind, name, day, portalName }) => [kind, name, day, portalName])

// 2018 is before anything that the world knows.
beforeAll(async () => {
  const run = (query: string, params: unknown[] = []) => world.database.query(query, params)
  const text = (name: string) => JSON.stringify({ es: name, en: `${name} (en)` })
  for (const [portal, name, status, at] of [
    [claraVentisca.id, 'Faro', 'published', '2018-05-04T22:30:00Z'],
    [claraVentisca.id, 'Borrador', 'draft', '2018-05-05T10:00:00Z'],
    [claraVentisca.id, 'Junio', 'published', '2018-05-31T22:00:00Z'],
    [ninoLobo.id, 'De otro', 'published', '2018-05-06T10:00:00Z'],
  ])
    await run(
      `insert into release (portal_id, id, title, release_at, duration_days, status)
       values ($1, gen_random_uuid(), $2, $3, 7, $4)`,
      [portal, text(name ?? ''), at, status],
    )
  for (const [name, publication, state] of [
    ['Sala Apolo', 'published', 'scheduled'],
    ['Cancelado', 'published', 'cancelled'],
    ['Sin publicar', 'draft', 'scheduled'],
  ])
    await run(
      `insert into event (portal_id, id, name, city, starts_at, time_zone, publication, state)
       values ($1, gen_random_uuid(), $2, 'Barcelona', '2018-05-10T19:00:00Z', 'Europe/Madrid', $3, $4)`,
      [claraVentisca.id, name, publication, state],
    )
  await run(
    `insert into presave (portal_id, id, release_id, email, confirmed_at, told_at)
     select portal_id, gen_random_uuid(), id, n || '@fans.example', now(), '2018-05-04T23:00:00Z'::timestamptz + n * interval '1 minute'
     from release, generate_series(1, 3) n where title->>'es' = 'Faro'`,
  )
  for (const [name, status, person, minute] of [
    ['Nueva tienda', 'published', people.label.id, '00'],
    ['Para otros', 'published', people.artist.id, '01'],
    ['Retirado', 'deleted', people.label.id, '02'],
  ]) {
    const [row] = await run(
      `insert into post (id, title, description, body, kind, audience, channels, status, published_at)
       values (gen_random_uuid(), $1, '{}', '{}', 'info', '{}', '[]', $2, $3) returning id`,
      [text(name ?? ''), status, `2018-05-20T08:${minute}:00Z`],
    )
    await run(
      `insert into message (id, person_id, post_id, kind, about) values (gen_random_uuid(), $1, $2, 'info', $3)`,
      [person, (row as { id: string }).id, `post ${name}`],
    )
  }
})

const own = [
  ['release', 'Faro', '2018-05-05', 'Clara Ventisca'],
  ['mail', 'Faro', '2018-05-05', 'Clara Ventisca'],
  ['event', 'Sala Apolo, Barcelona', '2018-05-10', 'Clara Ventisca'],
]

test('a label sees what its portals published, the mails of their day once, and the posts that it had', async () => {
  const { analytics } = await as(world.database, 'label')
  const { items, total } = ok(await analytics.flags(days))
  expect(told(items)).toEqual([...own, ['post', 'Nueva tienda', '2018-05-20', null]])
  expect(total).toBe(4)
  expect(told(ok(await analytics.flagsOfPortal({ ...days, portalId: claraVentisca.id })).items)).toEqual([
    ...own,
    ['post', 'Nueva tienda', '2018-05-20', null],
  ])
  expect(isFailure(await analytics.flagsOfPortal({ ...days, portalId: ninoLobo.id }))).toBe(true)
  const narrowed = ok(await analytics.flags({ ...days, portals: [portals.hotelLevante.id] }))
  expect(told(narrowed.items)).toEqual([['post', 'Nueva tienda', '2018-05-20', null]])
})

test('another account sees its own, and its posts', async () => {
  const { analytics } = await as(world.database, 'artist')
  expect(told(ok(await analytics.flags(days)).items)).toEqual([
    ['release', 'De otro', '2018-05-06', 'Niño Lobo'],
    ['post', 'Para otros', '2018-05-20', null],
  ])
})

test.each(['analyst', 'staff'] as const)(
  'mails and posts are told to %s who may see them elsewhere',
  async (who) => {
    const { analytics } = await as(world.database, who)
    const items = ok(await analytics.flagsOfPortal({ ...days, portalId: claraVentisca.id })).items
    expect(told(items)).toEqual([
      ...own.filter(([kind]) => kind !== 'mail' || who === 'staff'),
      ...(who === 'staff'
        ? [
            ['post', 'Nueva tienda', '2018-05-20', null],
            ['post', 'Para otros', '2018-05-20', null],
          ]
        : []),
    ])
    // Of everything, only what is told to many.
    const everywhere = ok(await analytics.flags(days)).items
    expect(new Set(everywhere.map(({ kind }) => kind))).toEqual(new Set(who === 'staff' ? ['post'] : []))
  },
)
