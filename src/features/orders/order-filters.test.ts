import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#client.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { everyRow, expectFilters, holds, type Meanings, plain, saysNothing } from '#testing/every-row.ts'
import { people, portals } from '#testing/world/cast.ts'
import { orderStates, stateOf } from './choices.ts'
import type { OrderRow } from './contract.ts'

const world = testDatabase()
const { ninoLobo, hotelLevante } = portals
type Query = Omit<Parameters<Api['orders']['listOrders']>[0], 'page'>

const at = '2026-11-11T09:00:00Z'
const sold = { id: '1', sku: 'FILTRO', name: 'Pegatina', units: 2, unitPrice: '12.10', tax: '4.20' }
const second = { ...sold, id: '2', sku: 'FILTRO-2' }
const back = (amount: string, tax: string) => ({
  refunds: [{ id: 'R', at, lines: [{ id: '1', amount, tax }] }],
})

/** Orders of every state, on both sides of a midnight of Madrid, at places that are called alike. */
const told: [number: string, more: object][] = [
  ['F-10', { placedAt: '2026-10-01T21:59:59Z', country: 'ES', province: 'Cádiz', city: 'Zahara' }],
  ['F-11', { placedAt: '2026-10-01T22:00:00Z', country: 'ES', province: 'Sevilla', city: 'Zahara' }],
  ['F-12', { placedAt: '2026-10-02T21:59:59Z', country: 'MX', city: 'Zahara', ...back('12.10', '2.10') }],
  ['F-13', { placedAt: '2026-10-02T22:00:00Z', country: 'ES', province: 'Cádiz', ...back('24.20', '4.20') }],
  ['F-14', { placedAt: '2026-10-03T10:00:00Z', cancelledAt: at }],
  ['F-15', { placedAt: '2026-10-03T10:00:00Z', cancelledAt: at, ...back('12.10', '2.10') }],
  ['F-16', { placedAt: '2026-10-03T10:00:00Z', lines: [sold, second], ...back('24.20', '4.20') }],
  ['F-17', { placedAt: '2026-10-04T10:00:00Z', lines: [second], city: 'Ninguna Zahara' }],
  ['zahareño', { placedAt: '2026-10-04T10:00:00Z' }],
]

beforeAll(async () => {
  const staff = await as(world.database, 'super')
  for (const portalId of [ninoLobo.id, hotelLevante.id]) {
    for (const [externalId, more] of told)
      ok(
        await staff.orders.putOrder({
          ...{ portalId, externalId, updatedAt: at, currency: 'EUR', lines: [sold], placedAt: at },
          ...more,
        }),
      )
    const [product] = ok(await staff.products.listProducts({ portal: portalId, format: 'limited' })).items
    const skus = ok(await staff.orders.listSkus({ portalId, q: 'FILTRO' })).items
    const known = skus.filter(({ sku }) => sku === 'FILTRO').map(({ id }) => ({ id }))
    ok(
      await staff.orders.mapSkus({
        portalId,
        skus: known.map((one) => ({ ...one, productId: product?.id ?? '' })),
      }),
    )
  }
  // Two sources of one kind; another whose name begins alike.
  for (const [number, source] of [
    ['F-10', 'shopify:una.myshopify.com'],
    ['F-11', 'shopify:otra.myshopify.com'],
    ['F-12', 'shopify'],
    ['F-13', 'shop'],
  ])
    await world.database.query('update "order" set source = $2 where external_id = $1', [number, source])
})

type Sees = (row: OrderRow) => boolean
const cast: [who: 'super' | 'label' | 'artist', sees: Sees][] = [
  ['super', () => true],
  [
    'label',
    ({ portal }) =>
      Object.values(portals).find(({ id }) => id === portal.id)?.accountId === hotelLevante.accountId,
  ],
  ['artist', ({ portal }) => portal.id === ninoLobo.id],
]

interface Place {
  province: string | null
  city: string | null
  /** Has it a line of what was paid back? Money goes back with what is called off, too. */
  refunded: boolean
}
type Row = OrderRow & { place: Place }
const startOf = (day: string) => Date.parse(`${day}T00:00:00+02:00`)

const means: Meanings<Omit<Query, 'orderBy'>, Row> = {
  q: (q, row) => holds(row.externalId, q) || (!/\d/.test(q) && holds(row.place.city, q)),
  portal: (portal, row) => row.portal.id === portal,
  source: (source, row) =>
    source.includes(':') ? row.source === source : row.source.split(':')[0] === source,
  state: (state, row) => {
    if (state === 'refunded') return row.place.refunded
    if (state === 'unmapped') return row.unmapped > 0
    if (state === 'partlyRefunded' || state === 'fullyRefunded')
      return !row.cancelled && row.place.refunded && row.netCents > 0 === (state === 'partlyRefunded')
    if (state === 'sold') return !row.cancelled && !row.unmapped && !row.place.refunded
    return stateOf(row) === state
  },
  place: (place, row) => {
    const [where = '', city] = place.split('/')
    return (
      row.country === where.slice(0, 2) &&
      (where.length === 2 || row.place.province === where) &&
      (city === undefined || plain(row.place.city) === plain(city))
    )
  },
  from: (from, row) => Date.parse(row.placedAt) >= startOf(from),
  to: (to, row) => Date.parse(row.placedAt) < startOf(to) + 86_400_000,
}

const values: Omit<Query, 'orderBy'>[] = [
  ...['F-1', 'zahar', 'NINGÚNA', '%'].map((q) => ({ q })),
  ...[ninoLobo, hotelLevante].map(({ id }) => ({ portal: id })),
  ...['shopify', 'shopify:una.myshopify.com', 'shop', 'api'].map((source) => ({ source })),
  ...orderStates.map((state) => ({ state })),
  ...['ES', 'MX', 'ES-CA', 'ES/Zahara', 'ES-CA/Zahara', 'MX/Zahara'].map((place) => ({ place })),
  ...[{ from: '2026-10-02' }, { to: '2026-10-02' }],
]

describe.each(cast)('what %s finds', (who, sees) => {
  let rows: Row[] = []
  let api: Api
  const ask = (query: Query) => everyRow(api.orders.listOrders, query)

  beforeAll(async () => {
    api = await as(world.database, who)
    const places = new Map<string, Place>()
    const raw = await world.database.query<Place & { id: string }>(
      `select id, province, city, exists (select from order_line l where l.order_id = o.id and l.kind = 'refund') as refunded
        from "order" o`,
    )
    for (const { id, ...place } of raw) places.set(id, place)
    const none: Place = { province: null, city: null, refunded: false }
    rows = (await ask({})).map((row) => ({ ...row, place: places.get(row.id) ?? none }))
  })

  test('is all that they see', async () => {
    const all = await everyRow((await as(world.database, 'super')).orders.listOrders, {} as Query)
    expect(rows.map(({ id }) => id)).toEqual(all.filter(sees).map(({ id }) => id))
  })

  test('is what the filters say, each by itself and each with another', async () => {
    await expectFilters(rows, values, means, async (query) => (await ask(query)) as Row[])
    const own = new Set(rows.map(({ portal }) => portal.id))
    const silent = saysNothing(rows, values, means).filter(({ portal, q }) => !portal && q !== '%')
    expect([own.size > 0, silent]).toEqual([true, []])
  })

  test('stands in its order, each way', async () => {
    const byId = (a: Row, b: Row) => (a.id < b.id ? -1 : 1)
    const orders: Record<NonNullable<Query['orderBy']>, (a: Row, b: Row) => number> = {
      placedAt: (a, b) => Date.parse(a.placedAt) - Date.parse(b.placedAt) || byId(a, b),
      '-placedAt': (a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt) || byId(a, b),
      net: (a, b) => a.netCents - b.netCents || byId(a, b),
      '-net': (a, b) => b.netCents - a.netCents || byId(b, a),
    }
    for (const filter of [{}, { q: 'F-1' }, { state: 'sold' }, { from: '2026-10-02' }] as Query[])
      for (const orderBy of Object.keys(orders) as (keyof typeof orders)[]) {
        const ids = (await ask({ ...filter, orderBy })).map(({ id }) => id)
        const left = new Set((await ask(filter)).map(({ id }) => id))
        const wanted = rows.filter(({ id }) => left.has(id)).toSorted(orders[orderBy])
        expect([filter, orderBy, ids]).toEqual([filter, orderBy, wanted.map(({ id }) => id)])
      }
  })

  test('is what stands in the file, in its order', async () => {
    for (const filter of [{}, { state: 'refunded' }, { q: 'zahar' }] as Query[])
      for (const orderBy of ['placedAt', '-placedAt', 'net', '-net'] as const) {
        const query = new URLSearchParams({ ...(filter as Record<string, string>), orderBy, as: 'csv' })
        const address = `/orders/file?${query}&columns=${orderBy.replace('-', '')}`
        const text = await (await fileFor(world.database, people[who].id, address)).text()
        const column = orderBy.endsWith('net') ? 'netCents' : 'placedAt'
        const found = await ask({ ...filter, orderBy })
        const numbers = text
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(/[;,]/)[0] ?? '')
        expect(numbers.toSorted()).toEqual(found.map(({ externalId }) => externalId).toSorted())
        // Of orders that are alike in what they are put in order by, the file goes its own way.
        const by = new Map(found.map((row) => [row.externalId, row[column]]))
        expect(numbers.map((number) => by.get(number))).toEqual(found.map((row) => row[column]))
      }
  })
})
