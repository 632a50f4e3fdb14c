import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { event } from '#features/events/server/table.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import type { Asking } from './server/detail.ts'
import type { AnalyticsStore, SalesQuestion, VisitsQuestion } from './server/store.ts'
import { allPlaces, type PlayQuery, whereToPlay } from './server/where-to-play.ts'

/** Where to play, of a store that tells what it is given: what is added up, put in order, and announced there. */

const world = testDatabase()
const now = new Date('2026-06-15T12:00:00Z')
const days = { f: '2026-05-01', t: '2026-05-31' }
let [portalId, other] = ['', '']

type Told = readonly (readonly [place: string, first: number, second: number])[]
const table = (told: Told, [first, second]: readonly [string, string]): SQL =>
  sql`select x.k as key, x.a::float8 as ${sql.raw(first)}, x.b::float8 as ${sql.raw(second)}
    from jsonb_to_recordset(${JSON.stringify(told.map(([k, a, b]) => ({ k, a, b })))}::jsonb) as x(k text, a float8, b float8)`

/** Net sales in euros and orders, and visitors, of places. */
const places = async (
  sold: Told,
  seen: readonly (readonly [string, number])[] = [],
  query: Partial<PlayQuery> & { page?: number } = {},
) => {
  const store = {
    sales: async (_: SalesQuestion) =>
      table(
        sold.map(([place, euros, orders]) => [place, euros * 1_000_000, orders]),
        ['net_micros', 'orders'],
      ),
    visits: async (_: VisitsQuestion) =>
      sql`select key, a as visitors, 0::float8 as visits, 0::float8 as clicks from (${table(
        seen.map(([place, visitors]) => [place, visitors, 0]),
        ['a', 'b'],
      )}) x`,
  } as unknown as AnalyticsStore
  return inTrial(world.database, (tx) =>
    whereToPlay({ tx, store, now, base: { portalId }, locale: 'es' } as Asking, { ...days, ...query }),
  )
}
const putFans = (day: string, country: string, province: string, city: string, fans: number, of = portalId) =>
  world.database.query('insert into fan_place values ($1, $2, $3, $4, $5, $6)', [
    ...[of, day, country, province, city, fans],
  ])
const announce = (name: string, startsAt: string, row: Partial<typeof event.$inferInsert> = {}) =>
  inTrial(world.database, (tx) =>
    tx.insert(event).values({
      ...{ portalId, name, kind: 'concert', startsAt: new Date(startsAt), timeZone: 'Europe/Madrid' },
      ...{ country: 'ES', province: 'ES-ZZ', city: 'Villaqxq', publication: 'published', ...row },
    } as typeof event.$inferInsert),
  )
const shown = async (...of: Parameters<typeof places>) =>
  (await places(...of)).items.map(({ id, netCents, orders, visitors, fans }) => [
    id,
    netCents,
    orders,
    visitors,
    fans,
  ])

beforeAll(async () => {
  const { accountId, portalId: master } = await putAccount(world.database, 'Sello')
  portalId = master
  other = await putPortal(world.database, accountId)
})

describe('places', () => {
  test('are cities that somebody bought, came or signed up from, most net sales first', async () => {
    await putFans('2026-05-01', 'ES', 'ES-ZZ', 'Aqxq', 3)
    await putFans('2026-05-31', 'FR', '', 'Bqxq', 4)
    await putFans('2026-04-30', 'ES', 'ES-ZZ', 'Aqxq', 100)
    await putFans('2026-06-01', 'ES', 'ES-ZZ', 'Aqxq', 100)
    await putFans('2026-05-10', 'ES', 'ES-ZZ', 'Aqxq', 100, other)
    const sold: Told = [
      ['ES-ZZ/Aqxq', 5, 2],
      ['ES-ZZ/Cqxq', 9, 1],
      // Whoever told no city.
      ['ES-ZZ', 99, 1],
      ['ES-ZZ/', 99, 1],
      ['', 99, 1],
    ]
    expect(
      await shown(sold, [
        ['ES-ZZ/Aqxq', 7],
        ['ES-ZZ/Dqxq', 8],
      ]),
    ).toEqual([
      ['ES-ZZ/Cqxq', 900, 1, 0, 0],
      ['ES-ZZ/Aqxq', 500, 2, 7, 3],
      ['ES-ZZ/Dqxq', 0, 0, 8, 0],
      ['FR/Bqxq', 0, 0, 0, 4],
    ])
  })

  test('say how many fans told no city, in these days and of these portals', async () => {
    expect((await places([])).unplacedFans).toBe(0)
    await putFans('2026-05-02', 'ES', '', '', 5)
    await putFans('2026-05-03', '', '', '', 6)
    await putFans('2026-06-02', '', '', '', 100)
    await putFans('2026-05-02', '', '', '', 100, other)
    expect((await places([])).unplacedFans).toBe(11)
  })

  test('come fifty a page, and those of one area alone where it is asked for', async () => {
    const many = Array.from({ length: 55 }, (_, at) => [`US-NY/City ${at + 10}`, 100 - at, 1] as const)
    const first = await places(many)
    expect([first.items.length, first.total, first.page]).toEqual([50, 57, 1])
    expect(first.items[0]?.id).toBe('US-NY/City 10')
    const second = await places(many, [], { page: 2 })
    expect([second.items.length, second.items[0]?.id, second.page]).toEqual([7, 'US-NY/City 60', 2])
    expect((await places(many, [], { area: 'US-NY/City 12' })).items.map(({ id }) => id)).toEqual([
      'US-NY/City 12',
    ])
    const near: Told = [
      ['ES-B/Badalona', 1, 1],
      ['ES-B/Barcelona', 2, 1],
      ['ES-M/Madrid', 9, 1],
    ]
    expect(await shown(near, [], { area: 'ES-B/Barcelona' })).toEqual([
      ['ES-B/Barcelona', 200, 1, 0, 0],
      ['ES-B/Badalona', 100, 1, 0, 0],
    ])
    expect((await shown(near, [], { by: 'areas' })).slice(0, 2)).toEqual([
      ['ES-M/Madrid', 900, 1, 0, 0],
      ['ES-B/Barcelona', 300, 2, 0, 0],
    ])
  })

  test('of an area name three of their cities, and say how many there are', async () => {
    const area: Told = ['Barcelona', 'Badalona', 'Sabadell', 'Terrassa'].map((city, at) => [
      `ES-B/${city}`,
      9 - at,
      1,
    ])
    const { items } = await places(area, [], { by: 'areas' })
    expect(items[0]).toMatchObject({ places: 4, around: 'Barcelona, Badalona, Sabadell' })
  })
})

describe('what is announced', () => {
  const nowhere = { event: null, startsAt: null, events: 0, nearest: null, nearestKm: null, nearestAt: null }
  const at = async (place: string) => {
    const { items } = await places([[place, 1, 1]])
    const row: Record<string, unknown> = items.find(({ id }) => id === place) ?? {}
    return Object.fromEntries(Object.keys(nowhere).map((name) => [name, row[name]]))
  }

  test('is the next of what is to come there, published and not called off, of these portals', async () => {
    const place = 'ES-ZZ/Villaqxq'
    expect(await at(place)).toEqual(nowhere)
    await announce('Ayer', '2026-06-14T20:00:00Z')
    await announce('Ahora', now.toISOString())
    await announce('Borrador', '2026-06-16T20:00:00Z', { publication: 'draft' })
    await announce('Cancelado', '2026-06-16T20:00:00Z', { state: 'cancelled' } as object)
    await announce('Sin ciudad', '2026-06-16T20:00:00Z', { city: '' })
    await announce('Sin lugar', '2026-06-16T20:00:00Z', { city: null })
    await announce('De otro', '2026-06-16T20:00:00Z', { portalId: other })
    expect(await at(place)).toEqual(nowhere)
    await announce('Después', '2026-08-01T20:00:00Z')
    await announce('Primero', '2026-07-01T20:00:00Z', { city: 'VILLAQXQ' })
    await announce('En otra provincia', '2026-06-17T20:00:00Z', { province: 'ES-YY', city: 'Otraqxq' })
    expect(await at(place)).toEqual({
      ...nowhere,
      ...{ event: 'Primero', startsAt: '2026-07-01T20:00:00.000Z', events: 2 },
    })
  })

  test('is else the nearest to it, in whole kilometres, of towns that are known', async () => {
    await announce('En Badalona', '2026-07-02T20:00:00Z', { province: 'ES-B', city: 'BADALONA' })
    await announce('En Madrid', '2026-07-01T20:00:00Z', { province: 'ES-M', city: 'Madrid' })
    expect(await at('ES-B/Badalona')).toEqual({
      ...nowhere,
      ...{ event: 'En Badalona', startsAt: '2026-07-02T20:00:00.000Z', events: 1 },
    })
    const { nearest, nearestKm, nearestAt, event } = await at('ES-B/Barcelona')
    expect([event, nearest, nearestAt]).toEqual([null, 'Badalona', '2026-07-02T20:00:00.000Z'])
    expect(Number.isInteger(nearestKm) && Number(nearestKm) > 5 && Number(nearestKm) < 15).toBe(true)
    expect(await at('ES-ZZ/Lejosqxq')).toEqual(nowhere)
  })
})

test('each is told as a row only once it is asked for', async () => {
  const { places: all, rowOf } = await inTrial(world.database, (tx) =>
    allPlaces(
      {
        ...{ tx, now, base: { portalId: other }, locale: 'es' },
        store: {
          sales: async () => table([['ES-ZZ/Aqxq', 1, 1]], ['net_micros', 'orders']),
          visits: async () =>
            sql`select ''::text as key, 0::float8 as visitors, 0::float8 as visits, 0::float8 as clicks`,
        },
      } as unknown as Asking,
      days,
    ),
  )
  // Both of the other portal's fans and what was sold are of the same city.
  expect(all.map(({ id, fans }) => [id, fans])).toEqual([['ES-ZZ/Aqxq', 100]])
  expect(all.map(rowOf)[0]).toMatchObject({ name: 'Aqxq', country: 'ES', netCents: 0, fans: 100 })
})
