import { expect, test } from 'vitest'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { processDeliveries } from './server/process-deliveries.ts'
import { signatureHeaders } from './server/signature.ts'
import { shopifyOrder } from './test-orders.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const secret = 'un-secreto-de-pruebas-muy-largo'

test('several processes work the same queue off: nothing is lost, nothing counts twice', async () => {
  const artist = await as(world.database, 'artist')
  const draft = { portalId, kind: 'shopify' as const, name: 'Tienda', secret }
  const { connector } = ok(await artist.connectors.createConnector(draft))
  const app = testApp(world.database)
  const orders = 30
  for (let n = 0; n < orders; n++)
    for (const minute of [0, 1]) {
      const shipped = minute ? [{ status: 'success', line_items: [{ id: 1, quantity: 1 }] }] : []
      const told = { updated_at: `2026-11-02T10:0${minute}:00+01:00`, fulfillments: shipped }
      const body = JSON.stringify(shopifyOrder(`#Q${n}`, told))
      const headers = signatureHeaders('shopify', secret, Buffer.from(body))
      const sent = await app.request(`/api/webhooks/shopify/${connector.id}`, {
        method: 'POST',
        body,
        headers,
      })
      expect(sent.status).toBe(200)
    }
  const work = () => processDeliveries(world.database, testServices.secret)
  const worked = await Promise.all([work(), work(), work()])
  expect(worked.reduce((sum, count) => sum + count, 0)).toBe(orders * 2)
  const [found] = await world.database.query(
    `select count(distinct o.id)::int as orders, sum(l.orders)::int as counted, sum(l.units)::int as units,
      (select count(*)::int from webhook_delivery where state = 'done') as done
    from "order" o join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
    where o.external_id like '#Q%'`,
  )
  expect(found).toEqual({ orders, counted: orders, units: orders * 2, done: orders * 2 })
})
