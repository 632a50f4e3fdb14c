import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { fillShop } from '#testing/shopify/goods.ts'
import { type LocalShopify, startShopify } from '#testing/shopify/server.ts'
import { portals } from '#testing/world/cast.ts'
import { work } from './test-shop.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const before = testServices.shops.shopifyAddress
let shopify: LocalShopify
beforeAll(async () => {
  shopify = await startShopify({ perSecond: 1_000 })
  // This installation has no app: the organisation has one of its own.
  testServices.shops.shopifyAddress = shopify.address
})
afterAll(async () => {
  testServices.shops.shopifyAddress = before
  await shopify.stop()
})

const wish = () => ({
  ...{ portalId, domain: 'propia.myshopify.com', name: 'Propia' },
  ...{ clientId: shopify.clientId, clientSecret: shopify.clientSecret },
})

test('a shop of one’s own organisation connects with its app, and its day’s token is renewed by itself', async () => {
  const shop = shopify.shop('propia.myshopify.com')
  fillShop(shop, { products: 3, orders: 4, origin: shopify.address.replace('{shop}', shop.domain) })
  const artist = await as(world.database, 'artist')
  expect(ok(await artist.shops.listShops({ portalId })).kinds).toContain('shopify')
  // An app that is not in the shop, one without what is needed, and a wrong secret open nothing.
  expect(failureCode(await artist.shops.connectShopify(wish()))).toBe('shops.ownApp')
  shop.installed = true
  shop.scopes = ['read_products']
  expect(failureCode(await artist.shops.connectShopify(wish()))).toBe('shops.scopes')
  shop.scopes = ['read_products', 'read_inventory', 'read_orders']
  const wrong = { ...wish(), clientSecret: 'no-es-el-secreto-de-la-app' }
  expect(failureCode(await artist.shops.connectShopify(wrong))).toBe('shops.ownApp')
  const connected = ok(await artist.shops.connectShopify(wish()))
  expect(connected).toMatchObject({ state: 'connected', kind: 'shopify', allOrders: false })
  await work(world.database, shop)
  const [known] = ok(await artist.shops.listShops({ portalId })).items
  expect(known?.first).toMatchObject({ state: 'done', fault: null })
  expect(ok(await artist.products.listProducts({ q: 'Producto 2' })).items).toHaveLength(1)

  const asked = shop.tokens.size
  shop.wait(25 * 3_600_000)
  await world.database.query(`update shop_access set expires_at = now() - interval '1 hour'`)
  ok(await artist.shops.syncShop({ portalId, connectorId: connected.id }))
  await work(world.database, shop)
  expect(shop.tokens.size).toBe(asked + 1)
  expect(ok(await artist.shops.listShops({ portalId })).items[0]).toMatchObject({ state: 'connected' })
  // Its secret was changed, or the app taken out: a person has to say the new one.
  shop.installed = false
  shop.tokens.clear()
  ok(await artist.shops.syncShop({ portalId, connectorId: connected.id }))
  await work(world.database, shop)
  expect(ok(await artist.shops.listShops({ portalId })).items[0]).toMatchObject({ state: 'expired' })
  shop.installed = true
  ok(await artist.shops.connectShopify(wish()))
  expect(ok(await artist.shops.listShops({ portalId })).items).toMatchObject([
    { id: connected.id, state: 'connected' },
  ])
  const kept = await world.database.query('select * from shop_access, activity, connector')
  expect(JSON.stringify(kept)).not.toContain(shopify.clientSecret)
})

test('who may not manage stock connects nothing', async () => {
  const lector = await as(world.database, 'lector')
  const at = { ...wish(), portalId: portals.hotelLevante.id }
  expect(failureCode(await lector.shops.connectShopify(at))).toBe('forbidden')
  const artist = await as(world.database, 'artist')
  expect(failureCode(await artist.shops.connectShopify(at))).toBe('notFound')
})
