import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { sampleFor } from './server/sample.ts'
import { wooShop } from './test-woocommerce.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id

const sold = (more: object = {}) => ({
  ...(sampleFor('woocommerce', new Date('2026-11-10T09:00:00Z')) as object),
  ...{ id: 7001, number: 'P-12', status: 'processing', ...more },
})

/** Tells of an order as WooCommerce does, and answers what comes of it. */
async function shop(number = 'P-12') {
  const artist = await as(world.database, 'artist')
  for (const { id: connectorId } of ok(await artist.connectors.listConnectors({ portalId })).items)
    await artist.connectors.deleteConnector({ portalId, connectorId })
  const { id, tell: send } = await wooShop(world.database, portalId)
  let told = 0
  const tell = async (topic: string, body: object) => {
    told++
    await send(body, { 'x-wc-webhook-topic': topic, 'x-wc-webhook-delivery-id': String(told) })
    const [row] = ok(await artist.orders.listOrders({ q: number })).items
    const delivered = ok(await artist.connectors.listDeliveries({ portalId, connectorId: id })).items
    return {
      order: row && ok(await artist.orders.getOrder({ portalId, orderId: row.id })),
      delivery: delivered[0],
    }
  }
  return tell
}

test('an order that goes into WooCommerce’s bin is taken back, comes back, and goes again', async () => {
  const tell = await shop()
  const before = (await tell('order.updated', sold())).order
  expect(before).toMatchObject({ cancelled: false })
  expect(before?.netCents).toBeGreaterThan(0)
  const binned = await tell('order.deleted', { id: 7001 })
  expect(binned.order).toMatchObject({ cancelled: true, netCents: 0 })
  expect(binned.delivery).toMatchObject({ state: 'done', reference: 'P-12' })
  expect((await tell('order.restored', sold())).order).toMatchObject({
    cancelled: false,
    netCents: before?.netCents,
  })
  expect((await tell('order.deleted', { id: 7001 })).order).toMatchObject({ cancelled: true, netCents: 0 })
  expect((await tell('order.deleted', { id: 999 })).delivery).toMatchObject({ state: 'ignored' })
})

test('a part that was refunded is an estimate and says so; the whole is none', async () => {
  const tell = await shop('P-14')
  const refund = (total: string) => ({ number: 'P-14', status: 'completed', refunds: [{ id: 1, total }] })
  const { total } = sold() as unknown as { total: string }
  expect((await tell('order.updated', sold({ number: 'P-14' }))).order?.refundsEstimated).toBe(false)
  const date_modified_gmt = '2026-11-11T09:00:00'
  const part = await tell('order.updated', sold({ ...refund('-3.00'), date_modified_gmt }))
  expect(part.order?.refundsEstimated).toBe(true)
  const later = '2026-11-12T09:00:00'
  const whole = await tell('order.updated', sold({ ...refund(`-${total}`), date_modified_gmt: later }))
  expect(whole.order?.refundsEstimated).toBe(false)
})

test('an order of tomorrow is refused with its reason', async () => {
  const tell = await shop()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)
  const { delivery } = await tell('order.created', sold({ number: 'P-13', date_created_gmt: tomorrow }))
  expect(delivery).toMatchObject({ state: 'failed' })
})
