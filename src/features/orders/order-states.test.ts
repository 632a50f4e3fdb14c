import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { stateOf } from './choices.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const at = '2026-11-11T09:00:00Z'
const line = { id: '1', sku: 'ESTADO', name: 'Pegatina', units: 2, unitPrice: '12.10', tax: '4.20' }

const back = (amount: string, tax: string) => [{ id: 'R', at, lines: [{ id: '1', amount, tax }] }]

test('every state that an order shows is one to look for, and what is paid back in part is not paid back whole', async () => {
  const artist = await as(world.database, 'artist')
  const tell = (externalId: string, rest: object = {}) =>
    artist.orders.putOrder({
      ...{ portalId, externalId, placedAt: '2026-11-10T10:00:00Z', updatedAt: at },
      ...{ currency: 'EUR', lines: [line], ...rest },
    })
  ok(await tell('E-0'))
  const found = async (state: Parameters<typeof artist.orders.listOrders>[0]['state']) =>
    ok(await artist.orders.listOrders({ portal: portalId, q: 'E-', ...(state ? { state } : {}) }))
      .items.map(({ externalId }) => externalId)
      .sort()
  expect(await found('sold')).toEqual([])
  expect(await found('unmapped')).toEqual(['E-0'])
  const [sku] = ok(await artist.orders.listSkus({ portalId, q: 'ESTADO' })).items
  const [product] = ok(await artist.products.listProducts({ portal: portalId, format: 'digital' })).items
  ok(await artist.orders.mapSkus({ portalId, skus: [{ id: sku?.id ?? '', productId: product?.id ?? '' }] }))
  ok(await tell('E-1', { refunds: back('12.10', '2.10') }))
  ok(await tell('E-2', { refunds: back('24.20', '4.20') }))
  ok(await tell('E-3', { cancelledAt: at }))

  expect(await found('sold')).toEqual(['E-0'])
  expect(await found('partlyRefunded')).toEqual(['E-1'])
  expect(await found('fullyRefunded')).toEqual(['E-2'])
  // As before: whatever was paid back of it.
  expect(await found('refunded')).toEqual(['E-1', 'E-2'])
  expect(await found('cancelled')).toEqual(['E-3'])
  const all = ok(await artist.orders.listOrders({ portal: portalId, q: 'E-' })).items
  for (const order of all) expect(await found(stateOf(order))).toContain(order.externalId)
  expect(new Set(all.map(stateOf)).size).toBe(4)
})
