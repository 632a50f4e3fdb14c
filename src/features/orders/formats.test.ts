import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isFailure } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { wholeDatabase } from '#testing/whole-database.ts'
import { portals } from '#testing/world/cast.ts'
import type { uploadFormats } from './choices.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
type Format = (typeof uploadFormats)[number]
const path = (name: string) => sharedData(`formats/${name}`)
const shopify = path('shopify/orders_export_gocommerce_fixture.csv')

const everything = () => wholeDatabase(world.database, ['activity', 'idempotency_key'])

async function upload(
  content: string | Uint8Array,
  format: Format,
  mode: 'all' | 'check' = 'all',
  map?: string,
) {
  const artist = await as(world.database, 'artist')
  const file = new File([content as BlobPart], 'pedidos.csv', { type: 'text/csv' })
  const rates = JSON.stringify({ USD: '0.92', GBP: '1.2' })
  return artist.orders.uploadOrders({ portalId, file, format, mode, rates, ...(map ? { map } : {}) })
}

/** What is said of a file: by the field, or by the row. */
async function said(...args: Parameters<typeof upload>): Promise<string[]> {
  const answer = await upload(...args)
  if (isFailure(answer)) {
    const error = typeof answer?.error === 'object' ? answer.error : undefined
    return Object.values(error?.fields ?? { '': error?.message ?? '' })
  }
  expect(answer.status).toBe('refused')
  return answer.errors.map(({ row, message }) => `${row}: ${message}`)
}

describe.skipIf(!shopify)('Shopify’s export, broken', () => {
  const whole = shopify ? readFileSync(shopify, 'utf8') : ''
  const [header = '', ...rows] = whole.trimEnd().split(/\r?\n/)
  const columns = header.split(',')
  /** The file with one cell of one row changed; none of its cells is quoted. */
  const withCell = (row: number, column: string, value: string) => {
    const cells = (rows[row] ?? '').split(',')
    cells[columns.indexOf(column)] = value
    return [header, ...rows.map((each, at) => (at === row ? cells.join(',') : each))].join('\n')
  }

  test('as it is, it comes in; twice, it adds nothing', async () => {
    expect(rows.every((row) => row.split(',').length === columns.length)).toBe(true)
    expect(ok(await upload(whole, 'shopify', 'check'))).toMatchObject({ bad: 0, imported: 2, orders: 1 })
  })

  test.each([
    ['quantity is a word', withCell(0, 'Lineitem quantity', 'dos'), /^2: .*Lineitem quantity/],
    ['quantity is not whole', withCell(0, 'Lineitem quantity', '1.5'), /^2: .*Lineitem quantity/],
    ['a price is a word', withCell(1, 'Lineitem price', 'gratis'), /^3: .*Lineitem price/],
    ['the date is none', withCell(0, 'Created at', 'ayer'), /^2: .*Created at/],
    ['the currency is unknown', withCell(0, 'Currency', 'XTS'), /^2: .*XTS/],
    ['a row is cut off', `${header}\n${(rows[0] ?? '').split(',').slice(0, 20).join(',')}`, /^2: /],
    ['a column is missing', whole.replaceAll('Lineitem quantity', 'Cantidad'), /Lineitem quantity/],
    ['there is only a heading', header, /ninguna fila/],
    ['it is empty', '', /./],
    ['it is JSON', '{"orders": []}', /CSV/],
    ['it is a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), /./],
  ])('where %s: it is said, and nothing changes', async (_what, content, expected) => {
    const before = await everything()
    const messages = await said(content, 'shopify')
    expect(messages.length).toBeGreaterThan(0)
    expect(messages[0]).toMatch(expected)
    expect(await everything()).toBe(before)
  })
})

/** Files of the ecosystem that are no orders, or orders in a way that this call does not take. */
const foreign: [string, Format][] = [
  ['shopify/customers_export_header.csv', 'shopify'],
  ['shopify/orders_export_headers.json', 'shopify'],
  ['shopify/order_webhook_orders_cancelled_test.json', 'shopify'],
  ['shopify/orders_export_gocommerce_fixture.csv', 'bandcamp'],
  ['bandcamp/salesfeed_items_as_stored.json', 'bandcamp'],
  ['woocommerce/sample_products.csv', 'shopify'],
  ['woocommerce/sample_products.csv', 'bandcamp'],
  ['woocommerce/docs_orders.json', 'shopify'],
  ['printful/webhook_order_updated.json', 'bandcamp'],
]

test.skipIf(!shopify).each(foreign)(
  '%s is no %s export: said by its field, and nothing changes',
  async (name, format) => {
    const before = await everything()
    const [message = ''] = await said(readFileSync(path(name) as string), format)
    expect(message).toMatch(/No es|columna|formato|fichero|archivo/i)
    expect(await everything()).toBe(before)
  },
)

test.skipIf(!shopify)(
  'WooCommerce’s products are drafts of the portal that is named, with their variations; of none, every row says so',
  async () => {
    const staff = await as(world.database, 'super')
    const send = (mode: 'check' | 'all', portal?: string) =>
      staff.products.importProducts({
        ...{ mode, ...(portal ? { portal } : {}) },
        file: new File([readFileSync(path('woocommerce/sample_products.csv') as string)], 'productos.csv'),
      })
    const before = await everything()
    const homeless = ok(await send('check'))
    expect(homeless).toMatchObject({ good: 0, created: 0, updated: 0 })
    expect(homeless.rows.every(({ errors }) => 'portal' in errors)).toBe(true)
    expect(await everything()).toBe(before)
    const done = ok(await send('all', 'LOBO'))
    expect(done).toMatchObject({ bad: 0, created: 17, updated: 0 })
    const found = ok(await staff.products.listProducts({ q: 'Hoodie', portal: portalId }))
    const hoodie = found.items.find(({ name }) => name.es === 'Hoodie')
    const whole = ok(await staff.products.getProduct({ portalId, productId: hoodie?.id ?? '' }))
    expect(whole).toMatchObject({ status: 'draft', priceCents: 4500, category: 'apparel', sku: 'woo-hoodie' })
    expect(whole.variantRows.map(({ colour, size, sku }) => [colour, size, sku])).toContainEqual([
      'Blue',
      'Logo Yes',
      'woo-hoodie-blue-logo',
    ])
    // Twice, it changes nothing.
    expect(ok(await send('all', 'LOBO'))).toMatchObject({ bad: 0, created: 0, updated: 0 })
  },
)
