import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { signatureHeaders } from '#features/connectors/server/signature.ts'
import { rollupDifferences } from '#features/rollups/server/rollup-differences.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { as, fileFor, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addOrder, addProduct } from '#testing/shopify/goods.ts'
import { type LocalShopify, startShopify } from '#testing/shopify/server.ts'
import type { LocalShop } from '#testing/shopify/shop.ts'
import { people, portals } from '#testing/world/cast.ts'
import { connect, work } from './test-shop.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
let shopify: LocalShopify
let shop: LocalShop
let connectorId: string
beforeAll(async () => {
  shopify = await startShopify({ perSecond: 10_000 })
  const { clientId, clientSecret, address } = shopify
  testServices.shops.shopify = { clientId, clientSecret, address }
  testServices.shops.shopifyAddress = address
  shop = shopify.shop('nino-lobo.myshopify.com')
  addProduct(shop, 1, { sizes: [], pictures: 0, sku: 'A' })
  for (let place = 0; place < 6; place++) {
    const { node } = addOrder(shop, place, { sku: 'A', at: shop.now() - (place + 2) * 86_400_000 })
    node.email = place < 3 ? 'Ana@example.test' : 'otra@example.test'
  }
  connectorId = (await connect(await as(world.database, 'artist'), portalId, shop)).id
  await work(world.database, shop)
  await rollWaitingBatches(world.database)
})
afterAll(async () => {
  testServices.shops.shopify = undefined
  testServices.shops.shopifyAddress = 'https://{shop}'
  await shopify.stop()
})

const send = async (topic: string, body: object, secret = shopify.clientSecret) => {
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = signatureHeaders('shopify', secret, bytes)
  const answer = await testApp(world.database).request('/api/shops/shopify/privacy', {
    method: 'POST',
    body: bytes,
    headers: { ...headers, 'content-type': 'application/json', 'x-shopify-topic': topic },
  })
  return answer.status
}
/** As shopify.dev has it (Privacy law compliance). */
const of = (customer: object, rest: object = {}) => ({
  ...{
    shop_id: 954889,
    shop_domain: shop.domain,
    customer: { id: 191167, phone: '555-625-1199', ...customer },
  },
  ...rest,
})
const orders = () =>
  world.database.query<{ known: boolean; placed: boolean; told: boolean }>(
    `select o.buyer_hash is not null as known, o.city is not null or o.province is not null as placed,
      s.state->>'city' is not null as told
    from "order" o join order_state s on s.portal_id = o.portal_id and s.source = o.source and s.external_id = o.external_id
    where o.portal_id = $1 and o.source = 'shopify' order by o.placed_at desc`,
    [portalId],
  )
const known = async () => (await orders()).map((one) => one.known && one.placed && one.told)
const figuresFollow = async () => {
  const found = Object.entries(await rollupDifferences(world.database))
  expect(found.filter(([name, count]) => !name.startsWith('visit') && count !== 0)).toEqual([])
}
const theirs = async () =>
  ok(await (await as(world.database, 'artist')).shops.listPrivacyRequests({ portalId, connectorId })).items

test('what nobody signed is refused, and changes nothing', async () => {
  expect(await send('customers/redact', of({ email: 'ana@example.test' }), 'other')).toBe(401)
  expect(await send('shop/redact', { shop_id: 1, shop_domain: 'nadie.myshopify.com' }, 'other')).toBe(401)
  expect(await known()).toEqual([true, true, true, true, true, true])
  // A shop that never was here is answered all the same: there is nothing of it.
  expect(await send('shop/redact', { shop_id: 1, shop_domain: 'nadie.myshopify.com' })).toBe(200)
  expect(await theirs()).toEqual([])
})

test('a customer’s data can be handed over, by who manages the shop alone, and the copy goes afterwards', async () => {
  const asked = of({ email: 'ANA@example.test' }, { orders_requested: [], data_request: { id: 9999 } })
  for (let again = 0; again < 2; again++) expect(await send('customers/data_request', asked)).toBe(200)
  const [request] = await theirs()
  expect(await theirs()).toMatchObject([{ kind: 'data', reference: '9999', orders: 3, doneAt: null }])
  const file = `/portal/${portalId}/shop/${connectorId}/privacy/${request?.id}/file`
  const csv = await (await fileFor(world.database, people.artist.id, file)).text()
  expect(csv.trim().split('\n')).toHaveLength(4)
  expect(csv).toContain('#1002')
  expect(csv).toContain('Valencia')
  expect(csv).not.toContain('#1004')
  expect((await fileFor(world.database, people.orquesta.id, file)).status).toBe(404)
  const at = { portalId, connectorId, requestId: request?.id ?? '' }
  const other = await as(world.database, 'orquesta')
  expect(failureCode(await other.shops.finishPrivacyRequest(at))).toBe('notFound')
  expect(failureCode(await other.shops.listPrivacyRequests(at))).toBe('notFound')
  const artist = await as(world.database, 'artist')
  expect(ok(await artist.shops.finishPrivacyRequest(at)).doneAt).not.toBeNull()
  expect((await fileFor(world.database, people.artist.id, file)).status).toBe(404)
  expect(await known()).toEqual([true, true, true, true, true, true])
})

test('a customer is forgotten, and every figure by place follows', async () => {
  await world.database.query(
    `insert into webhook_delivery (portal_id, id, connector_id, body_hash, body, state) values
      ($1, gen_random_uuid(), $2, 'a', '{"email": "Ana@example.test"}', 'failed'), ($1, gen_random_uuid(), $2, 'b', '{"id": 100003}', 'failed'),
      ($1, gen_random_uuid(), $2, 'c', '{"email": "otra@example.test"}', 'failed')`,
    [portalId, connectorId],
  )
  // By who bought, and by the numbers that the shop names.
  expect(
    await send('customers/redact', of({ email: 'ana@example.test' }, { orders_to_redact: [100_003] })),
  ).toBe(200)
  expect(await known()).toEqual([false, false, false, false, true, true])
  expect((await orders()).slice(0, 4)).toEqual(Array(4).fill({ known: false, placed: false, told: false }))
  expect((await theirs())[0]).toMatchObject({
    kind: 'customer',
    reference: '191167',
    orders: 4,
    doneAt: expect.any(String),
  })
  const left = await world.database.query<{ body: string }>(
    `select body from webhook_delivery where connector_id = $1 and body <> ''`,
    [connectorId],
  )
  expect(left.map(({ body }) => body)).toEqual(['{"email": "otra@example.test"}'])
  await figuresFollow()
})

test('a shop that is gone is forgotten with its tokens; its sales stay', async () => {
  await world.database.query(`update shop_access set state = 'uninstalled'`)
  expect(await send('shop/redact', { shop_id: 954889, shop_domain: shop.domain })).toBe(200)
  expect(await known()).toEqual([false, false, false, false, false, false])
  expect(await world.database.query('select 1 from shop_access')).toEqual([])
  expect((await theirs())[0]).toMatchObject({ kind: 'shop', orders: 6 })
  await figuresFollow()
})
