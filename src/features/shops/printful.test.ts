import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, failureCode } from '#client.ts'
import { parseBody } from '#features/connectors/server/payload.ts'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { readPrintful } from '#features/connectors/server/read-printful.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { type LocalPrintful, startPrintful } from '#testing/printful/server.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import { work } from './test-shop.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
let printful: LocalPrintful
let artist: Api
let connectorId = ''
beforeAll(async () => {
  printful = await startPrintful()
  testServices.shops.printful = { address: printful.address }
})
afterAll(async () => {
  testServices.shops.printful = { address: 'https://api.printful.com' }
  await printful.stop()
})
const day = 86_400_000
const theirs = async () =>
  ok(await artist.shops.listShops({ portalId })).items.find(({ id }) => id === connectorId)
const look = async () => {
  ok(await artist.shops.syncShop({ portalId, connectorId }))
  await work(world.database, printful)
}
const made = () =>
  world.database.query<{ reference: string; units: number }>(
    `select reference, sum(units)::int as units from production where connector_id = $1 group by 1 order by 1`,
    [connectorId],
  )

test('a store of Printful comes in at 120 calls a minute, and what it has sent', async () => {
  artist = await as(world.database, 'artist')
  for (let place = 0; place < 110; place++)
    printful.addProduct(
      place === 0 ? { name: 'Camiseta impresa', sku: 'IMP' } : { pictures: false, sizes: ['U'] },
    )
  printful.addProduct({ name: 'Oculta', ignored: true })
  const now = printful.now()
  printful.addOrder({
    reference: '#1',
    sku: 'IMP-S',
    quantity: 2,
    at: now - 300 * day,
    sentAt: now - 298 * day,
  })
  printful.addOrder({ reference: '#2', sku: 'IMP-M', at: now - day })
  const { state, id, ...shop } = ok(
    await artist.shops.connectPrintful({ portalId, token: printful.newToken(), name: 'Imprenta' }),
  )
  connectorId = id
  expect({ state, ...shop }).toMatchObject({
    kind: 'printful',
    domain: 'printful.com/12',
    state: 'connected',
  })
  await work(world.database, printful)
  expect(printful.throttled).toBeGreaterThan(0)
  expect((await theirs())?.first).toMatchObject({ state: 'done', fault: null })
  expect((await theirs())?.first?.steps.map(({ step, done }) => [step, done])).toEqual([
    ['products', 111],
    ['pictures', 110],
    ['orders', 2],
    ['webhooks', 1],
    ['stock', 0],
  ])
  expect(await made()).toEqual([{ reference: '#1', units: 2 }])
  const [product] = ok(await artist.products.listProducts({ q: 'Camiseta impresa' })).items
  const whole = ok(await artist.products.getProduct({ portalId, productId: product?.id ?? '' }))
  expect(whole).toMatchObject({
    format: 'onDemand',
    status: 'draft',
    priceCents: 2500,
    purchaseAddresses: [],
  })
  expect(whole.variantRows).toMatchObject([
    { size: 'S', colour: 'Black', sku: 'IMP-S' },
    { size: 'M', colour: 'Black', sku: 'IMP-M' },
  ])
  expect(whole.pictures).toHaveLength(3)
  expect(ok(await artist.products.listProducts({ q: 'Oculta' })).items).toHaveLength(0)
  // Orders of a print service are those of other shops.
  const orders = await world.database.query(`select 1 from "order" where source like 'printful%'`)
  expect(orders).toHaveLength(0)
  const kept = await world.database.query('select * from shop_access, activity, shop_wish')
  for (const token of printful.tokens) expect(JSON.stringify(kept)).not.toContain(token)
})

test('a shipment is told at an address of its own; one that was lost is found and said', async () => {
  await world.database.query(
    `update shop_run set finished_at = now() - interval '1 hour' where kind = 'first'`,
  )
  const sent = printful.now() - 10 * 60_000
  const told = printful.addOrder({ reference: '#3', sku: 'IMP-S', at: sent - day })
  const shipment = printful.ship(told, sent)
  const { pathname, search } = new URL(printful.webhook.url ?? '')
  const tell = (query: string) =>
    testApp(world.database).request(`${pathname}${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'package_shipped',
        created: shipment.shipped_at,
        retries: 0,
        store: 12,
        data: { order: told, shipment },
      }),
    })
  expect((await tell('?token=otro')).status).toBe(401)
  expect((await tell(search)).status).toBe(200)
  await processDeliveries(world.database, testServices.secret)
  expect(await made()).toMatchObject([{ reference: '#1' }, { reference: '#3', units: 1 }])
  const second = printful.orders.find((one) => one.external_id === '#2')
  printful.ship(second as never, sent)
  await look()
  expect((await theirs())?.reconcile).toMatchObject({ state: 'done', found: 1 })
  expect((await made()).map(({ reference }) => reference)).toEqual(['#1', '#2', '#3'])
  await look()
  expect((await theirs())?.reconcile).toMatchObject({ found: 0 })
  // Another program's address is left where it is.
  printful.webhook = { url: 'https://otro.example/hook', types: ['order_created'] }
  await look()
  expect(printful.webhook.url).toBe('https://otro.example/hook')
  printful.webhook = { url: null, types: [] }
  await look()
  expect(printful.webhook.url).toContain(connectorId)
})

test('a token that ends is told, and another of the same store goes on where it was', async () => {
  printful.tokens.clear()
  // Who connects waits for nobody: the minute before is over.
  printful.wait(60_000)
  await look()
  expect(await theirs()).toMatchObject({ state: 'expired', reconcile: { state: 'running' } })
  const at = { portalId, name: 'Imprenta' }
  const bad = await artist.shops.connectPrintful({ ...at, token: 'un-token-cualquiera-largo' })
  expect(bad).toMatchObject({ error: { code: 'invalidInput', fields: { token: expect.any(String) } } })
  const { id } = ok(await artist.shops.connectPrintful({ ...at, token: printful.newToken() }))
  expect(id).toBe(connectorId)
  await work(world.database, printful)
  expect(await theirs()).toMatchObject({ state: 'connected', reconcile: { state: 'done' } })
  printful.wait(60_000)
  printful.stores.push({ id: 13, type: 'shopify', name: 'Otra' })
  const several = await artist.shops.connectPrintful({ ...at, token: printful.newToken() })
  expect(failureCode(several)).toBe('invalidInput')
  printful.stores.pop()
  const label = await as(world.database, 'orquesta')
  const taken = await label.shops.connectPrintful({
    ...{ portalId: portals.orquestaPoniente.id, name: 'X', token: printful.newToken() },
  })
  expect(failureCode(taken)).toBe('shops.taken')
})

const documented = sharedData('formats/printful/webhook_order_updated.json')
test.runIf(documented)('the documented order, put into the form of its shipment, is read', () => {
  const { data } = JSON.parse(readFileSync(documented ?? '', 'utf8'))
  const body = {
    type: 'package_shipped',
    created: 1,
    data: { order: data.order, shipment: data.order.shipments[0] },
  }
  expect(readPrintful(parseBody(JSON.stringify(body)))).toMatchObject({
    shipmentId: '10',
    reference: '4235234213',
    lines: [{ line: 'item-1', units: 1 }],
  })
})
