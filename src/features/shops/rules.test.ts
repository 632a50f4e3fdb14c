import { afterAll, beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { signatureHeaders } from '#features/connectors/server/signature.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addOrder, addProduct } from '#testing/shopify/goods.ts'
import { type LocalShopify, startShopify } from '#testing/shopify/server.ts'
import { portals } from '#testing/world/cast.ts'
import { connect, consentTo, work } from './test-shop.ts'

const world = testDatabase()
const [label, clara, levante] = [portals.bajamar.id, portals.claraVentisca.id, portals.hotelLevante.id]
let shopify: LocalShopify
beforeAll(async () => {
  shopify = await startShopify({ perSecond: 1_000 })
  const { clientId, clientSecret, address } = shopify
  testServices.shops.shopify = { clientId, clientSecret, address }
  testServices.shops.shopifyAddress = address
})
afterAll(async () => {
  testServices.shops.shopify = undefined
  await shopify.stop()
})

const partsOf = async (number: string) =>
  world.database.query<{ portal: string; units: number; net: string }>(
    `select p.code as portal, sum(l.units)::int as units, sum(l.net_amount)::text as net
    from "order" o join portal p on p.id = o.portal_id
    join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
    where o.external_id = $1 and o.source like 'shopify%' group by 1 order by 1`,
    [number],
  )

test('a label’s shop is several portals’ by vendor, tag, collection and SKU, its orders line by line', async () => {
  const shop = shopify.shop('bajamar.myshopify.com')
  const one = (place: number, wish: object) => addProduct(shop, place, { sizes: [], pictures: 0, ...wish })
  one(1, { title: 'Disco de Clara', vendor: 'Clara Ventisca', sku: 'BJ-1' })
  one(2, { title: 'Taza Levante', tags: ['gira', 'Levante'], sku: 'BJ-2' })
  one(3, { title: 'Lámina Levante', collections: ['Hotel Levante'], sku: 'BJ-3' })
  one(4, { title: 'Gorra Clara', sku: 'CV-4' })
  one(5, { title: 'Bolsa del sello', sku: 'BJ-5' })
  const { node } = addOrder(shop, 1, { sku: 'BJ-1', at: shop.now() - 86_400_000, vendor: 'Clara Ventisca' })
  const [first] = node.lineItems
  if (!first) throw new Error('An order has a line.')
  const line = (id: number, sku: string) => ({
    ...first,
    id: `gid://shopify/LineItem/${id}`,
    sku,
    vendor: 'bajamar',
    quantity: 2,
    currentQuantity: 2,
    unfulfilledQuantity: 0,
  })
  node.lineItems.push(line(2, 'BJ-2'), line(4, 'CV-4'), line(5, 'BJ-5'))
  const owner = await as(world.database, 'label')
  const connected = await connect(owner, label, shop, 'Tienda del sello')
  // Nothing comes in before it is said whose it is.
  expect(connected).toMatchObject({ first: null, rules: [] })
  const at = { portalId: label, connectorId: connected.id }
  const rules = [
    { kind: 'vendor' as const, value: 'clara ventisca', targetId: clara },
    { kind: 'tag' as const, value: 'levante', targetId: levante },
    { kind: 'collection' as const, value: 'Hotel Levante', targetId: levante },
    { kind: 'sku' as const, value: 'CV-', targetId: clara },
  ]
  const foreign = [{ kind: 'tag' as const, value: 'x', targetId: portals.ninoLobo.id }]
  expect(failureCode(await owner.shops.updateShopRules({ ...at, rules: foreign }))).toBe('invalidInput')
  expect(ok(await owner.shops.updateShopRules({ ...at, rules })).rules).toEqual(rules)
  ok(await owner.shops.syncShop(at))
  await work(world.database, shop)
  const made = await world.database.query(
    `select p.code as portal, d.name->>'es' as name from product d join portal p on p.id = d.portal_id
    where d.name->>'es' ~ '^(Disco de Clara|Taza|Lámina|Gorra Clara|Bolsa)' and d.id in (select product_id from shop_item) order by 2`,
  )
  expect(made).toEqual([
    { portal: 'BAJAMAR', name: 'Bolsa del sello' },
    { portal: 'CLARA', name: 'Disco de Clara' },
    { portal: 'CLARA', name: 'Gorra Clara' },
    { portal: 'LEVANTE', name: 'Lámina Levante' },
    { portal: 'LEVANTE', name: 'Taza Levante' },
  ])
  const parts = [
    { portal: 'BAJAMAR', units: 2 },
    { portal: 'CLARA', units: 3 },
    { portal: 'LEVANTE', units: 2 },
  ]
  expect(await partsOf('#1001')).toMatchObject(parts)
  // What moves to another portal is taken back where it was, and nothing counts twice.
  ok(await owner.shops.updateShopRules({ ...at, rules: rules.filter(({ kind }) => kind !== 'tag') }))
  node.updatedAt = new Date(shop.now()).toISOString()
  ok(await owner.shops.syncShop(at))
  await work(world.database, shop)
  expect((await partsOf('#1001')).map(({ portal, units }) => [portal, units])).toEqual([
    ['BAJAMAR', 4],
    ['CLARA', 3],
  ])
  const [member] = ok(await (await as(world.database, 'editor')).portals.listPortals({})).items
  expect(member?.id).not.toBe(label)
})

test('a connection by hand becomes the one with consent: the same orders come in but once', async () => {
  const shop = shopify.shop('nino-lobo.myshopify.com')
  const portalId = portals.ninoLobo.id
  const artist = await as(world.database, 'artist')
  const secret = 'un-secreto-de-pruebas-muy-largo'
  for (const { id } of ok(await artist.connectors.listConnectors({ portalId })).items)
    await artist.connectors.deleteConnector({ portalId, connectorId: id })
  const draft = { portalId, kind: 'shopify' as const, name: 'A mano', secret }
  const { id } = ok(await artist.connectors.createConnector(draft)).connector
  const { told } = addOrder(shop, 7, { sku: 'NL-7', at: shop.now() - 86_400_000 })
  const body = JSON.stringify(told())
  const headers = {
    'Content-Type': 'application/json',
    ...signatureHeaders('shopify', secret, Buffer.from(body)),
  }
  const sent = await testApp(world.database).request(`/api/webhooks/shopify/${id}`, {
    method: 'POST',
    body,
    headers,
  })
  expect(sent.status).toBe(200)
  await processDeliveries(world.database, testServices.secret)
  const { url } = ok(
    await artist.shops.startShopify({ portalId, domain: 'nino-lobo', name: 'Tienda', replacesId: id }),
  )
  expect(ok(await artist.shops.finishShopify({ portalId, answer: await consentTo(url) })).id).toBe(id)
  await work(world.database, shop)
  expect(await partsOf('#1007')).toMatchObject([{ portal: 'LOBO', units: 1 }])
  expect(failureCode(await artist.connectors.renewSecret({ portalId, connectorId: id }))).toBe(
    'connectors.consented',
  )
})
