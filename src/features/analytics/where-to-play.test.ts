import { beforeAll, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { Big } from '#platform/money.ts'
import { as, cookieFor, inBrowser, ok, testApp } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import type { Row } from './contract.ts'

const world = testDatabase()
const { ninoLobo, orquestaPoniente } = portals
const days = { f: '2021-05-01', t: '2021-05-31' }

const sold = (city: string, province: string | null, euros: number, country = 'ES') => ({
  row: 0,
  portalKey: ninoLobo.code,
  externalId: `${country} ${province} ${city}`,
  kind: 'sale' as const,
  at: Date.parse('2021-05-05T10:00:00Z'),
  placedAt: Date.parse('2021-05-05T10:00:00Z'),
  sku: 'SUELTO',
  name: 'Suelto',
  units: 1,
  currency: 'EUR',
  gross: new Big(euros),
  net: new Big(euros),
  tax: new Big(0),
  scale: 2,
  country,
  province,
  city,
})
const announce = (city: string | null, province: string | null, days: number, more = 'published') =>
  world.database.query(
    `insert into event (portal_id, id, name, kind, starts_at, time_zone, city, province, country, publication)
      values ($1, gen_random_uuid(), $2, 'concert', now() + $3::interval, 'Europe/Madrid', $4, $5, 'ES', $6)`,
    [ninoLobo.id, `En ${city}`, `${days} days`, city, province, more],
  )
const fans = (
  portalId: string,
  day: string,
  country: string,
  province: string,
  city: string,
  count: number,
) =>
  world.database.query('insert into fan_place values ($1, $2, $3, $4, $5, $6)', [
    portalId,
    day,
    country,
    province,
    city,
    count,
  ])

beforeAll(async () => {
  const lines = [
    sold('Barcelona', 'ES-B', 30),
    sold('BADALONA', 'ES-B', 40),
    sold('L’Hospitalet', null, 5),
    sold('Girona', 'ES-GI', 8),
    sold('Mataró', 'ES-B', 1),
    sold('Atlantis', 'ES-B', 2),
    sold('Springfield', 'US-IL', 3, 'US'),
    sold('Springfield', 'US-MA', 4, 'US'),
  ]
  await importLines(world.database, 'play', { by: 'portal', create: false }, lines, {
    secret: Buffer.alloc(32),
  })
  await rollWaitingBatches(world.database)
  await world.database.query('delete from event')
  await fans(ninoLobo.id, '2021-05-04', 'ES', 'ES-B', 'Barcelona', 7)
  await fans(ninoLobo.id, '2021-05-31', 'ES', 'ES-B', 'Badalona', 2)
  await fans(ninoLobo.id, '2021-05-05', 'ES', 'ES-SE', 'Sevilla', 3)
  await fans(ninoLobo.id, '2021-05-05', '', '', '', 4)
  await fans(ninoLobo.id, '2021-06-01', 'ES', 'ES-B', 'Barcelona', 100)
  await fans(orquestaPoniente.id, '2021-05-05', 'ES', 'ES-B', 'Barcelona', 1000)
})
const asked = async (by?: 'areas' | 'cities') =>
  ok(await (await as(world.database, 'artist')).analytics.whereToPlay({ ...days, ...(by ? { by } : {}) }))
const row = (items: Row[], id: string) => items.find((one) => one.id === id)

test('a large town and what lies around it are one area; what no list knows stays by itself', async () => {
  const { items } = await asked('areas')
  const told = items.map(({ id, name, netCents, orders, places }) => [id, name, netCents, orders, places])
  expect(told).toEqual([
    ['ES-B/Barcelona', 'Barcelona', 7600, 4, 4],
    ['ES-GI/Girona', 'Girona', 800, 1, 1],
    ['US-MA/Springfield', 'Springfield', 400, 1, 1],
    ['US-IL/Springfield', 'Springfield', 300, 1, 1],
    ['ES-B/Atlantis', 'Atlantis', 200, 1, 1],
    ['ES-SE/Sevilla', 'Sevilla', 0, 0, 1],
  ])
  // Those with most first: by what each of them sold.
  expect(row(items, 'ES-B/Barcelona')?.around).toBe("Badalona, Barcelona, L'Hospitalet de Llobregat")
})

test('by cities each stands once however it was told, and both ways add up to the same', async () => {
  const [cities, areas] = [await asked(), await asked('areas')]
  expect(cities.items).toHaveLength(9)
  expect(
    cities.items.filter(({ name }) => /badalona/i.test(name)).map(({ name, fans }) => [name, fans]),
  ).toEqual([['Badalona', 2]])
  for (const figure of ['netCents', 'orders', 'visitors', 'fans'] as const) {
    const sum = (items: Row[]) => items.reduce((total, one) => total + Number(one[figure]), 0)
    expect([figure, sum(areas.items)]).toEqual([figure, sum(cities.items)])
  }
})

test('fans who signed up in the days count where they did, those of other portals and days do not', async () => {
  const areas = await asked('areas')
  expect(areas.unplacedFans).toBe(4)
  expect(row(areas.items, 'ES-B/Barcelona')?.fans).toBe(9)
  // A city of which nothing else is known than its fans.
  expect(row(areas.items, 'ES-SE/Sevilla')?.fans).toBe(3)
  expect(row((await asked()).items, 'ES-B/Barcelona')?.fans).toBe(7)
  const staff = await as(world.database, 'staff')
  expect(row(ok(await staff.analytics.whereToPlay(days)).items, 'ES-B/Barcelona')?.fans).toBe(1007)
})

test('the nearest of what is announced is named with its distance; what is not public is not', async () => {
  await announce('Zaragoza', 'ES-Z', 5, 'draft')
  const far = async (id: string, by?: 'areas') => {
    const found = row((await asked(by)).items, id)
    return [found?.event, found?.nearest, found?.nearestKm]
  }
  expect(await far('ES-GI/Girona')).toEqual([null, null, null])
  await announce('Madrid', 'ES-M', 40)
  expect(await far('ES-B/Barcelona')).toEqual([null, 'Madrid', 504])
  await announce('badalona', null, 60)
  // Around the corner of Barcelona, and in its area.
  expect(await far('ES-B/Barcelona')).toEqual([null, 'Badalona', 10])
  expect(await far('ES-B/Barcelona', 'areas')).toEqual(['En badalona', null, null])
  expect(await far('ES-B/Badalona')).toEqual(['En badalona', null, null])
  await announce('Castelló', 'ES-CS', 20)
  // Of two of an area the next one is told, and both are counted.
  await announce('Mataró', 'ES-B', 50)
  expect(row((await asked('areas')).items, 'ES-B/Barcelona')).toMatchObject({ event: 'En Mataró', events: 2 })
  // Where no list has the place, no distance is said.
  expect(await far('ES-B/Atlantis')).toEqual([null, null, null])
  expect(await far('US-IL/Springfield', 'areas')).toEqual([null, null, null])
  await announce('ATLÁNTIS', null, 9)
  expect((await far('ES-B/Atlantis'))[0]).toBe('En ATLÁNTIS')
})

test('the cities of one area add up to it, and a label asks for one of its artists', async () => {
  const { analytics } = await as(world.database, 'artist')
  const of = ok(await analytics.whereToPlay({ ...days, by: 'cities', area: 'ES-B/Barcelona' }))
  expect(of.items.map(({ id, netCents }) => [id, netCents])).toEqual([
    ['ES-B/Badalona', 4000],
    ['ES-B/Barcelona', 3000],
    ["ES/L'Hospitalet de Llobregat", 500],
    ['ES-B/Mataró', 100],
  ])
  const staff = await as(world.database, 'staff')
  const asked = async (portals: string[]) => {
    const { items } = ok(await staff.analytics.whereToPlay({ ...days, portals }))
    const found = row(items, 'ES-B/Barcelona')
    return [found?.netCents, found?.fans]
  }
  expect(await asked([ninoLobo.id])).toEqual([3000, 7])
  expect(await asked([orquestaPoniente.id])).toEqual([0, 1000])
  expect(await asked([ninoLobo.id, orquestaPoniente.id])).toEqual([3000, 1007])
})

const fetchFile = async (by: 'cities' | 'areas') => {
  const answer = await testApp(world.database).request(
    `/api/analytics/whereToPlay/file?f=${days.f}&t=${days.t}&by=${by}&format=csv&locale=es`,
    { headers: inBrowser(await cookieFor(world.database, people.artist.id)) },
  )
  expect(answer.status).toBe(200)
  return (await answer.text()).trim().split('\n')
}

test('places beyond the first fifty are on further pages, and all of them leave as a file', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => sold(`Pueblo ${at}`, 'ES-TE', 100 + at))
  await importLines(world.database, 'play many', { by: 'portal', create: false }, lines, {
    secret: Buffer.alloc(32),
  })
  await rollWaitingBatches(world.database)
  const { analytics } = await as(world.database, 'artist')
  for (const by of ['cities', 'areas'] as const) {
    const pages = [1, 2].map(async (page) => ok(await analytics.whereToPlay({ ...days, by, page })))
    const [first, second] = await Promise.all(pages)
    const total = by === 'cities' ? 69 : 66
    expect([first?.total, first?.items.length, second?.items.length]).toEqual([total, 50, total - 50])
    const all = [...(first?.items ?? []), ...(second?.items ?? [])]
    expect(new Set(all.map(({ id }) => id)).size).toBe(total)
    const file = await fetchFile(by)
    expect(file.filter((line) => line.includes('Pueblo'))).toHaveLength(60)
    // In the order of the screen, in euros, with the period below.
    expect(file[1]).toMatch(
      by === 'cities' ? /^Pueblo 59;España;159;1;/ : /^Pueblo 59;España;Pueblo 59;159;1;/,
    )
    expect(file.some((line) => line.includes('2021-05-01 – 2021-05-31'))).toBe(true)
  }
})
