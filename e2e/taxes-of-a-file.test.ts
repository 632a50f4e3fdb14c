import { expect, test } from 'vitest'
import { madridDay } from './days.ts'
import { visit } from './visit.ts'

test('a file with a column of tax for each rate says so, asks for no rate, and its net comes to its orders', async () => {
  const { page, say, open } = await visit('orquesta', { locale: 'en' })
  const number = `IVA-${Date.now()}`
  const day = madridDay(-3)
  const rows = [
    ['Pedido', 'Fecha', 'Producto', 'Moneda', 'Total', 'IVA 21%', 'Cuota IVA 4%'],
    [number, day, 'Disco', 'EUR', '24,20', '4,20', ''],
    [number, day, 'Libro', 'EUR', '10,40', '', '0,40'],
  ]
  const buffer = Buffer.from(rows.map((row) => row.join(';')).join('\n'))
  await open('/stocks/imports/new')
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'tienda.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('table', { name: say('orders.import.samples') }).waitFor()
  await page.getByText(say('orders.import.says.tax', { column: 'IVA 21% + Cuota IVA 4%' })).waitFor()
  expect(await page.getByText(/These columns do not count/).count()).toBe(0)
  const each = page.getByRole('button', { name: say('orders.import.ask.totalOfLine'), exact: true })
  if (await each.isVisible()) await each.click()
  await page.getByRole('button', { name: say('orders.import.check') }).click()
  const months = page.getByRole('table', { name: say('orders.import.months') })
  await months.waitFor()
  const cells = await months.locator('tbody tr').first().locator('td, th').allTextContents()
  const plain = cells.join(' ').replace(/\s/g, '')
  for (const amount of ['€34.60', '€4.60', '€30.00']) expect(plain).toContain(amount)
  await page.getByRole('button', { name: say('ui.sheet.send', { count: 2 }) }).click()
  await page.getByRole('button', { name: say('orders.import.undo') }).waitFor()
  await open(`/stocks/orders?q=${number}`)
  await page.getByRole('link', { name: number }).click()
  await page.getByText('€30.00').first().waitFor()
})
