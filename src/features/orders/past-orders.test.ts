import { expect, test } from 'vitest'
import { inBulk } from '#platform/bulk.ts'
import { Big } from '#platform/money.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { applyOrders } from './server/apply-orders.ts'
import type { Snapshot } from './server/order-snapshot.ts'

/** What was sent before its shop was connected left the shelves before they were counted. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const placedAt = Date.parse('2026-10-02T10:00:00Z')

/** An order of two of a SKU, both of which are sent. */
function tell(externalId: string, sku: string, { past = false, later = 0 } = {}) {
  const money = { gross: '20', net: '20', tax: '0' }
  const snapshot: Snapshot = {
    ...{ externalId, placedAt, toldAt: placedAt + later, currency: 'EUR', campaign: null },
    ...{ country: 'ES', province: null, city: later > 0 ? 'Gijón' : null },
    ...{ sold: true, cancelled: null, refunds: [] },
    lines: [{ id: '1', sku, name: sku, units: 2, ...money, shipped: 2, removed: 0, returned: 0 }],
  }
  const told = [{ portalId, snapshot, buyer: null, rate: new Big(1) }]
  return inBulk(world.database, (bulk) => applyOrders(bulk, 'shopify', told, Buffer.alloc(32, 3), { past }))
}

test('it leaves them no second time when its product is said later; what was known already does', async () => {
  const artist = await as(world.database, 'artist')
  const [row] = ok(await artist.stocks.listStocks({ portalId })).items
  if (!row) throw new Error('The portal has no stock')
  const { id: stockId, productId } = row
  ok(await artist.stocks.countStock({ portalId, stockId, onHand: 20 }))
  const map = async (q: string) => {
    const [sku] = ok(await artist.orders.listSkus({ portalId, q })).items
    const variantId = stockId === productId ? null : stockId
    ok(await artist.orders.mapSkus({ portalId, skus: [{ id: sku?.id ?? '', productId, variantId }] }))
    return ok(await artist.stocks.getStock({ portalId, stockId })).onHand
  }
  await tell('P-1', 'DE-ANTES', { past: true })
  expect(await map('DE-ANTES')).toBe(20)
  await tell('P-2', 'CONOCIDO')
  await tell('P-2', 'CONOCIDO', { past: true, later: 60_000 })
  expect(await map('CONOCIDO')).toBe(18)
})
