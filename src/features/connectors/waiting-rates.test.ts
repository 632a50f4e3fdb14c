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

test('orders in money without a rate wait; one answer lets in all of them, and no others', async () => {
  const artist = await as(world.database, 'artist')
  for (const { id } of ok(await artist.connectors.listConnectors({ portalId })).items)
    await artist.connectors.deleteConnector({ portalId, connectorId: id })
  const draft = { portalId, kind: 'shopify' as const, name: 'Tienda', secret }
  const { connector } = ok(await artist.connectors.createConnector(draft))
  const send = async (name: string, currency: string) => {
    const body = JSON.stringify(shopifyOrder(name, { currency }))
    const headers = signatureHeaders('shopify', secret, Buffer.from(body))
    await testApp(world.database).request(`/api/webhooks/shopify/${connector.id}`, {
      ...{ method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } },
    })
  }
  for (const [name, currency] of [
    ['#R1', 'ARS'],
    ['#R2', 'ARS'],
    ['#R3', 'CLP'],
  ] as const)
    await send(name, currency)
  await processDeliveries(world.database, testServices.secret)
  const [waiting] = ok(await artist.connectors.listConnectors({ portalId })).items
  expect(waiting?.waitingRates).toEqual([
    { currency: 'ARS', deliveries: 2 },
    { currency: 'CLP', deliveries: 1 },
  ])
  const answered = ok(
    await artist.connectors.answerRate({
      portalId,
      connectorId: connector.id,
      currency: 'ARS',
      rate: '0.001',
    }),
  )
  expect(answered.currencyRates).toEqual({ ARS: '0.001' })
  await processDeliveries(world.database, testServices.secret)
  const found = ok(await artist.orders.listOrders({ q: '#R' })).items.map(({ externalId }) => externalId)
  expect(found.sort()).toEqual(['#R1', '#R2'])
  const [left] = ok(await artist.connectors.listConnectors({ portalId })).items
  expect(left?.waitingRates).toEqual([{ currency: 'CLP', deliveries: 1 }])
})
