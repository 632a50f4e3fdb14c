import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseBody } from '#features/connectors/server/payload.ts'
import { readWooCommerceOrder } from '#features/connectors/server/read-woocommerce-order.ts'
import { Big } from '#platform/money.ts'
import { sharedData } from '#testing/shared-data.ts'
import { addWooProduct } from '#testing/woocommerce/goods.ts'
import { LocalWooShop } from '#testing/woocommerce/shop.ts'
import { pageAfter } from './server/woocommerce-call.ts'
import { readPrices } from './server/woocommerce-prices.ts'
import { toldByWooCommerce, type WooProduct, type WooVariation } from './server/woocommerce-product.ts'

const asWritten = (price: Big) => price

/** The examples of WooCommerce's own documentation, as they stand there. */
const documented = (name: string) => {
  const path = sharedData(`formats/woocommerce/docs_${name}.json`)
  return path ? (JSON.parse(readFileSync(path, 'utf8')) as { section: string; body: unknown }[]) : undefined
}
const products = documented('products')
const variations = documented('product-variations')
const orders = documented('orders')
const refunds = documented('order-refunds')

test.runIf(products && variations)('the documented product and variation are read', () => {
  const simple = products?.find(({ section }) => section === 'Retrieve a product')?.body as WooProduct
  expect(toldByWooCommerce(simple, [], asWritten)).toMatchObject({
    foreignId: 'product 794',
    name: 'Premium Quality',
    active: true,
    taxed: true,
    collections: ['Clothing', 'T-shirts'],
    pictures: [{ url: expect.stringContaining('T_2_front-4.jpg'), alt: '' }, {}],
    variants: [{ foreignId: '794', inventoryId: null, key: 'Premium Quality', size: null, left: null }],
  })
  const variation = variations?.find(({ section }) => section === 'Create a product variation')
    ?.body as WooVariation
  expect(toldByWooCommerce({ ...simple, type: 'variable' }, [variation], asWritten).variants).toMatchObject([
    {
      foreignId: '732',
      key: 'Premium Quality - Black',
      size: null,
      colour: 'Black',
      url: variation.permalink,
    },
  ])
})

test.runIf(orders && refunds)('documented refunds are read with their day and their line', () => {
  const order = orders?.find(({ section }) => section === 'Create an order')?.body as {
    line_items: { id: number }[]
  }
  const list = refunds?.find(({ section }) => section === 'List all refunds')?.body as object[]
  const lines = order.line_items.map((line, at) => (at === 0 ? { ...line, id: 311 } : line))
  const { snapshot } = readWooCommerceOrder(
    parseBody(JSON.stringify({ ...order, line_items: lines, refunds: list })),
  )
  expect(snapshot.refunds).toMatchObject([
    {
      id: '726',
      at: Date.UTC(2017, 2, 21, 20, 7, 11),
      lines: [],
      share: new Big(10).div('29.35').round(12).toFixed(),
    },
    { id: '724', at: Date.UTC(2017, 2, 21, 19, 55, 37), lines: [{ id: '311', net: '9', tax: '0' }] },
  ])
  expect(snapshot.lines[0]).toMatchObject({ removed: 1 })
})

test('pages by place lose nothing while things before them are taken out, and nothing comes twice', async () => {
  let all = Array.from({ length: 100 }, (_, at) => ({ id: at + 1 }))
  const seen: number[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(cursor, 10, async (offset) => ({
      json: all.slice(offset, offset + 10),
      total: all.length,
    }))
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.cursor
    // Each time a third of what was looked at goes into the bin.
    const last = seen.at(-1) ?? 0
    all = all.filter(({ id }) => id > last || id % 3 !== 0)
  } while (cursor)
  expect(seen).toEqual(Array.from({ length: 100 }, (_, at) => at + 1))
})

test('prices that are written without tax are those that fans pay', async () => {
  const answers: Record<string, unknown> = {
    'settings/general': [
      { id: 'woocommerce_currency', value: 'EUR' },
      { id: 'woocommerce_calc_taxes', value: 'yes' },
      { id: 'woocommerce_default_country', value: 'ES:V' },
    ],
    'settings/tax': [{ id: 'woocommerce_prices_include_tax', value: 'no' }],
    taxes: [
      { country: 'DE', state: '', postcode: '', city: '', rate: '19.0000', class: 'standard', priority: 1 },
      { country: 'ES', state: 'GC', postcode: '', city: '', rate: '7.0000', class: 'standard', priority: 1 },
      { country: 'ES', state: '', postcode: '', city: '', rate: '21.0000', class: 'standard', priority: 1 },
      { country: 'ES', state: '', postcode: '', city: '', rate: '4.0000', class: 'libros', priority: 1 },
    ],
  }
  const { currency, priceOf } = await readPrices((async (path: string) => ({
    json: answers[path],
    total: undefined,
  })) as Parameters<typeof readPrices>[0])
  expect(currency).toBe('EUR')
  const pays = (tax_class: string, tax_status = 'taxable') =>
    priceOf(new Big(20), { tax_class, tax_status }).toFixed(2)
  expect([pays(''), pays('parent'), pays('libros'), pays('', 'none')]).toEqual([
    '24.20',
    '24.20',
    '20.80',
    '20.00',
  ])
})

test('a product that keeps one count for all of its variations has no stock of each', () => {
  const shop = new LocalWooShop('a.example')
  const product = addWooProduct(shop, { sizes: ['S', 'M'] })
  const own = (shop.variations.get(product.id) ?? []).map((one) => ({ ...one, manage_stock: 'parent' }))
  const { variants } = toldByWooCommerce(product as never, own as never, asWritten)
  expect(variants.map(({ inventoryId, size }) => [inventoryId, size])).toEqual([
    [null, 'S'],
    [null, 'M'],
  ])
})
