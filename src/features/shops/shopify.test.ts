import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { detour } from '#pages/navigation.ts'
import { routes } from '#pages/routes.ts'
import { inBulk } from '#platform/bulk.ts'
import { as, clientFor, cookieFor, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addOrder, addProduct, fillShop } from '#testing/shopify/goods.ts'
import { callbackHmac, type LocalShopify, startShopify } from '#testing/shopify/server.ts'
import { people, portals } from '#testing/world/cast.ts'
import { heedShops } from './server/heed-shops.ts'
import { connect, consentTo, work } from './test-shop.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
let shopify: LocalShopify
beforeAll(async () => {
  shopify = await startShopify({ perSecond: 100 })
  const { clientId, clientSecret, address } = shopify
  testServices.shops.shopify = { clientId, clientSecret, address }
  testServices.shops.shopifyAddress = address
})
afterAll(async () => {
  testServices.shops.shopify = undefined
  await shopify.stop()
})
const originOf = (domain: string) => shopify.address.replace('{shop}', domain)

test('everything of a shop comes in once, slowed down by the shop and by nothing else', async () => {
  const shop = shopify.shop('nino-lobo.myshopify.com')
  fillShop(shop, { products: 12, orders: 60, origin: originOf(shop.domain) })
  const artist = await as(world.database, 'artist')
  const connected = await connect(artist, portalId, shop, 'Tienda propia')
  expect(connected).toMatchObject({
    state: 'connected',
    allOrders: true,
    first: { state: 'running', step: 'products' },
  })
  shop.faults.push(429, 502)
  shop.bucket.take(shop.bucket.size - 100)
  await work(world.database, shop)
  // A 502 is tried again later; here at once.
  ok(await artist.shops.syncShop({ portalId, connectorId: connected.id }))
  await work(world.database, shop)
  const [known] = ok(await artist.shops.listShops({ portalId })).items
  expect(shop.throttled).toBeGreaterThan(0)
  expect(known?.first).toMatchObject({ state: 'done', fault: null })
  expect(known?.first?.steps.map(({ step, done, total }) => [step, done, total])).toEqual([
    ['products', 12, 12],
    ['pictures', 12, 12],
    ['orders', 60, 60],
    ['webhooks', 4, 4],
    ['stock', 36, 36],
  ])
  const [product] = ok(await artist.products.listProducts({ q: 'Producto 7' })).items
  expect(product).toMatchObject({ status: 'active', priceCents: 2200, variants: 3, buyable: true })
  const whole = ok(await artist.products.getProduct({ portalId, productId: product?.id ?? '' }))
  expect(whole.description?.es).toBe('Descripción de Producto 7\nAlgodón')
  expect(whole.variantRows[2]).toMatchObject({
    size: 'L',
    sku: 'P7-L',
    purchaseAddresses: [
      { shop: 'Tienda propia', url: 'https://nino-lobo.example/products/producto-7?variant=100702' },
    ],
  })
  const rows = await world.database.query<{ orders: number; unmapped: number; on_hand: number }>(
    `select (select count(*)::int from "order" where portal_id = $1 and source = 'shopify') as orders,
      (select count(*)::int from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
        where o.portal_id = $1 and o.source = 'shopify' and l.product_id is null) as unmapped,
      (select on_hand from stock where portal_id = $1 and id = $2) as on_hand`,
    [portalId, whole.variantRows[2]?.id],
  )
  // What was sent long ago left the shelves before the shop's count.
  expect(rows[0]).toEqual({ orders: 60, unmapped: 0, on_hand: 50 })
  const moved = await world.database.query(
    `select kind, units, committed from stock_movement where portal_id = $1 and stock_id = $2`,
    [portalId, whole.variantRows[2]?.id],
  )
  expect(moved).toEqual([{ kind: 'count', units: 50, committed: 0 }])
  expect(shop.webhooks.map(({ topic }) => topic)).toEqual([
    'ORDERS_CREATE',
    'ORDERS_UPDATED',
    'APP_UNINSTALLED',
    'INVENTORY_LEVELS_UPDATE',
  ])
  const secrets = await world.database.query('select * from shop_access, activity')
  expect(JSON.stringify(secrets)).not.toContain([...shop.tokens.keys()][0])
})

test('staff and teams are sent back to a page of their own menu', async () => {
  const wish = { portalId, domain: 'mia.myshopify.com', name: 'Mía' }
  const woo = { ...wish, domain: 'tienda.example.org' }
  for (const [who, area] of [
    ['super', 'products'],
    ['artist', 'stocks'],
  ] as const) {
    const api = await as(world.database, who)
    const session = ok(await api.account.session({}))
    const asked = new URL(ok(await api.shops.startShopify(wish)).url).searchParams.get('redirect_uri') ?? ''
    const agreed = new URL(ok(await api.shops.startWooCommerce(woo)).url).searchParams.get('return_url') ?? ''
    for (const [address, kind] of [
      [asked, 'shopify'],
      [agreed, 'woocommerce'],
    ] as const) {
      const path = `/${area}/connectors/${kind}`
      expect(address).toBe(testServices.appOrigin + path)
      expect(detour(session, path)).toBeUndefined()
      expect(JSON.stringify(routes)).toContain(`"${path}"`)
    }
  }
})

test('an answer that is not of this person, session, shop or moment connects nothing', async () => {
  const shop = shopify.shop('otra-tienda.myshopify.com')
  const artist = await as(world.database, 'artist')
  const start = async () =>
    ok(
      await artist.shops.startShopify({
        portalId,
        domain: 'https://otra-tienda.myshopify.com/admin',
        name: 'Otra',
      }),
    )
  const code = async (answer: string, api = artist) =>
    failureCode(await api.shops.finishShopify({ portalId, answer }))
  const good = await consentTo((await start()).url)
  const changed = new URLSearchParams(good)
  changed.set('shop', 'nino-lobo.myshopify.com')
  expect(await code(changed.toString())).toBe('shops.notTheirs')
  changed.set(
    'hmac',
    callbackHmac(Object.fromEntries([...changed].filter(([name]) => name !== 'hmac')), shopify.clientSecret),
  )
  expect(await code(changed.toString())).toBe('shops.gone')
  // That attempt has spent the state, also for the right answer; another session's is none of this one's.
  expect(await code(good)).toBe('shops.gone')
  const elsewhere = clientFor(testApp(world.database), await cookieFor(world.database, people.artist.id))
  const next = await consentTo((await start()).url)
  expect(await code(next, elsewhere)).toBe('shops.gone')
  await world.database.query(`update shop_wish set expires_at = now()`)
  expect(await code(next)).toBe('shops.gone')
  for (const domain of [
    'evil.example',
    'a.myshopify.com.evil.example',
    '-a.myshopify.com',
    '127.0.0.1',
    'a@b.myshopify.com',
  ])
    expect(failureCode(await artist.shops.startShopify({ portalId, domain, name: 'X' })), domain).toBe(
      'invalidInput',
    )
  expect(shop.tokens.size).toBe(0)
})

test('a shop is connected once, and does not exist for others', async () => {
  const shop = shopify.shop('nino-lobo.myshopify.com')
  const label = await as(world.database, 'orquesta')
  const at = { portalId: portals.orquestaPoniente.id }
  const { url } = ok(await label.shops.startShopify({ ...at, domain: shop.domain, name: 'Mía' }))
  expect(failureCode(await label.shops.finishShopify({ ...at, answer: await consentTo(url) }))).toBe(
    'shops.taken',
  )
  const [theirs] = ok(await (await as(world.database, 'artist')).shops.listShops({ portalId })).items
  expect(failureCode(await label.shops.syncShop({ ...at, connectorId: theirs?.id ?? '' }))).toBe('notFound')
  expect(failureCode(await label.shops.listShops({ portalId }))).toBe('notFound')
})

test('a webhook that is lost is found, told and no sale is double', async () => {
  const shop = shopify.shop('nino-lobo.myshopify.com')
  const artist = await as(world.database, 'artist')
  const [{ id: connectorId } = { id: '' }] = ok(await artist.shops.listShops({ portalId })).items
  const now = shop.now()
  addOrder(shop, 900, { sku: 'P1-L', at: now - 10 * 60_000, sent: false })
  await world.database.query(
    `update shop_run set finished_at = now() - interval '1 hour' where kind = 'first'`,
  )
  for (let again = 0; again < 2; again++) {
    ok(await artist.shops.syncShop({ portalId, connectorId }))
    await work(world.database, shop)
  }
  const [{ total, found }] = (await world.database.query<{ total: number; found: number }>(
    `select (select count(*)::int from "order" where portal_id = $1 and source = 'shopify') as total,
      (select sum(found)::int from shop_run where connector_id = $2) as found`,
    [portalId, connectorId],
  )) as [{ total: number; found: number }]
  expect({ total, found }).toEqual({ total: 61, found: 1 })
})

test('tokens are renewed before they end; a shop that refuses says so, and goes on once it is allowed again', async () => {
  const shop = shopify.shop('nino-lobo.myshopify.com')
  const artist = await as(world.database, 'artist')
  const [{ id: connectorId } = { id: '' }] = ok(await artist.shops.listShops({ portalId })).items
  const before = shop.tokens.size
  await world.database.query(`update shop_access set expires_at = now() + interval '1 minute'`)
  ok(await artist.shops.syncShop({ portalId, connectorId }))
  await work(world.database, shop)
  expect(shop.tokens.size).toBe(before + 1)
  expect(ok(await artist.shops.listShops({ portalId })).items[0]).toMatchObject({ state: 'connected' })
  shop.tokens.clear()
  shop.refreshTokens.clear()
  addProduct(shop, 50, { title: 'Camiseta nueva' })
  ok(await artist.shops.syncShop({ portalId, connectorId }))
  await work(world.database, shop)
  const stopped = ok(await artist.shops.listShops({ portalId })).items[0]
  expect(stopped).toMatchObject({ state: 'expired', reconcile: { state: 'running' } })
  expect(ok(await artist.portals.listAlerts({ portalId }))).toContain('shop-away')
  await connect(artist, portalId, shop)
  await work(world.database, shop)
  expect(ok(await artist.shops.listShops({ portalId })).items).toMatchObject([
    { id: connectorId, state: 'connected', reconcile: { state: 'done' } },
  ])
  expect(ok(await artist.portals.listAlerts({ portalId }))).not.toContain('shop-away')
  expect(ok(await artist.products.listProducts({ q: 'Camiseta nueva' })).items).toHaveLength(1)
  // News of the time before, worked off late, does not take a shop away that was allowed again.
  const heed = (receivedAt: Date) =>
    inBulk(world.database, (bulk) =>
      heedShops(bulk, [{ connectorId: connectorId ?? '', topic: 'app/uninstalled', body: '', receivedAt }]),
    )
  const state = async () => ok(await artist.shops.listShops({ portalId })).items[0]?.state
  await heed(new Date(Date.now() - 3_600_000))
  expect(await state()).toBe('connected')
  await heed(new Date(Date.now() + 1_000))
  expect(await state()).toBe('uninstalled')
})
