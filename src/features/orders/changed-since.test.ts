import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const order = (externalId: string, more: object = {}) => ({
  ...{ portalId, externalId, placedAt: '2026-03-02T10:00:00+01:00', currency: 'EUR', country: 'ES' },
  lines: [{ id: '1', sku: 'SINCE-X', units: 2, unitPrice: '20.00', tax: '6.94' }],
  ...more,
})
/** By the clock that moments are written with, to the microsecond. */
const now = async () => {
  const [row] = await world.database.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  )
  return row?.at ?? ''
}

test('an order has changed when something of it was told, or given to a product', async () => {
  const artist = await as(world.database, 'artist')
  const since = async (updatedSince: string) => {
    // What every list takes stands in no declaration of its own.
    const query = { portal: portalId, updatedSince }
    const { items } = ok(await artist.orders.listOrders(query))
    return items.map(({ externalId }) => externalId).sort()
  }
  const begin = await now()
  ok(await artist.orders.putOrder(order('S-1')))
  ok(await artist.orders.putOrder(order('S-2')))
  expect(await since(begin)).toEqual(['S-1', 'S-2'])
  const made = await now()
  // The same state again changes nothing.
  ok(await artist.orders.putOrder(order('S-2')))
  expect(await since(made)).toEqual([])
  const refunds = [
    { id: 'r1', at: '2026-03-03T10:00:00Z', lines: [{ id: '1', amount: '20.00', tax: '3.47' }] },
  ]
  ok(await artist.orders.putOrder(order('S-1', { updatedAt: await now(), refunds })))
  expect(await since(made)).toEqual(['S-1'])
  const refunded = await now()
  expect(await since(refunded)).toEqual([])
  const [product] = ok(await artist.products.listProducts({ portal: portalId })).items
  const [sku] = ok(await artist.orders.listSkus({ portalId, q: 'SINCE-X' })).items
  const skus = [{ id: sku?.id ?? '', productId: product?.id ?? null }]
  ok(await artist.orders.mapSkus({ portalId, skus }))
  expect(await since(refunded)).toEqual(['S-1', 'S-2'])
})

test('a stock has changed when it moved, or its product did', async () => {
  const artist = await as(world.database, 'artist')
  const since = async (updatedSince: string) => {
    const query = { portalId, updatedSince }
    return ok(await artist.stocks.listStocks(query)).items.map(({ id }) => id)
  }
  const [one] = ok(await artist.stocks.listStocks({ portalId })).items
  const begin = await now()
  expect(await since(begin)).toEqual([])
  ok(await artist.stocks.countStock({ portalId, stockId: one?.id ?? '', onHand: 41, note: 'Almacén' }))
  expect(await since(begin)).toEqual([one?.id])
  const moved = await now()
  await world.database.query('update product set updated_at = clock_timestamp() where id = $1', [
    one?.productId,
  ])
  expect(await since(moved)).toContain(one?.id)
})
