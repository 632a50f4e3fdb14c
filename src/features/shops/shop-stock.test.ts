import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { signatureHeaders } from '#features/connectors/server/signature.ts'
import { tellRestocks } from '#features/restock/server/restock-mail.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { addOrder, addProduct } from '#testing/shopify/goods.ts'
import { type LocalShopify, startShopify } from '#testing/shopify/server.ts'
import type { LocalShop } from '#testing/shopify/shop.ts'
import { addWooOrder, addWooProduct } from '#testing/woocommerce/goods.ts'
import { startWooCommerce } from '#testing/woocommerce/server.ts'
import { portals } from '#testing/world/cast.ts'
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
  const artist = await as(world.database, 'artist')
  for (let place = 0; place < 30; place++)
    addProduct(shop, place, { sizes: [], onHand: 10, pictures: 0, sku: `S${place}` })
  addProduct(shop, 40, { sizes: [], onHand: 1, sku: 'GONE' }, shopify.address.replace('{shop}', shop.domain))
  const connected = await connect(artist, portalId, shop)
  connectorId = connected.id
  await work(world.database, shop)
  await reconcile()
})
afterAll(async () => {
  testServices.shops.shopify = undefined
  await shopify.stop()
})

interface Level {
  id: string
  quantities: { quantity: number }[]
}
const itemOf = (sku: string) =>
  shop.products
    .flatMap(
      ({ variants }) =>
        variants as { sku: string; inventoryItem: { id: string; inventoryLevels: Level[] } }[],
    )
    .find((one) => one.sku === sku)?.inventoryItem
const held = (sku: string) => itemOf(sku)?.inventoryLevels[0]?.quantities[0]?.quantity ?? Number.NaN
function change(sku: string, by: number) {
  const [of] = itemOf(sku)?.inventoryLevels[0]?.quantities ?? []
  if (of) of.quantity += by
}

const send = async (topic: string, body: object) => {
  const bytes = Buffer.from(JSON.stringify(body))
  const answer = await testApp(world.database).request(`/api/webhooks/shopify/${connectorId}`, {
    method: 'POST',
    body: bytes,
    headers: {
      ...signatureHeaders('shopify', shopify.clientSecret, bytes),
      'content-type': 'application/json',
      'x-shopify-topic': topic,
    },
  })
  expect(answer.status).toBe(200)
}
/** As Shopify tells of a level: one place's, and what can still be sold of it. */
const tellLevel = (sku: string) =>
  send('inventory_levels/update', {
    inventory_item_id: Number(itemOf(sku)?.id.replace(/.*\//, '')),
    location_id: 655441491,
    available: held(sku),
    updated_at: new Date(shop.now()).toISOString(),
    nonce: randomUUID(),
  })
/** What the jobs of a minute do. */
async function minute() {
  await processDeliveries(world.database, testServices.secret)
  await work(world.database, shop)
}
/** What the job of an hour does. */
async function reconcile() {
  const artist = await as(world.database, 'artist')
  ok(await artist.shops.syncShop({ portalId, connectorId }))
  await work(world.database, shop)
}
interface Ours {
  on_hand: number
  committed: number
  moved: { kind: string; units: number; note: string | null }[]
}
const ours = async (sku: string): Promise<Ours> => {
  const [row] = await world.database.query<Ours>(
    `select s.on_hand, s.committed, (select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'units', m.units, 'note', m.note)
        order by m.at, m.id), '[]') from stock_movement m where m.portal_id = s.portal_id and m.stock_id = s.id) as moved
    from sku_mapping x join stock s on s.portal_id = x.portal_id and s.id = coalesce(x.variant_id, x.product_id)
    where x.portal_id = $1 and x.source = 'shopify' and x.sku = $2`,
    [portalId, sku],
  )
  if (!row) throw new Error(`No stock of ${sku}.`)
  return row
}
const told = ({ moved }: Ours) => moved.filter(({ kind }) => kind === 'shop').map(({ units }) => units)

let place = 200
/** Two are sold and sent at once; the shop's shelves know it at once. */
function sell(sku: string, quantity = 2) {
  const sale = addOrder(shop, place++, { sku, quantity, at: shop.now() - 10_000, sent: true })
  change(sku, -quantity)
  return sale
}

describe('what a shop’s stock does later', () => {
  test('goods that come into the shop come in here, as an entry of the shop', async () => {
    change('S0', 25)
    await tellLevel('S0')
    await minute()
    const now = await ours('S0')
    expect(now.on_hand).toBe(35)
    expect(now.moved.at(-1)).toEqual({ kind: 'shop', units: 25, note: 'Tienda' })
    await tellLevel('S0')
    await minute()
    await reconcile()
    expect(told(await ours('S0'))).toEqual([25])
  })

  test('order first, stock first, both lost: a sale is counted once', async () => {
    const [first, second] = [sell('S1'), sell('S2')]
    sell('S3')
    await send('orders/create', first.told())
    await minute()
    await tellLevel('S1')
    await minute()
    await tellLevel('S2')
    await minute()
    // A figure that fell may be a sale whose order is on its way: it waits.
    expect((await ours('S2')).on_hand).toBe(10)
    await send('orders/create', second.told())
    await minute()
    await reconcile()
    await reconcile()
    for (const sku of ['S1', 'S2', 'S3']) {
      const now = await ours(sku)
      expect([sku, now.on_hand, told(now)]).toEqual([sku, 8, []])
    }
  })

  test('what the shop takes off without an order is taken off here once its orders were looked at', async () => {
    change('S4', -3)
    await tellLevel('S4')
    await minute()
    expect((await ours('S4')).on_hand).toBe(10)
    await reconcile()
    const now = await ours('S4')
    expect([now.on_hand, told(now)]).toEqual([7, [-3]])
  })

  test('what somebody here has counted stays, and what the shop gets is added to it', async () => {
    const artist = await as(world.database, 'artist')
    const [{ id: stockId } = { id: '' }] = ok(await artist.stocks.listStocks({ portalId, q: 'S5' })).items
    ok(await artist.stocks.countStock({ portalId, stockId, onHand: 4 }))
    await reconcile()
    expect((await ours('S5')).on_hand).toBe(4)
    change('S5', 6)
    await reconcile()
    expect((await ours('S5')).on_hand).toBe(10)
  })

  test('fans who waited are told when it comes back', async () => {
    const [variant] = await world.database.query<{ id: string }>(
      `select product_id as id from sku_mapping where portal_id = $1 and source = 'shopify' and sku = 'GONE'`,
      [portalId],
    )
    await world.database.query(
      `insert into restock_alert (portal_id, id, product_id, email, locale, confirmed_at) values ($1, $2, $3, 'espera@example.test', 'es', now())`,
      [portalId, randomUUID(), variant?.id],
    )
    await send('orders/create', sell('GONE', 1).told())
    await minute()
    await reconcile()
    expect((await ours('GONE')).on_hand).toBe(0)
    expect(await tellRestocks(world.database, testServices)).toBe(0)
    change('GONE', 3)
    await tellLevel('GONE')
    await minute()
    expect(await tellRestocks(world.database, testServices)).toBe(1)
    expect(await world.database.query(`select 1 from mail where "to" = 'espera@example.test'`)).toHaveLength(
      1,
    )
  })

  test('an order that comes in while the shop is asked makes nothing of its own', async () => {
    const sale = sell('S6')
    // The shop is asked, and before its answer is kept the sale is told.
    const real = shop.find.bind(shop)
    let between: Promise<void> | undefined
    await tellLevel('S6')
    change('S6', 2)
    await processDeliveries(world.database, testServices.secret)
    shop.find = (id) => {
      const found = real(id)
      if (id === itemOf('S6')?.id && !between)
        between = send('orders/create', sale.told()).then(async () => {
          await processDeliveries(world.database, testServices.secret)
        })
      return found
    }
    const answering = shopify.delay
    shopify.delay = async () => {
      await between
    }
    await work(world.database, shop)
    shopify.delay = answering
    shop.find = real
    expect(told(await ours('S6'))).toEqual([])
    change('S6', -2)
    await minute()
    await reconcile()
    await reconcile()
    const now = await ours('S6')
    expect([now.on_hand, told(now)]).toEqual([8, []])
  })

  test.each([1, 2, 3, 4, 5, 6])('interleavings of sales, entries and corrections (%s)', async (seed) => {
    let state = seed * 2_654_435_761
    const random = (of: number) => {
      state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + seed) >>> 0
      return state % of
    }
    const skus = [`S${10 + seed}`, `S${20 + seed}`]
    const late: (() => Promise<void>)[] = []
    const entered: Record<string, number> = Object.fromEntries(skus.map((sku) => [sku, 0]))
    const open: { sku: string; sale: ReturnType<typeof addOrder>; quantity: number }[] = []
    const tell = async (act: () => Promise<void>) => {
      const way = random(3)
      if (way === 0) await act()
      if (way === 1) late.push(act)
    }
    for (let step = 0; step < 14; step++) {
      const sku = skus[random(2)] ?? ''
      const act = random(6)
      if (act === 0) {
        const sale = sell(sku, 1)
        const body = sale.told()
        await tell(() => send('orders/create', body))
        await tell(() => tellLevel(sku))
      } else if (act === 1) {
        const sale = addOrder(shop, place++, { sku, quantity: 1, at: shop.now() - 10_000, sent: false })
        open.push({ sku, sale, quantity: 1 })
        const body = sale.told()
        await tell(() => send('orders/create', body))
        await tell(() => tellLevel(sku))
      } else if (act === 2) {
        change(sku, 4)
        entered[sku] = (entered[sku] ?? 0) + 4
        await tell(() => tellLevel(sku))
      } else if (act === 3) {
        const [one] = late.splice(random(late.length || 1), 1)
        await one?.()
      } else if (act === 4) await minute()
      else await reconcile()
    }
    for (const one of late) await one()
    await minute()
    await reconcile()
    await reconcile()
    for (const sku of skus) {
      const now = await ours(sku)
      const waiting = open.filter((one) => one.sku === sku).length
      expect([sku, now.on_hand, now.committed]).toEqual([sku, held(sku), waiting])
      // Nothing but what came into the shop is told as having come, however it was told.
      expect([sku, told(now).reduce((sum, one) => sum + one, 0)]).toEqual([sku, entered[sku]])
      expect(told(now).filter((units) => units < 0)).toEqual([])
    }
  })
})

test('WooCommerce’s figure has its orders taken off before they are sent; it is compared as such', async () => {
  const woo = await startWooCommerce()
  testServices.shops.woocommerce = { address: woo.address }
  try {
    const own = portals.orquestaPoniente.id
    const tienda = woo.shop('orquesta.example')
    const product = addWooProduct(tienda, { sizes: [], stock: 10, pictures: [], sku: 'W1' })
    const orquesta = await as(world.database, 'orquesta')
    const key = tienda.newKey()
    const { id } = ok(
      await orquesta.shops.connectWooCommerce({
        ...{ portalId: own, domain: 'orquesta.example', name: 'Woo' },
        ...{ consumerKey: key.consumer_key, consumerSecret: key.consumer_secret },
      }),
    )
    const look = async () => {
      ok(await orquesta.shops.syncShop({ portalId: own, connectorId: id }))
      await work(world.database, tienda)
    }
    await look()
    const level = async () => {
      const { onHand, committed } =
        ok(await orquesta.stocks.listStocks({ portalId: own, q: 'W1' })).items[0] ?? {}
      return { onHand, committed }
    }
    expect(await level()).toEqual({ onHand: 10, committed: 0 })
    addWooOrder(tienda, { sku: 'W1', quantity: 3, at: tienda.now(), status: 'processing' })
    product.stock_quantity = 7
    await look()
    expect(await level()).toEqual({ onHand: 10, committed: 3 })
    product.stock_quantity = 12
    await look()
    expect(await level()).toEqual({ onHand: 15, committed: 3 })
  } finally {
    testServices.shops.woocommerce = { address: 'https://{shop}' }
    await woo.stop()
  }
})
