import { afterAll, beforeAll, expect, test } from 'vitest'
import { addWooOrder, fillWooShop } from '#testing/woocommerce/goods.ts'
import { type LocalWooCommerce, startWooCommerce } from '#testing/woocommerce/server.ts'
import { portals } from '#testing/world/cast.ts'
import { accessibilityFaults, hydrated, type Look, openBrowser, openVisitor, overflow } from './browser.ts'
import { freshWorld } from './lane.ts'
import { type Program, startProgram } from './program.ts'

const { id: portalId } = portals.orquestaPoniente
const domain = 'orquesta.example/tienda'
const look: Look = { locale: 'es', scheme: 'light', width: 1440 }

let shops: LocalWooCommerce
let program: Program
beforeAll(async () => {
  shops = await startWooCommerce()
  program = await startProgram(await freshWorld(), { WOOCOMMERCE_ADDRESS: shops.address })
}, 300_000)
afterAll(async () => {
  await program.stop()
  await shops.stop()
})

test('a shop of WooCommerce agrees, comes in, tells, loses its keys and is renewed with one click', {
  retry: 0,
  timeout: 600_000,
}, async () => {
  const shop = shops.shop(domain)
  fillWooShop(shop, { products: 6, orders: 80, pictures: `${shops.address.replace('{shop}', domain)}/files` })
  const owner = await openVisitor(await openBrowser(), program.origin, look, 'orquesta')
  const { page, say, open } = owner
  const ask = async (path: string) => (await page.request.get(`${program.origin}/api${path}`)).json()
  const shopNow = async () => (await ask(`/portal/${portalId}/shops`)).items[0]

  await open('/stocks/connectors')
  await page
    .getByRole('button', { name: say('shops.connect') })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(say('shops.domain'), { exact: true }).fill('localhost')
  await dialog.getByLabel(say('shops.name'), { exact: true }).fill('Tienda oficial')
  await dialog.getByRole('button', { name: say('shops.woocommerce.go') }).click()
  await dialog.getByText(say('validation.format')).waitFor()
  expect(await accessibilityFaults(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await dialog.getByLabel(say('shops.domain'), { exact: true }).fill(`https://${domain}/wp-admin/`)
  await dialog.getByRole('button', { name: say('shops.woocommerce.go') }).click()
  // Whoever agrees reads for whom.
  await page.getByText(/Backline · Orquesta Poniente would like to connect/).waitFor()
  await page.getByRole('link', { name: 'Deny' }).click()
  await page.getByText(say('shops.return.denied')).waitFor()
  await open('/stocks/connectors')
  const connect = async () => {
    await page.getByRole('link', { name: 'Approve' }).click()
    await page.getByRole('button', { name: say('shops.return.finish') }).waitFor()
    await hydrated(page)
    await page.getByRole('button', { name: say('shops.return.finish') }).click()
    await page.waitForURL(/\/stocks\/connectors/)
  }
  await page
    .getByRole('button', { name: say('shops.connect') })
    .first()
    .click()
  await dialog.getByLabel(say('shops.domain'), { exact: true }).fill(domain)
  await dialog.getByLabel(say('shops.name'), { exact: true }).fill('Tienda oficial')
  await dialog.getByRole('button', { name: say('shops.woocommerce.go') }).click()
  await connect()
  await expect
    .poll(async () => (await shopNow())?.first?.state, { timeout: 300_000, interval: 1_000 })
    .toBe('done')
  const { first } = await shopNow()
  expect(first.steps.map(({ step, done }: { step: string; done: number }) => [step, done])).toEqual([
    ['products', 6],
    ['pictures', 6],
    ['orders', 80],
    ['webhooks', 5],
    ['stock', 18],
  ])
  const { items } = await ask(`/products?q=${encodeURIComponent('Producto 3')}`)
  expect(items[0]).toMatchObject({ status: 'active', buyable: true, variants: 3 })

  const stocked = async () => {
    const { onHand, committed } = (await ask(`/portal/${portalId}/stocks?q=W3-M`)).items[0]
    return { onHand, committed }
  }
  expect(await stocked()).toEqual({ onHand: 50, committed: 0 })
  const sale = addWooOrder(shop, { sku: 'W3-M', quantity: 2, at: shop.now(), status: 'processing' })
  expect(await shops.tell(shop, 'order.created', sale)).toEqual([200])
  await expect.poll(stocked, { timeout: 90_000, interval: 1_000 }).toEqual({ onHand: 50, committed: 2 })

  // What follows the first look has ended: a look under way would meet the lost keys itself, and leave nothing to press.
  await expect
    .poll(async () => (await shopNow()).reconcile?.state, { timeout: 120_000, interval: 1_000 })
    .toBe('done')
  shop.keys.clear()
  await open('/stocks/connectors')
  await page.getByRole('button', { name: say('shops.look') }).click()
  await expect
    .poll(async () => (await shopNow()).state, { timeout: 120_000, interval: 1_000 })
    .toBe('expired')
  await open('/stocks/connectors')
  expect(await accessibilityFaults(page)).toEqual([])
  await page.getByRole('button', { name: say('shops.state.renew') }).click()
  await connect()
  await expect
    .poll(async () => (await shopNow()).state, { timeout: 90_000, interval: 1_000 })
    .toBe('connected')
  await owner.context.close()
})
