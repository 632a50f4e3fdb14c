import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, failureCode } from '#client.ts'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { as, clientFor, cookieFor, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addWooOrder, addWooProduct, fillWooShop, refundWooOrder } from '#testing/woocommerce/goods.ts'
import { type LocalWooCommerce, startWooCommerce } from '#testing/woocommerce/server.ts'
import type { LocalWooShop } from '#testing/woocommerce/shop.ts'
import { people, portals } from '#testing/world/cast.ts'
import { shopifyNameIn } from './choices.ts'
import { ShopifyDomain } from './connect-contract.ts'
import { approve, work } from './test-shop.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const domain = 'lobo.example/tienda'
let shops: LocalWooCommerce
let shop: LocalWooShop
beforeAll(async () => {
  shops = await startWooCommerce()
  testServices.shops.woocommerce = { address: shops.address }
  shop = shops.shop(domain)
})
afterAll(async () => {
  testServices.shops.woocommerce = { address: 'https://{shop}' }
  await shops.stop()
})

let api: Api
const artist = async () => {
  api ??= await as(world.database, 'artist')
  return api
}
const start = async (name = 'Tienda propia') =>
  ok(await (await artist()).shops.startWooCommerce({ portalId, domain: `https://${domain}/wp-admin/`, name }))
    .url
const consent = async () => approve(testApp(world.database), testServices.appOrigin, await start())
const theirs = async () =>
  ok(await (await artist()).shops.listShops({ portalId })).items.find((one) => one.domain === domain)
const id = async () => (await theirs())?.id ?? ''
const look = async () => {
  ok(await (await artist()).shops.syncShop({ portalId, connectorId: await id() }))
  await work(world.database, shop)
}
/** Hands what the shop tells to the program, as it would come. */
async function tell(topic: string, body: object) {
  const app = testApp(world.database)
  for (const webhook of shop.webhooks)
    webhook.delivery_url = webhook.delivery_url.replace(testServices.appOrigin, 'http://app')
  const real = globalThis.fetch
  globalThis.fetch = (async (url: string, init: RequestInit) =>
    app.request(new URL(url).pathname, init)) as typeof fetch
  try {
    return await shops.tell(shop, topic, body)
  } finally {
    globalThis.fetch = real
    for (const webhook of shop.webhooks)
      webhook.delivery_url = webhook.delivery_url.replace('http://app', testServices.appOrigin)
    await processDeliveries(world.database, testServices.secret)
  }
}
const sold = async (number: string | number) =>
  (
    await world.database.query<{ units: number; net: string; back: string }>(
      `select sum(l.units)::int as units, sum(l.net_amount)::text as net,
        coalesce(sum(l.net_amount) filter (where l.kind <> 'sale'), 0)::text as back
      from "order" o join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
      where o.portal_id = $1 and o.source like 'woocommerce%' and o.external_id = $2`,
      [portalId, String(number)],
    )
  )[0]

test('an address of Shopify is not taken for a shop of WooCommerce, and its admin names the shop', async () => {
  const { shops: api } = await artist()
  for (const domain of [
    'nino-lobo.myshopify.com',
    'https://NINO-lobo.myshopify.com/admin',
    'admin.shopify.com/store/nino-lobo',
    'https://admin.shopify.com/store/nino-lobo/products?x=1',
  ]) {
    expect(await api.startWooCommerce({ portalId, domain, name: 'X' }), domain).toMatchObject({
      error: { fields: { domain: 'Es una tienda de Shopify: elígelo como tipo de tienda.' } },
    })
    expect(shopifyNameIn(domain), domain).toBe('nino-lobo')
    expect(ShopifyDomain.parse(domain)).toBe('nino-lobo.myshopify.com')
  }
  for (const domain of [
    'a.myshopify.com.evil.example',
    'admin.shopify.com',
    'admin.shopify.com/store/',
    'tienda.es',
  ])
    expect(shopifyNameIn(domain), domain).toBeUndefined()
})

test('everything of a shop that agreed comes in once, whatever its host answers meanwhile', async () => {
  fillWooShop(shop, {
    products: 23,
    orders: 60,
    pictures: `${shops.address.replace('{shop}', domain)}/files`,
  })
  addWooProduct(shop, {
    name: 'Vinilo &amp; póster',
    sku: 'VIN-1',
    stock: 7,
    price: '24.90',
    categories: ['Discos'],
  })
  shop.products.push({ ...addWooProduct(shop, { name: 'Lote' }), type: 'grouped', id: shop.nextId() })
  const waiting = addWooOrder(shop, {
    sku: 'VIN-1',
    quantity: 2,
    at: shop.now() - 7_200_000,
    status: 'processing',
  })
  const state = await consent()
  const connected = ok(await (await artist()).shops.finishWooCommerce({ portalId, state }))
  expect(connected).toMatchObject({ kind: 'woocommerce', domain, state: 'connected', allOrders: true })
  shop.faults.push(429, 503, 500)
  await work(world.database, shop)
  shop.faults.push('html')
  await look()
  expect((await theirs())?.first).toMatchObject({ state: 'running', fault: 'unreadable' })
  await look()
  const first = (await theirs())?.first
  expect(first).toMatchObject({ state: 'done', fault: null })
  expect(first?.steps.map(({ step, done, total }) => [step, done, total])).toEqual([
    ['products', 25, 26],
    ['pictures', 25, 25],
    ['orders', 61, 61],
    ['webhooks', 5, 5],
    ['stock', 71, 71],
  ])
  const api = await artist()
  const [found] = ok(await api.products.listProducts({ q: 'Producto 7' })).items
  expect(found).toMatchObject({ status: 'active', priceCents: 2200, variants: 3, buyable: true })
  const [record] = ok(await api.products.listProducts({ q: 'Vinilo' })).items
  const whole = ok(await api.products.getProduct({ portalId, productId: record?.id ?? '' }))
  expect(whole).toMatchObject({
    name: { es: 'Vinilo & póster' },
    priceCents: 2490,
    sku: 'VIN-1',
    purchaseAddresses: [
      { shop: 'Tienda propia', url: expect.stringMatching(/^https:\/\/lobo\.example\/tienda\/product/) },
    ],
  })
  // The shop takes off what is ordered; on the shelves it still is.
  const [stock] = await world.database.query(
    `select on_hand, committed from stock where portal_id = $1 and id = $2`,
    [portalId, record?.id],
  )
  expect(stock).toEqual({ on_hand: 9, committed: 2 })
  expect(await sold(waiting.number as string)).toMatchObject({ units: 2, net: '20.00' })
  const [{ orders, owed }] = (await world.database.query<{ orders: number; owed: number }>(
    `select count(*)::int as orders, (select count(*)::int from order_line l join "order" o on o.portal_id = l.portal_id
        and o.id = l.order_id where o.source = 'woocommerce' and o.portal_id = $1 and l.owed_at is distinct from 'infinity') as owed
      from "order" where portal_id = $1 and source = 'woocommerce'`,
    [portalId],
  )) as [{ orders: number; owed: number }]
  expect(orders).toBe(61)
  expect(owed).toBeLessThanOrEqual(1)
  const kept = await world.database.query('select * from shop_access, activity, shop_wish')
  for (const [access, { secret }] of shop.keys) {
    expect(JSON.stringify(kept)).not.toContain(access)
    expect(JSON.stringify(kept)).not.toContain(secret)
  }
})

test('keys are taken once, for what was asked, and only whoever asked connects with them', async () => {
  const other = shops.shop('otra.example')
  const api = await artist()
  const ask = async () =>
    ok(await api.shops.startWooCommerce({ portalId, domain: 'otra.example', name: 'Otra' })).url
  const app = testApp(world.database)
  const send = (user_id: string, permissions = 'read_write') =>
    app.request('/api/shops/woocommerce/keys', {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8' },
      body: JSON.stringify({ ...other.newKey(), key_id: 1, user_id, key_permissions: permissions }),
    })
  const stateIn = (url: string) => new URL(url).searchParams.get('user_id') ?? ''
  expect((await send(`${portalId}.none`)).status).toBe(404)
  const first = stateIn(await ask())
  // Nobody has agreed yet: the state is spent all the same.
  expect(failureCode(await api.shops.finishWooCommerce({ portalId, state: first }))).toBe('shops.noKeys')
  expect((await send(first)).status).toBe(404)
  const second = stateIn(await ask())
  expect((await send(second, 'read')).status).toBe(400)
  expect((await send(second)).status).toBe(200)
  expect((await send(second)).status).toBe(404)
  const elsewhere = clientFor(testApp(world.database), await cookieFor(world.database, people.artist.id))
  expect(failureCode(await elsewhere.shops.finishWooCommerce({ portalId, state: second }))).toBe('shops.gone')
  const colleague = await as(world.database, 'label')
  expect(
    failureCode(await colleague.shops.finishWooCommerce({ portalId: portals.bajamar.id, state: second })),
  ).toBe('shops.gone')
  await world.database.query(`update shop_wish set expires_at = now()`)
  expect(failureCode(await api.shops.finishWooCommerce({ portalId, state: second }))).toBe('shops.gone')
  expect((await theirs())?.domain).toBe(domain)
  expect(ok(await api.shops.listShops({ portalId })).items).toHaveLength(1)
  for (const bad of [
    'localhost',
    '127.0.0.1',
    'https://a@b.example',
    'x.example:8080',
    '[::1]',
    'a',
    'x.example/?q',
  ])
    expect(failureCode(await api.shops.startWooCommerce({ portalId, domain: bad, name: 'X' })), bad).toBe(
      bad === 'x.example/?q' ? undefined : 'invalidInput',
    )
})

test('typed keys connect when they read and write, and a shop of another account stays taken', async () => {
  const api = await as(world.database, 'orquesta')
  const at = { portalId: portals.orquestaPoniente.id, name: 'Suya', domain }
  const typed = (keys: { consumer_key: string; consumer_secret: string }, of = domain) =>
    api.shops.connectWooCommerce({
      ...{ ...at, domain: of },
      ...{ consumerKey: keys.consumer_key, consumerSecret: keys.consumer_secret },
    })
  expect(failureCode(await typed(shop.newKey('read')))).toBe('shops.keys')
  expect(failureCode(await typed({ ...shop.newKey(), consumer_secret: `cs_${'0'.repeat(40)}` }))).toBe(
    'shops.keys',
  )
  expect(failureCode(await typed(shop.newKey(), 'ninguna.example'))).toBe('shops.keys')
  shops.shop('caida.example').faults.push(500)
  expect(failureCode(await typed(shop.newKey(), 'caida.example'))).toBe('shops.noAnswer')
  expect(failureCode(await typed({ consumer_key: 'ck_1', consumer_secret: 'cs_1' }))).toBe('invalidInput')
  expect(failureCode(await typed(shop.newKey()))).toBe('shops.taken')
  const own = shops.shop('orquesta.example')
  expect(ok(await typed(own.newKey(), 'orquesta.example'))).toMatchObject({ domain: 'orquesta.example' })
})

test('what its webhooks tell, and what they lose, ends in the same facts', async () => {
  await world.database.query(
    `update shop_run set finished_at = now() - interval '1 hour' where kind = 'first'`,
  )
  const ago = shop.now() - 10 * 60_000
  const told = addWooOrder(shop, { sku: 'W3-M', at: ago, status: 'processing' })
  expect(await tell('order.created', told)).toEqual([200])
  expect(await tell('order.created', { ...told, total: '1.00' })).toEqual([200])
  const lost = addWooOrder(shop, { sku: 'W3-M', at: ago, total: 40 })
  const changed = addWooOrder(shop, { sku: 'W4-M', at: ago, total: 30 })
  await tell('order.created', changed)
  // A refund is told as a share of everything; asked for, it names its line and its day.
  refundWooOrder(shop, changed, 10)
  await tell('order.updated', changed)
  const share = Number((await sold(changed.number as string))?.net)
  expect(share).toBeGreaterThan(20)
  const inBin = addWooOrder(shop, { sku: 'W5-M', at: ago })
  await tell('order.created', inBin)
  shop.change(inBin, { status: 'trash' })
  for (const one of shop.webhooks) if (one.topic === 'order.updated') one.status = 'disabled'
  await look()
  expect((await theirs())?.reconcile).toMatchObject({ state: 'done', found: 1 })
  expect(await sold(lost.number as string)).toMatchObject({ units: 1, net: '40.00' })
  expect(await sold(changed.number as string)).toMatchObject({ net: '20.00', back: '-10.00' })
  expect(await sold(inBin.number as string)).toMatchObject({ units: 0, net: '0.00' })
  expect(shop.webhooks.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'active'))
  // What was asked for stays when the shop tells of the order once more, in sums.
  shop.change(changed, { status: 'completed' })
  await tell('order.updated', changed)
  expect(await sold(changed.number as string)).toMatchObject({ net: '20.00', back: '-10.00' })
  await look()
  expect((await theirs())?.reconcile).toMatchObject({ found: 0 })
  const [{ total }] = (await world.database.query<{ total: number }>(
    `select count(*)::int as total from "order" where portal_id = $1 and source = 'woocommerce'`,
    [portalId],
  )) as [{ total: number }]
  expect(total).toBe(65)
})

test('keys that somebody takes away are told, and one consent later everything goes on', async () => {
  shop.keys.clear()
  addWooProduct(shop, { name: 'Camiseta nueva', sku: 'NEW-1' })
  await look()
  expect(await theirs()).toMatchObject({ state: 'expired', reconcile: { state: 'running' } })
  const api = await artist()
  expect(ok(await api.portals.listAlerts({ portalId }))).toContain('shop-away')
  const before = await id()
  ok(await api.shops.finishWooCommerce({ portalId, state: await consent() }))
  await work(world.database, shop)
  expect(await theirs()).toMatchObject({ id: before, state: 'connected', reconcile: { state: 'done' } })
  expect(ok(await api.portals.listAlerts({ portalId }))).not.toContain('shop-away')
  expect(ok(await api.products.listProducts({ q: 'Camiseta nueva' })).items).toHaveLength(1)
})
