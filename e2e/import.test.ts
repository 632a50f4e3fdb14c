import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { oddFiles } from '#features/orders/test-odd-files.ts'
import { sharedData } from '#testing/shared-data.ts'
import { portals } from '#testing/world/cast.ts'
import type { Visitor } from './browser.ts'
import { visit } from './visit.ts'

const files = await oddFiles()

const choose = ({ page }: Visitor, name: string, bytes: Uint8Array) =>
  page
    .locator('main input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) })

/** The button that answers what a file leaves open. */
const answerTo = ({ say }: Visitor, id: string, value: string): string => {
  if (id === 'decimal') return say(value === ',' ? 'ui.sheet.decimalComma' : 'ui.sheet.decimalPoint')
  if (id === 'taxRate')
    return value === '0' ? say('orders.import.ask.taxNone') : say('orders.import.ask.taxOf', { rate: value })
  if (id === 'totalOf') return say('orders.import.ask.totalOfOrder')
  if (id === 'cents') return '€19.99'
  return id === 'dateFormat' ? '3 Apr 2026' : value
}

/** What all months of the check come to, in a column of its table. */
async function sumOf({ page, say }: Visitor, title: string): Promise<number> {
  const table = page.getByRole('table', { name: say('orders.import.months') })
  const titles = await table.locator('thead th').allTextContents()
  const rows = table.locator('tbody tr')
  let sum = 0
  for (const row of await rows.all()) {
    const cells = await row.locator('td').allTextContents()
    sum += Number((cells[titles.indexOf(title)] ?? '').replace(/[^\d.-]/g, ''))
  }
  return Math.round(sum * 100) / 100
}

describe('files as people send them come in by choosing alone', () => {
  test('each is read, asks what it leaves open, and comes to its own sum', async () => {
    const visitor = await visit('artist', { locale: 'en' })
    const { page, say, open } = visitor
    for (const odd of files) {
      await open('/stocks/imports/new')
      await choose(visitor, odd.name, odd.bytes)
      for (const [id, value] of Object.entries(odd.answers ?? {}))
        await page.getByRole('button', { name: answerTo(visitor, id, value), exact: true }).click()
      const check = page.getByRole('button', { name: say('orders.import.check') })
      await page.getByRole('table', { name: say('orders.import.samples') }).waitFor()
      await check.click()
      await page.getByRole('table', { name: say('orders.import.months') }).waitFor()
      const inFile = await sumOf(visitor, say('orders.import.inFile'))
      expect([odd.name, inFile]).toEqual([
        odd.name,
        Math.round((odd.charged + (odd.unpaid ?? 0)) * 100) / 100,
      ])
      expect([odd.name, await sumOf(visitor, say('orders.import.counted'))]).toEqual([odd.name, odd.charged])
    }
  })

  test('a Spanish spreadsheet comes in, is saved as a format, goes straight to the check, and is undone', async () => {
    const visitor = await visit('artist')
    const { page, say, open } = visitor
    const [odd] = files
    if (!odd) throw new Error('No file')
    await open('/stocks/imports/new')
    await choose(visitor, odd.name, odd.bytes)
    await page
      .getByRole('button', { name: say('orders.import.ask.taxOf', { rate: 21 }), exact: true })
      .click()
    await page.getByText('«1.234,56 €» → ').waitFor()
    await page.getByRole('button', { name: say('orders.import.check') }).click()
    await page.getByLabel(say('orders.import.saveAs')).fill('Excel de la gira')
    await page.getByRole('button', { name: say('ui.sheet.send', { count: 3 }) }).click()
    await page.getByRole('button', { name: say('orders.import.undo') }).waitFor()
    await page.getByRole('button', { name: say('orders.import.again') }).click()
    await choose(visitor, odd.name, odd.bytes)
    // The format of this shop answers everything; and everything is there already.
    await page.getByText(say('orders.import.bySaved', { name: 'Excel de la gira' })).waitFor()
    await page.getByText('Ya estaban: 3').waitFor()
    await open('/stocks/orders?q=T-1')
    await page.getByRole('link', { name: 'T-1' }).waitFor()
    await open('/stocks/imports')
    const row = page.getByRole('row').filter({ hasText: odd.name }).first()
    await row.getByRole('button', { name: say('orders.imports.undo') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('orders.imports.undo') })
      .click()
    await page.getByText(say('orders.imports.undone')).waitFor()
    await open('/stocks/orders?q=T-1')
    await page.getByText(say('orders.noResults', { q: 'T-1' })).waitFor()
  })
})

/** Real files, where they are kept beside the project. */
const real = [
  { path: 'formats/shopify/orders_export_gocommerce_fixture.csv', word: 'Shopify' },
  { path: 'orders_bandcamp/sales.csv.gz', word: 'Bandcamp' },
]
test.each(real)('the real $path is known for what it is, and its months agree', async ({ path, word }) => {
  const found = sharedData(path)
  if (!found) return console.warn(`${path} is not beside the project: nothing was tried`)
  const bytes = readFileSync(found)
  const visitor = await visit('artist', { locale: 'en' })
  const { page, say, open } = visitor
  await open('/stocks/imports/new')
  await choose(visitor, path.split('/').at(-1) ?? path, bytes)
  await page.getByRole('table', { name: say('orders.import.samples') }).waitFor()
  await page.getByText(say('orders.import.how')).scrollIntoViewIfNeeded()
  expect(await page.getByLabel(say('orders.upload.format')).locator('option:checked').textContent()).toBe(
    word,
  )
  await page.getByRole('button', { name: say('orders.import.check') }).click()
  await page.getByRole('table', { name: say('orders.import.months') }).waitFor()
})

test('the real shop of 2010: its money is in a heading, its rate is asked once, and its sums are its own', async () => {
  const found = sharedData('orders_online_retail/lines.csv.gz')
  if (!found) return console.warn('orders_online_retail is not beside the project: nothing was tried')
  const lines = gunzipSync(readFileSync(found)).toString().split('\n').slice(0, 4001)
  const [header = '', ...rows] = lines
  const at = (name: string) => header.trim().split(',').indexOf(name)
  // Only the description, before which nothing is quoted, may hold commas: figures are counted from both ends.
  const width = header.split(',').length
  const sum = rows.reduce((all, row) => {
    const cells = row.trim().split(',')
    const fromEnd = (name: string) => Number(cells.at(at(name) - width))
    return all + Math.round(fromEnd('quantity') * fromEnd('unit_price_gbp') * 1000)
  }, 0)
  const visitor = await visit('artist', { locale: 'en' })
  const { page, say, open } = visitor
  await open('/stocks/imports/new')
  await choose(visitor, 'lines.csv', Buffer.from(lines.join('\n')))
  await page.getByRole('button', { name: say('orders.import.ask.taxNone') }).click()
  await page.getByRole('button', { name: say('orders.import.check') }).click()
  const months = page.getByRole('table', { name: say('orders.import.months') })
  await months.waitFor()
  const rate = page.getByLabel(say('orders.connectors.rateOf', { currency: 'GBP' }))
  if (await rate.isVisible()) {
    await rate.fill('1.17')
    await page.getByRole('button', { name: say('orders.import.applyRate') }).click()
    await rate.waitFor({ state: 'detached' })
    await months.waitFor()
  }
  expect(await sumOf(visitor, say('orders.import.inFile'))).toBe(Math.round(sum / 10) / 100)
  expect(await sumOf(visitor, say('orders.import.counted'))).toBe(Math.round(sum / 10) / 100)
})

test('staff bring a portal’s file in from their own pages: tax of another rate, shipping off, two moneys, and undo it', async () => {
  const visitor = await visit('super', { locale: 'en' })
  const { page, say, open } = visitor
  await open('/products/orders?q=STAFF-')
  await page.getByRole('link', { name: say('orders.imports.title') }).click()
  await page.getByRole('link', { name: say('orders.upload.open') }).click()
  const choice = page.getByRole('button', { name: /Bajamar|Niño Lobo|Clara|Vera|Los|Hotel/ }).first()
  await choice.waitFor()
  await open(`/products/imports/new?portal=${portals.ninoLobo.id}`)
  const file = [
    'Pedido;Fecha;Producto;Uds;Total pedido;Envío',
    'STAFF-1;2026-03-01;Gorra de prueba;1;15,70 €;5,00 €',
    'STAFF-2;2026-03-02;Gorra de prueba;1;£10.70;0',
  ]
  await choose(visitor, 'gira.csv', Buffer.from(file.join('\n')))
  await page.getByLabel(say('orders.import.ask.taxOther')).fill('7')
  await page.getByRole('button', { name: say('orders.import.ask.taxOtherApply') }).click()
  await page.getByRole('button', { name: say('orders.import.ask.shippingInside') }).click()
  await page.getByText(say('orders.import.says.bySign')).waitFor()
  await page.getByRole('button', { name: say('orders.import.check') }).click()
  await page.getByRole('table', { name: say('orders.import.months') }).waitFor()
  const rate = page.getByLabel(say('orders.connectors.rateOf', { currency: 'GBP' }))
  if (await rate.isVisible()) {
    await rate.fill('1.17')
    await page.getByRole('button', { name: say('orders.import.applyRate') }).click()
    await rate.waitFor({ state: 'detached' })
  }
  const months = page.getByRole('table', { name: say('orders.import.months') })
  await months.getByText('€10.70').first().waitFor()
  await months.getByText('£10.70').first().waitFor()
  await months.getByText('€10.00').waitFor()
  await page.getByRole('button', { name: say('ui.sheet.send', { count: 2 }) }).click()
  await page.getByRole('button', { name: say('orders.import.undo') }).waitFor()
  await page
    .getByRole('main')
    .getByRole('link', { name: say('orders.title') })
    .last()
    .click()
  await page.waitForURL(/products\/orders\?portal=/)
  await open(`/products/imports?portal=${portals.ninoLobo.id}`)
  const row = page.getByRole('row').filter({ hasText: 'gira.csv' })
  await row.getByRole('button', { name: say('orders.imports.undo') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('orders.imports.undo') })
    .click()
  await page.getByText(say('orders.imports.undone')).waitFor()
  await open('/products/orders?q=STAFF-')
  await page.getByText(say('orders.noResults', { q: 'STAFF-' })).waitFor()
})
