import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import type { ConnectorKind } from './choices.ts'
import { processDeliveries } from './server/process-deliveries.ts'
import { signatureHeaders } from './server/signature.ts'
import { shopifyOrder } from './test-orders.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const secret = 'un-secreto-de-pruebas-muy-largo'

async function connect(kind: ConnectorKind, currencyRates: Record<string, string> = { USD: '0.92' }) {
  const artist = await as(world.database, 'artist')
  for (const { id, kind: known } of ok(await artist.connectors.listConnectors({ portalId })).items)
    if (known === kind) await artist.connectors.deleteConnector({ portalId, connectorId: id })
  const draft = { portalId, kind, name: 'Tienda', secret, currencyRates }
  return ok(await artist.connectors.createConnector(draft)).connector
}
const app = () => testApp(world.database)
const send = (kind: ConnectorKind, id: string, body: string, headers?: Record<string, string>) =>
  app().request(`/api/webhooks/${kind}/${id}`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      ...(headers ?? signatureHeaders(kind, secret, Buffer.from(body))),
    },
  })
const work = () => processDeliveries(world.database, testServices.secret)
const deliveries = async (connectorId: string) =>
  ok(await (await as(world.database, 'artist')).connectors.listDeliveries({ portalId, connectorId })).items
const order = async (externalId: string) => {
  const artist = await as(world.database, 'artist')
  const [row] = ok(await artist.orders.listOrders({ q: externalId })).items
  return row && ok(await artist.orders.getOrder({ portalId, orderId: row.id }))
}

describe('a webhook', () => {
  test('without the right signature changes nothing; a repeated one is kept once', async () => {
    const { id } = await connect('shopify')
    const body = JSON.stringify(shopifyOrder('#W1'))
    const wrong = await send('shopify', id, body, { 'x-shopify-hmac-sha256': 'bm9wZQ==' })
    expect(wrong.status).toBe(401)
    expect(await deliveries(id)).toEqual([])
    const first = await (await send('shopify', id, body)).json()
    const again = await (await send('shopify', id, body)).json()
    expect(again).toEqual({ id: first.id, repeated: true })
    expect(await work()).toBe(1)
    expect(await deliveries(id)).toMatchObject([{ state: 'done', reference: '#W1', tries: 1 }])
    const [kept] = await world.database.query<{ body: string }>(
      'select body from webhook_delivery where connector_id = $1',
      [id],
    )
    expect(kept?.body).toBe('')
    expect(await order('#W1')).toMatchObject({ netCents: 3306, units: 2, cancelled: false })
    const foreign = await send('woocommerce', id, body)
    expect(foreign.status).toBe(404)
  })

  test('that cannot be used says why, and goes through once it can', async () => {
    const { id, version } = await connect('shopify', {})
    const broken = [
      '{"name": "#X"',
      '[]',
      JSON.stringify({
        ...shopifyOrder('#X1'),
        line_items: [{ id: 1, sku: 'A', quantity: 'dos', price: '1' }],
      }),
      JSON.stringify({ ...shopifyOrder('#X2'), currency: 'GBP' }),
    ]
    for (const body of broken) expect((await send('shopify', id, body)).status).toBe(200)
    await work()
    const errors = (await deliveries(id)).map(({ state, fault }) => [state, fault]).reverse()
    expect(errors).toEqual([
      ['failed', 'El aviso no es JSON.'],
      ['failed', 'El aviso no es un objeto JSON.'],
      ['failed', 'El campo line_items[0].quantity no es un número que se pueda usar.'],
      ['failed', 'No hay cambio a euros para GBP de ese día. Añádelo a la conexión y reinténtalo.'],
    ])
    expect(await order('#X2')).toBeUndefined()
    const artist = await as(world.database, 'artist')
    const change = { portalId, connectorId: id, name: 'Tienda', currencyRates: { GBP: '1.20' } }
    ok(await artist.connectors.updateConnector(change, { version }))
    const [last] = await deliveries(id)
    ok(await artist.connectors.retryDelivery({ portalId, connectorId: id, deliveryId: last?.id ?? '' }))
    await work()
    expect(await order('#X2')).toMatchObject({ netCents: 3967 })
    const done = { portalId, connectorId: id, deliveryId: last?.id ?? '' }
    expect(failureCode(await artist.connectors.retryDelivery(done))).toBe('connectors.notFailed')
  })
})

describe('Shopify', () => {
  test('a cancellation is of the day it happened on, whatever changed afterwards', async () => {
    const { id } = await connect('shopify')
    const cancelled = {
      cancelled_at: '2026-11-03T09:30:00+01:00',
      updated_at: '2026-11-09T18:00:00+01:00',
    }
    await send('shopify', id, JSON.stringify(shopifyOrder('#C1', cancelled)))
    await work()
    const made = await order('#C1')
    expect(made?.lines.map(({ kind, at }) => [kind, at])).toEqual([
      ['sale', '2026-11-02T09:00:00.000Z'],
      ['cancellation', '2026-11-03T08:30:00.000Z'],
    ])
  })
})

describe('connectors', () => {
  test('show their secret once and can be tried out', async () => {
    const artist = await as(world.database, 'artist')
    for (const kind of ['shopify', 'woocommerce', 'printful'] as const) {
      const { id } = await connect(kind)
      const at = { portalId, connectorId: id }
      expect(ok(await artist.connectors.testConnector(at))).toMatchObject({ state: 'test', fault: null })
      expect(JSON.stringify(ok(await artist.connectors.listConnectors({ portalId })))).not.toContain(secret)
      const { secret: renewed } = ok(await artist.connectors.renewSecret(at))
      expect(renewed).toMatch(/^[0-9a-f]{64}$/)
      expect((await send(kind, id, '{}')).status).toBe(401)
    }
    const rows = await world.database.query('select * from activity where action like $1', ['connectors.%'])
    expect(JSON.stringify(rows)).not.toContain(secret)
    const second = { portalId, kind: 'shopify' as const, name: 'Otra' }
    // A second shop of a kind numbers its orders by itself: both have their #1.
    const other = ok(await artist.connectors.createConnector({ ...second, secret })).connector
    const [first] = ok(await artist.connectors.listConnectors({ portalId })).items
    await artist.connectors.renewSecret({ portalId, connectorId: first?.id ?? '' })
    await send('shopify', other.id, JSON.stringify(shopifyOrder('#W1', { id: 77 })))
    await work()
    const twins = await world.database.query(
      `select source from "order" where portal_id = $1 and external_id = '#W1' order by source`,
      [portalId],
    )
    expect(twins).toEqual([{ source: 'shopify' }, { source: 'shopify:2' }])
    const call = { idempotencyKey: 'lost' }
    for (const { id } of ok(await artist.connectors.listConnectors({ portalId })).items)
      await artist.connectors.deleteConnector({ portalId, connectorId: id })
    ok(await artist.connectors.createConnector(second, call))
    expect(failureCode(await artist.connectors.createConnector(second, call))).toBe('alreadyMade')
  })

  test('are for who manages the stock', async () => {
    const lector = await as(world.database, 'lector')
    const levante = { portalId: portals.hotelLevante.id }
    expect(failureCode(await lector.connectors.listConnectors(levante))).toBe('forbidden')
  })
})

const file = (path: string) => sharedData(`formats/${path}`)
const shopifyTest = file('shopify/order_webhook_orders_cancelled_test.json')
const wooOrders = file('woocommerce/docs_orders.json')
const printful = file('printful/webhook_order_updated.json')

describe('the ecosystem’s own files', () => {
  test.skipIf(!shopifyTest)(
    'Shopify’s test notification: read whole as a test, and as an order',
    async () => {
      const { id } = await connect('shopify')
      const body = readFileSync(shopifyTest as string, 'utf8')
      await send('shopify', id, body)
      await work()
      expect(await deliveries(id)).toMatchObject([{ state: 'test', reference: '#9999', fault: null }])
      expect(await order('#9999')).toBeUndefined()
      await send('shopify', id, body.replace('"test": true', '"test": false'))
      await work()
      const made = await order('#9999')
      expect(made).toMatchObject({ cancelled: true, netCents: 0, units: 0, grossCents: 36616 })
      expect(made?.lines.map(({ kind }) => kind)).toEqual(['sale', 'sale', 'cancellation', 'cancellation'])
    },
  )

  test.skipIf(!wooOrders)('WooCommerce’s orders, in the order of the documentation', async () => {
    const { id } = await connect('woocommerce')
    const sections = JSON.parse(readFileSync(wooOrders as string, 'utf8')) as { body: unknown }[]
    const bodies = sections.flatMap(({ body }) => (Array.isArray(body) ? body : [body]))
    for (const body of bodies) await send('woocommerce', id, JSON.stringify(body))
    await work()
    const all = await deliveries(id)
    expect(all.filter(({ state }) => state !== 'done')).toEqual([])
    expect(await order('727')).toMatchObject({ netCents: 1656, units: 3, cancelled: false })
    // WooCommerce greets a new address with a form.
    expect((await send('woocommerce', id, 'webhook_id=7', {})).status).toBe(200)
  })

  test('WooCommerce’s greeting is answered with nothing, and nothing of it is kept', async () => {
    const { id } = await connect('woocommerce')
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const greeted = await send('woocommerce', id, 'webhook_id=12', form)
    expect([greeted.status, await greeted.json()]).toEqual([200, {}])
    for (const body of ['webhook_id=12&x=1', 'webhook_id=', ' webhook_id=12', 'webhook_id=12\n', '{}'])
      expect((await send('woocommerce', id, body, form)).status, body).toBe(401)
    expect((await send('shopify', id, 'webhook_id=12', form)).status).toBe(404)
    expect(await deliveries(id)).toEqual([])
  })

  test.skipIf(!printful)('Printful’s update changes nothing; its shipment counts what was made', async () => {
    const { id } = await connect('printful')
    const update = JSON.parse(readFileSync(printful as string, 'utf8'))
    await send('printful', id, JSON.stringify(update))
    const { order: inner } = update.data
    const shipment = {
      id: 10,
      shipped_at: 1622456737,
      items: [{ item_id: 1, quantity: 1, picked: 1, printed: 1 }],
    }
    const shipped = JSON.stringify({ ...update, type: 'package_shipped', data: { order: inner, shipment } })
    const byToken = await app().request(`/api/webhooks/printful/${id}?token=${secret}`, {
      method: 'POST',
      body: shipped,
    })
    expect(byToken.status).toBe(200)
    await work()
    expect((await deliveries(id)).map(({ state }) => state).sort()).toEqual(['done', 'ignored'])
    const rows = await world.database.query('select reference, line, units from production')
    expect(rows).toEqual([{ reference: '4235234213', line: 'item-1', units: 1 }])
    const lost = JSON.stringify({ type: 'package_shipped', created: 1, data: { order: inner } })
    await send('printful', id, lost)
    await work()
    expect((await deliveries(id))[0]?.fault).toBe('Falta el campo data.shipment.')
  })
})
