import { createHmac } from 'node:crypto'
import { processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import { connect, work } from '#features/shops/test-shop.ts'
import type { Database } from '#platform/db.ts'
import { as, ok, testApp, testServices } from '#testing/as.ts'
import { addOrder, fillShop } from '#testing/shopify/goods.ts'
import { type LocalShopify, startShopify } from '#testing/shopify/server.ts'
import type { LocalShop } from '#testing/shopify/shop.ts'
import { portals } from '#testing/world/cast.ts'
import { buildIfStale } from '../bin/build-steps.ts'
import type { DrillLine } from './drill.ts'
import { cookieOf } from './identity-program.ts'
import { postgresWorld } from './memory-world.ts'
import { Process, sleep } from './processes.ts'

const portalId = portals.ninoLobo.id
const kills = 12
const [products, orders] = [60, 1_500]
const lost = 10_000
const told = 300

/** What comes of shops comes once: a first run whose program dies again and again, and webhooks that nobody got. */
export async function run(): Promise<DrillLine[]> {
  await buildIfStale()
  const lines: DrillLine[] = []
  for (const part of [killedWhileComingIn, foundAgain]) {
    const world = await postgresWorld()
    if (!world)
      return [{ promise: 'shops', figure: 'on PostgreSQL', result: 'none is installed here', ok: false }]
    const shopify = await startShopify({ perSecond: 10_000 })
    try {
      lines.push(...(await part(world, shopify)))
    } finally {
      await shopify.stop()
      await world.stop()
    }
  }
  return lines
}

interface World {
  database: Database
  url: string
}

/** The shop's own figures, added up from what it would tell: the second, simple way. */
function truth(shop: LocalShop) {
  const lines = shop.orders.flatMap(
    (order) =>
      order.lineItems as {
        quantity: number
        taxLines: unknown
        originalUnitPriceSet: { shopMoney: { amount: string } }
      }[],
  )
  const cents = lines.reduce((sum, line) => {
    const paid = Math.round(Number(line.originalUnitPriceSet.shopMoney.amount) * 100) * line.quantity
    return sum + paid
  }, 0)
  return {
    orders: shop.orders.length,
    lines: lines.length,
    units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cents,
  }
}

/** What stands here, tax and all, as the shop's buyers paid it. */
async function standing(database: Database) {
  const [row] = await database.query<ReturnType<typeof truth>>(
    `select count(distinct o.id)::int as orders, count(*)::int as lines, sum(l.units)::int as units,
      round(sum(l.net_amount + l.tax_amount) * 100)::int as cents
    from "order" o join order_line l on l.portal_id = o.portal_id and l.order_id = o.id
    where o.portal_id = $1 and o.source = 'shopify'`,
    [portalId],
  )
  return row ?? { orders: 0, lines: 0, units: 0, cents: 0 }
}

const figures = (of: ReturnType<typeof truth>) =>
  `${of.orders} orders, ${of.lines} lines, ${of.units} units, ${(of.cents / 100).toFixed(2)} €`

async function killedWhileComingIn({ database, url }: World, shopify: LocalShopify): Promise<DrillLine[]> {
  const shop = shopify.shop('nino-lobo.myshopify.com')
  fillShop(shop, { products, orders, origin: shopify.address.replace('{shop}', shop.domain) })
  const settings = {
    SHOPIFY_CLIENT_ID: shopify.clientId,
    SHOPIFY_CLIENT_SECRET: shopify.clientSecret,
    SHOPIFY_ADDRESS: shopify.address,
    EXCHANGE_RATES_URL: '',
  }
  testServices.shops.shopify = shopify
  const program = await Process.make(url, settings)
  await program.start()
  const cookie = await cookieOf(database, 'artist')
  const call = async (path: string, method = 'GET', body?: object) => {
    const answer = await fetch(`${program.origin}/api${path}`, {
      method,
      headers: { cookie, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { status: answer.status, json: await answer.json() }
  }
  const wish = await call(`/portal/${portalId}/shop/shopify/wish`, 'POST', {
    domain: shop.domain,
    name: 'Tienda',
  })
  const consent = await fetch(`${wish.json.url}&accept=1`, { redirect: 'manual' })
  const answer = new URL(consent.headers.get('location') ?? '').search.slice(1)
  const made = await call(`/portal/${portalId}/shop/shopify`, 'POST', { answer })
  if (made.status !== 201) throw new Error(`The shop was not connected: ${JSON.stringify(made.json)}`)
  const runOf = async (kind: string) => {
    const [row] = await database.query<{ state: string; step: string; at: string }>(
      `select state, step, step || ' ' || coalesce(counts->>step, '0') as at from shop_run where kind = $1 order by started_at desc limit 1`,
      [kind],
    )
    return row
  }
  const places = new Set<string>()
  const steps = new Set<string>()
  let dead = 0
  while (dead < kills && (await runOf('first'))?.state === 'running') {
    await sleep(500 + Math.random() * 2_500)
    const now = await runOf('first')
    if (now?.state !== 'running') break
    await program.end('SIGKILL')
    dead++
    places.add(now.at)
    steps.add(now.step)
    await program.start()
    // Others wait a minute for whoever died: the drill does not.
    await database.query(`update shop_run set leased_until = null where state = 'running'`)
    await call(`/portal/${portalId}/shop/${made.json.id}/run`, 'POST', {})
  }
  for (const deadline = Date.now() + 300_000; Date.now() < deadline; await sleep(500))
    if ((await runOf('first'))?.state === 'done' && (await runOf('reconcile'))?.state === 'done') break
  const ended = await runOf('first')
  await program.end('SIGTERM')
  const [kept] = await database.query<
    Record<'products' | 'variants' | 'pictures' | 'counts' | 'doubles' | 'wrong', number>
  >(
    `select (select count(*)::int from shop_item where sku is null) as products,
      (select count(*)::int from shop_item where sku is not null) as variants,
      (select coalesce(sum(jsonb_array_length(d.picture_urls)), 0)::int from product d join shop_item i on i.product_id = d.id and i.sku is null) as pictures,
      (select count(*)::int from stock_movement m join shop_item i on m.stock_id = i.variant_id where m.kind = 'count') as counts,
      (select count(*)::int from (select i.foreign_id from product d join shop_item i on i.product_id = d.id and i.sku is null
        join product e on e.portal_id = d.portal_id and e.name = d.name and e.id <> d.id) x) as doubles,
      (select count(*)::int from stock s join shop_item i on s.id = i.variant_id where s.on_hand <> 50) as wrong`,
  )
  const [meant, stands] = [truth(shop), await standing(database)]
  return [
    {
      promise: 'a first run of Shopify whose program is killed (kill -9)',
      figure: `${kills} kills, ends, each sale once: ${figures(meant)}`,
      result: `${dead} kills in ${[...steps].join(', ')} at ${places.size} places, ${ended?.state}; ${figures(stands)}`,
      ok: dead >= kills / 2 && ended?.state === 'done' && JSON.stringify(meant) === JSON.stringify(stands),
    },
    {
      promise: 'its catalogue, pictures and stock come in once',
      figure: `${products} products, ${products * 3} variants, ${products} pictures, ${products * 3} counts, 0 double, 0 wrong`,
      result: `${kept?.products} products, ${kept?.variants} variants, ${kept?.pictures} pictures, ${kept?.counts} counts, ${kept?.doubles} double, ${kept?.wrong} wrong`,
      ok:
        kept?.products === products &&
        kept.variants === products * 3 &&
        kept.pictures === products &&
        kept.counts === products * 3 &&
        kept.doubles === 0 &&
        kept.wrong === 0,
    },
  ]
}

async function foundAgain({ database }: World, shopify: LocalShopify): Promise<DrillLine[]> {
  const shop = shopify.shop('nino-lobo.myshopify.com')
  fillShop(shop, { products: 5, orders: 20, origin: shopify.address.replace('{shop}', shop.domain) })
  const { clientId, clientSecret, address } = shopify
  testServices.shops.shopify = { clientId, clientSecret, address }
  const artist = await as(database, 'artist')
  const { id: connectorId } = await connect(artist, portalId, shop)
  await work(database, shop)
  await database.query(
    `update shop_run set finished_at = now() - interval '2 hours', started_at = now() - interval '2 hours'`,
  )
  await database.query(`update shop_access set reconciled_at = now() - interval '2 hours'`)
  const app = testApp(database)
  for (const webhook of shop.webhooks) webhook.uri = webhook.uri.replace(/^https?:\/\/[^/]+/, '')
  const from = Date.now() - 3_600_000
  let heard = 0
  for (let place = 0; place < lost + told; place++) {
    const order = addOrder(shop, 10_000 + place, {
      sku: `P${place % 5}-${['S', 'M', 'L'][place % 3]}`,
      quantity: 1 + (place % 2),
      at: from + Math.floor((place * 3_000_000) / (lost + told)),
    })
    // Every so manyth webhook comes through; of the others nobody ever hears.
    if (heard < told && place % Math.floor((lost + told) / told) === 0) {
      heard++
      const body = JSON.stringify(order.told())

      const answer = await app.request(shop.webhooks[0]?.uri ?? '', {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'x-shopify-topic': 'orders/create',
          'x-shopify-hmac-sha256': createHmac('sha256', clientSecret).update(body).digest('base64'),
        },
      })
      if (answer.status !== 200) throw new Error(`A webhook was answered ${answer.status}.`)
    }
  }
  for (const webhook of shop.webhooks) webhook.uri = testServices.appOrigin + webhook.uri
  await processDeliveries(database, testServices.secret)
  const found: number[] = []
  const started = performance.now()
  let seconds = 0
  for (let again = 0; again < 2; again++) {
    ok(await artist.shops.syncShop({ portalId, connectorId }))
    await work(database, shop)
    if (again === 0) seconds = (performance.now() - started) / 1_000
    const { reconcile } =
      ok(await artist.shops.listShops({ portalId })).items.find(({ id }) => id === connectorId) ?? {}
    found.push(reconcile?.state === 'done' ? reconcile.found : -1)
  }
  const [meant, stands] = [truth(shop), await standing(database)]
  return [
    {
      promise: `${lost} webhooks of Shopify that nobody got, among ${told} that came`,
      figure: `${lost} found and said, then 0; ${figures(meant)}`,
      result: `${found.join(', then ')}; ${figures(stands)}; ${seconds.toFixed(0)} s`,
      ok: found[0] === lost && found[1] === 0 && JSON.stringify(meant) === JSON.stringify(stands),
    },
  ]
}
