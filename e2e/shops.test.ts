import { afterAll, beforeAll, expect, test } from 'vitest'
import { addOrder, fillShop } from '#testing/shopify/goods.ts'
import { type LocalShopify, startShopify } from '#testing/shopify/server.ts'
import { portals } from '#testing/world/cast.ts'
import { accessibilityFaults, type Look, openBrowser, openVisitor, overflow, settled } from './browser.ts'
import { madridDay } from './days.ts'
import { freshWorld } from './lane.ts'
import { type Program, startProgram } from './program.ts'
import { inLanguage } from './words.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile/15E148 Safari/604.1'
const { id: portalId, customUrl } = portals.orquestaPoniente
const domain = 'orquesta-poniente.myshopify.com'
const look: Look = { locale: 'es', scheme: 'light', width: 1440 }

let shopify: LocalShopify
let program: Program
beforeAll(async () => {
  shopify = await startShopify({ perSecond: 1_000 })
  program = await startProgram(await freshWorld(), {
    SHOPIFY_CLIENT_ID: shopify.clientId,
    SHOPIFY_CLIENT_SECRET: shopify.clientSecret,
    SHOPIFY_ADDRESS: shopify.address,
  })
}, 300_000)
afterAll(async () => {
  await program.stop()
  await shopify.stop()
})

test('a shop is connected, all of it comes in, a fan buys L, and the sale stands everywhere', {
  retry: 0,
  timeout: 1_200_000,
}, async () => {
  const shop = shopify.shop(domain)
  fillShop(shop, { products: 24, orders: 600, origin: shopify.address.replace('{shop}', domain) })
  const owner = await openVisitor(await openBrowser(), program.origin, look, 'orquesta')
  const { page, say, open } = owner
  const ask = async (path: string) => (await page.request.get(`${program.origin}/api${path}`)).json()

  await open('/stocks/connectors')
  await page
    .getByRole('button', { name: say('shops.connect') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('shops.domain'), { exact: true }).fill('evil.example')
  await dialog.getByLabel(say('shops.name'), { exact: true }).fill('Tienda oficial')
  await dialog.getByRole('button', { name: say('shops.go') }).click()
  await dialog.getByText(say('validation.format')).waitFor()
  await dialog.getByLabel(say('shops.domain'), { exact: true }).fill('orquesta-poniente')
  await dialog.getByRole('button', { name: say('shops.go') }).click()
  await page.getByRole('link', { name: 'Install app' }).click()
  await page.getByRole('button', { name: say('shops.return.finish') }).click()
  await page.getByText(say('shops.first.running')).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])

  const shopNow = async () => (await ask(`/portal/${portalId}/shops`)).items[0]
  await expect
    .poll(async () => (await shopNow())?.first?.state, { timeout: 600_000, interval: 2_000 })
    .toBe('done')
  const { first } = await shopNow()
  const counts = first.steps.map(({ step, done }: { step: string; done: number }) => [step, done])
  expect(counts).toEqual([
    ['products', 24],
    ['pictures', 24],
    ['orders', 600],
    ['webhooks', 4],
    ['stock', 72],
  ])
  await page.getByText(say('shops.look')).waitFor({ timeout: 120_000 })

  const { items } = await ask(`/products?q=${encodeURIComponent('Producto 11')}`)
  const product = items.find(({ name }: { name: { es: string } }) => name.es === 'Producto 11')
  expect(product).toMatchObject({ status: 'active', buyable: true })
  const fanOrigin = new URL((await ask(`/portal/${portalId}/appearance`)).url).origin
  const fan = await openVisitor(await openBrowser(), program.origin, { ...look, width: 360 }, undefined)
  await fan.page.setExtraHTTPHeaders({ 'user-agent': phone })
  await fan.page.goto(fanOrigin + inLanguage('es', `/${customUrl}/product/${product.id}`))
  await settled(fan.page)
  expect(await overflow(fan.page)).toBe(0)
  await fan.page.getByRole('link', { name: 'L', exact: true }).click()
  await fan.page.locator('.opts [aria-current=true]').getByText('L', { exact: true }).waitFor()
  const [redirect] = await Promise.all([
    fan.page.waitForResponse((response) => response.url().includes('/go/')),
    fan.page.getByRole('link', { name: say('site.product.buyAt', { shop: 'Tienda oficial' }) }).click(),
  ])
  const landing = new URL(redirect.headers().location ?? '')
  expect(landing.origin + landing.pathname).toBe('https://orquesta-poniente.example/products/producto-11')
  const click = landing.searchParams.get('click') ?? ''
  expect(click).toMatch(/^[0-9a-f-]{36}$/)

  const billed = async () => {
    const { next } = await ask(`/portal/${portalId}/billing`)
    const { lines } = await ask(`/bill/${next.id}`)
    return lines.reduce((sum: number, { units }: { units: number | null }) => sum + (units ?? 0), 0)
  }
  const stocked = async () => {
    const found = await ask(`/portal/${portalId}/stocks?q=P11-L`)
    const { onHand, committed } = found.items[0]
    return { onHand, committed }
  }
  // What was sold before the shop was connected is not owed: the 600 orders leave the bill as it was.
  const before = { billed: await billed(), stocked: await stocked() }
  expect(before.stocked).toEqual({ onHand: 50, committed: 0 })
  const sale = addOrder(shop, 5_000, {
    sku: 'P11-L',
    title: 'Producto 11',
    quantity: 2,
    at: shop.now(),
    sent: false,
    click,
  })
  expect(await shopify.tell(shop, 'orders/create', sale.told())).toEqual([200])
  expect(await shopify.tell(shop, 'orders/create', sale.told())).toEqual([200])
  await expect.poll(stocked, { timeout: 90_000, interval: 1_000 }).toEqual({ onHand: 50, committed: 2 })
  await expect.poll(billed, { timeout: 150_000, interval: 2_000 }).toBe(before.billed + 2)
  const today = madridDay()
  const funnel = async () => {
    const answer = await ask(`/analytics/salesFunnel/${portalId}?f=${today}&t=${today}`)
    return answer.products.find(({ id }: { id: string }) => id === product.id)
  }
  await expect.poll(async () => (await funnel())?.clicks, { timeout: 90_000, interval: 2_000 }).toBe(1)
  expect(await funnel()).toMatchObject({ orders: 1 })

  // The shop takes the app out: it says so, and one button allows it again.
  const [topic] = await shopify.tell(shop, 'app/uninstalled', { id: 1, domain })
  expect(topic).toBe(200)
  shop.uninstall()
  await expect
    .poll(async () => (await shopNow()).state, { timeout: 90_000, interval: 1_000 })
    .toBe('uninstalled')
  await open('/stocks/connectors')
  await page.getByRole('button', { name: say('shops.state.renew') }).click()
  await page.getByRole('link', { name: 'Install app' }).click()
  await page.getByRole('button', { name: say('shops.return.finish') }).click()
  await expect
    .poll(async () => (await shopNow()).state, { timeout: 90_000, interval: 1_000 })
    .toBe('connected')
  await owner.context.close()
  await fan.context.close()
})
