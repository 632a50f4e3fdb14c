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

const fieldsOf = (result: unknown) => (result as { error?: { fields?: object } }).error?.fields
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
  // A rule that fits nothing of the shop's is a slip of the pen; what stood before stays, whatever the shop sends today.
  const slip = [
    ...rules,
    { kind: 'vendor' as const, value: 'Clara Ventiska', targetId: clara },
    { kind: 'tag' as const, value: 'jira', targetId: clara },
    { kind: 'collection' as const, value: 'Hotel', targetId: levante },
    { kind: 'vendor' as const, value: ' BAJAMAR ', targetId: label },
    { kind: 'sku' as const, value: 'NEW-', targetId: clara },
  ]
  expect(fieldsOf(await owner.shops.updateShopRules({ ...at, rules: slip }))).toEqual({
    'rules.4.value': 'Esta tienda no ha enviado nada de ese fabricante.',
    'rules.5.value': 'Esta tienda no ha enviado nada con esa etiqueta.',
    'rules.6.value': 'Esta tienda no ha enviado nada de esa colección.',
  })
  const kept = await world.database.query('select value from shop_rule where connector_id = $1', [
    connected.id,
  ])
  expect(kept).toHaveLength(rules.length)
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

/** What stands where: orders with lines, their units, who bought, what figures say, and what stock holds. */
const standing = () =>
  world.database.query<{ portal: string; orders: number; units: number; buyers: number; told: number }>(
    `select p.code as portal, count(distinct o.id)::int as orders, sum(l.units)::int as units,
      count(distinct o.buyer_hash)::int as buyers,
      (select coalesce(sum(t.net_micros), 0)::int from sku_total t join sku_mapping m on m.portal_id = t.portal_id and m.id = t.sku_id
        where t.portal_id = p.id and t.grain = 'year' and t.country = '' and m.sku like 'NV-%') as told
    from "order" o join portal p on p.id = o.portal_id
    join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
    join sku_mapping m on m.portal_id = l.portal_id and m.id = l.sku_id
    where m.sku like 'NV-%' group by p.id, p.code order by 1`,
  )

test('who is new at a label’s shop is asked about once, and the answer takes along what was sold before', async () => {
  const shop = shopify.shop('bajamar-dos.myshopify.com')
  const one = (place: number, wish: object) => addProduct(shop, place, { sizes: [], pictures: 0, ...wish })
  one(71, { title: 'Vinilo nuevo', vendor: 'Óxido y Sal', sku: 'NV-1' })
  one(72, { title: 'Taza nueva', vendor: 'Oxido Y sal', sku: 'NV-2' })
  one(73, { title: 'Otro', vendor: 'Un sello amigo', sku: 'NV-3' })
  one(74, { title: 'Bolsa del sello', vendor: 'Bajamar Discos', sku: 'NV-4' })
  for (let place = 0; place < 6; place++)
    addOrder(shop, 700 + place, {
      sku: `NV-${(place % 3) + 1}`,
      quantity: 2,
      vendor: ['Óxido y Sal', 'Oxido Y sal', 'Un sello amigo'][place % 3],
      at: shop.now() - (place + 2) * 86_400_000,
    })
  const owner = await as(world.database, 'label')
  const connected = await connect(owner, label, shop, 'Segunda tienda')
  const at = { portalId: label, connectorId: connected.id }
  const first = { kind: 'tag' as const, value: 'levante', targetId: levante }
  ok(await owner.shops.updateShopRules({ ...at, rules: [first] }))
  ok(await owner.shops.syncShop(at))
  await work(world.database, shop)
  const before = await standing()
  expect(before).toMatchObject([{ portal: 'BAJAMAR', orders: 6, units: 12 }])

  const mine = async () =>
    ok(await owner.shops.listOpenQuestions({})).vendors.filter(
      ({ connectorId }) => connectorId === at.connectorId,
    )
  const oxido = portals.oxidoYSal.id
  const asked = await mine()
  expect(asked.map(({ vendor, products, proposedId }) => [vendor, products, proposedId])).toEqual([
    [expect.stringMatching(/xido/i), 2, oxido],
    ['Un sello amigo', 1, null],
  ])
  expect(asked[0]).toMatchObject({ portalId: label, shop: 'Segunda tienda', portal: 'Bajamar Discos' })
  expect(asked.reduce((sum, { netCents }) => sum + netCents, 0)).toBe(
    Math.round((before[0]?.told ?? 0) / 10_000),
  )
  // Staff see the same, and those who may not manage do not.
  const staff = await as(world.database, 'staff')
  expect(ok(await staff.shops.listOpenQuestions({})).vendors).toEqual(expect.arrayContaining(asked))
  expect(failureCode(await (await as(world.database, 'lector')).shops.listOpenQuestions({}))).toBe(
    'forbidden',
  )
  const foreign = { ...at, vendor: 'Óxido y Sal', targetId: portals.ninoLobo.id }
  expect(await owner.shops.placeVendor(foreign)).toMatchObject({
    error: { fields: { targetId: expect.anything() } },
  })

  expect(await owner.shops.placeVendor({ ...at, vendor: 'Nadie Nunca', targetId: oxido })).toMatchObject({
    error: { fields: { vendor: 'Esta tienda no ha enviado nada de ese fabricante.' } },
  })
  expect(ok(await owner.shops.placeVendor({ ...at, vendor: 'Óxido y Sal', targetId: oxido })).parting).toBe(
    true,
  )
  // As some shop writes it; the other spelling is the same maker, the rule another.
  ok(await owner.shops.placeVendor({ ...at, vendor: 'Oxido y Sal', targetId: oxido }))
  ok(await owner.shops.placeVendor({ ...at, vendor: 'Un sello amigo', targetId: label }))
  await work(world.database, shop)
  expect(await mine()).toEqual([])
  const after = await standing()
  expect(after.map(({ portal, orders, units }) => [portal, orders, units])).toEqual([
    ['BAJAMAR', 2, 4],
    ['OXIDO', 4, 8],
  ])
  expect(after.reduce((sum, { told }) => sum + told, 0)).toBe(before[0]?.told)
  expect(after[1]?.buyers).toBeGreaterThan(0)
  // Its products stand in the other catalogue, mapped; the drafts of before are put away.
  const goods = await world.database.query(
    `select p.code as portal, d.name->>'es' as name, d.status from product d join portal p on p.id = d.portal_id
    where d.name->>'es' in ('Vinilo nuevo', 'Taza nueva') order by 2, 1`,
  )
  expect(goods).toMatchObject([
    { portal: 'BAJAMAR', name: 'Taza nueva' },
    { portal: 'OXIDO', name: 'Taza nueva' },
    { portal: 'BAJAMAR', name: 'Vinilo nuevo' },
    { portal: 'OXIDO', name: 'Vinilo nuevo' },
  ])
  const open = ok(await staff.orders.listAllSkus({ q: 'NV-' })).items
  expect(open).toEqual([])
  expect(
    ok(await owner.shops.listShops({ portalId: label })).items.find(({ id }) => id === at.connectorId)
      ?.parting,
  ).toBe(false)
  // The same state told once more, as the hourly look does, counts nothing twice.
  await world.database.query(
    `update shop_access set reconciled_at = now() - interval '30 days' where connector_id = $1`,
    [at.connectorId],
  )
  ok(await owner.shops.syncShop(at))
  await work(world.database, shop)
  expect(await standing()).toEqual(after)
  // Back again: nothing is lost on the way.
  ok(await owner.shops.updateShopRules({ ...at, rules: [first] }))
  await work(world.database, shop)
  expect(await standing()).toMatchObject([{ portal: 'BAJAMAR', orders: 6, units: 12, told: before[0]?.told }])
})
