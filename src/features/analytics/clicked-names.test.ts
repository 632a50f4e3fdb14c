import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { addViews } from '#features/visits/server/ingest-views.ts'
import { as, cookieFor, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portal = portals.ninoLobo
const day = '2021-03-03'
const days = { f: day, t: day }
const ids = { event: '', release: '', pick: '', bare: '', link: '', gone: crypto.randomUUID() }

beforeAll(async () => {
  const { database } = world
  const one = async (text: string) => (await database.query<{ id: string }>(text, [portal.id]))[0]?.id ?? ''
  ids.event = await one('select id from event where portal_id = $1 order by id limit 1')
  ids.link = await one('select id from link where portal_id = $1 order by id limit 1')
  ids.release = await one(
    `insert into release (portal_id, id, title, release_at, duration_days)
      values ($1, gen_random_uuid(), '{"es":"Disco nuevo","en":"New record"}', now(), 7) returning id`,
  )
  const pick = (description: string) =>
    one(`insert into featured (portal_id, id, type, url, description, duration_days, position)
      values ($1, gen_random_uuid(), 'pick', 'https://example.test/foto', ${description}, 7, 99) returning id`)
  ids.pick = await pick(`'{"es":"Una foto"}'`)
  ids.bare = await pick('null')
  await addViews(
    database,
    Object.values(ids).map((linkId, at) => ({
      portalId: portal.id,
      at: Date.parse(`${day}T10:00:00Z`) + at,
      kind: 'click' as const,
      visitor: 'v',
      path: '/',
      source: null,
      medium: null,
      campaign: null,
      referrer: null,
      channel: 'direct',
      country: 'ES',
      province: null,
      city: null,
      device: 'mobile',
      browser: 'Firefox',
      linkId,
      lineHash: null,
    })),
  )
  await rollWaitingBatches(database)
})

const namesOf = (rows: { id: string; name: string }[]) =>
  Object.fromEntries(Object.entries(ids).map(([what, id]) => [what, rows.find((row) => row.id === id)?.name]))

test('whatever was clicked has its name, in the table, the funnel and the file', async () => {
  const { analytics } = await as(world.database, 'artist')
  const [stored] = await world.database.query<{ event: string; link: string }>(
    `select (select name from event where id = $1) as event, (select title->>'es' from link where id = $2) as link`,
    [ids.event, ids.link],
  )
  const expected = {
    event: stored?.event,
    link: stored?.link,
    release: 'Disco nuevo',
    pick: 'Una foto',
    bare: 'https://example.test/foto',
    gone: '',
  }
  const table = ok(await analytics.trafficDetailInfo({ ...days, by: 'link' }))
  expect(namesOf(table.rows)).toEqual(expected)
  expect(table.rows.find(({ id }) => id === ids.release)?.portalName).toBe(portal.name)
  // No visit begins with a press: clicks are what links are told apart and sorted by.
  expect(table).toMatchObject({ totals: { clicks: 6 }, orderBy: '-clicks' })
  expect(table.rows.map(({ clicks, share }) => [clicks, share])).toEqual(Array(6).fill([1, 1 / 6]))
  const within = ok(await analytics.trafficDetailInfo({ ...days, by: 'link', countries: 'ES' }))
  expect(namesOf(within.rows)).toEqual(expected)
  expect(namesOf(ok(await analytics.salesFunnel(days)).rows)).toEqual(expected)

  const file = await testApp(world.database).request(
    `/api/analytics/export/trafficDetailInfo?f=${day}&t=${day}&by=link&format=csv&locale=en`,
    { headers: { cookie: await cookieFor(world.database, people.artist.id) } },
  )
  const lines = parse(await file.text(), { bom: true, relax_column_count: true }) as string[][]
  const names = lines.slice(2, 8).map(([name]) => name)
  expect(names).toContain('New record')
  expect(names).toContain('No longer on the portal')
})

test('a link of somebody else is nobody’s name', async () => {
  const [foreign] = await world.database.query<{ id: string }>(
    'select id from link where portal_id = $1 limit 1',
    [portals.claraVentisca.id],
  )
  await world.database.query(
    `update "order" set click_id = $2 where (portal_id, id) = (select portal_id, id from "order" where portal_id = $1 limit 1)`,
    [portal.id, foreign?.id],
  )
  const { analytics } = await as(world.database, 'artist')
  const funnel = ok(await analytics.salesFunnel({ f: '2018-01-01', t: '2026-12-31' }))
  for (const row of funnel.rows)
    if (row.id === foreign?.id) expect([row.name, row.portalName]).toEqual(['', null])
})
