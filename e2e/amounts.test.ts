import { describe, expect, test } from 'vitest'
import { pickPortal, visit } from './visit.ts'

/** As the reader writes fifty thousand, and as the other language does. */
const fiftyThousand = { es: ['50.000', '50,000'], en: ['50,000', '50.000'] } as const

describe.each(['es', 'en'] as const)('amounts that people type (%s)', (locale) => {
  const [own, other] = fiftyThousand[locale]

  test('the objective of a portal is what was typed, or an error by its field', async () => {
    const { page, say, open } = await visit('artist', { locale })
    const address = '/dashboard/portal'
    await open(address)
    const objective = page.getByLabel(say('portals.form.objective'))
    await objective.fill(other)
    await objective.press('Tab')
    await page.getByText(say('ui.amount.unreadable')).waitFor()
    await objective.fill(own)
    await page.getByRole('button', { name: say('portals.form.save') }).click()
    await page.getByText(say('portals.form.saved')).waitFor()
    await open(address)
    expect(await objective.inputValue()).toBe(locale === 'es' ? '50000,00' : '50000.00')
    await objective.fill('')
    await page.getByRole('button', { name: say('portals.form.save') }).click()
    await page.getByText(say('portals.form.saved')).waitFor()
  })

  test('so are the price of a product and the cost of a blank', async () => {
    const visitor = await visit('super', { locale })
    const { page, say, open } = visitor
    const name = `Caja ${locale} ${Date.now()}`
    await open('/products/new')
    await pickPortal(visitor, say('portals.column.name'), 'Casa Cal', 'combobox')
    await page.getByRole('textbox', { name: say('products.form.name'), exact: true }).fill(name)
    const price = page.getByLabel(say('products.form.price'), { exact: true })
    // What a field cannot read is not sent: a refusal would fail this visit.
    await price.fill(other)
    await page.getByRole('button', { name: say('products.form.saveNew') }).click()
    await page.getByText(say('ui.amount.unreadable')).waitFor()
    expect(await price.evaluate((field) => field === document.activeElement)).toBe(true)
    await price.fill(locale === 'es' ? '1.050' : '1,050')
    await page.getByRole('button', { name: say('products.form.saveNew') }).click()
    await page.getByText(say('products.form.created')).waitFor()
    await open(`/products?q=${encodeURIComponent(name)}`)
    await page.getByText(locale === 'es' ? /1\.050,00\s€/ : /€1,050\.00/).waitFor()

    await open('/products/blanks/new')
    await page.getByLabel(say('products.blanks.name'), { exact: true }).fill(name)
    await page.getByLabel(say('products.blanks.supplier')).fill('Taller')
    await page.getByLabel(say('products.blanks.reference')).fill(`R-${Date.now()}`)
    await page.getByLabel(`${say('products.form.colour')} 1`).fill('Rojo')
    await page.getByLabel(`${say('products.form.size')} 1`).fill('M')
    const cost = page.getByLabel(`${say('products.form.cost')} 1`)
    await cost.fill(other)
    await page.getByRole('button', { name: say('products.blanks.save') }).click()
    await page.getByText(say('ui.amount.unreadable')).waitFor()
    await cost.fill('1234.5')
    await page.getByRole('button', { name: say('products.blanks.save') }).click()
    await page.getByText(say('products.blanks.created')).waitFor()
    await page.getByRole('link', { name }).click()
    expect(await cost.inputValue()).toBe(locale === 'es' ? '1234,50' : '1234.50')
  })

  test('a file of orders that can be read in two ways asks which', async () => {
    const { page, say, open } = await visit('artist', { locale })
    await open('/stocks/orders')
    await page.getByRole('link', { name: say('orders.upload.open') }).click()
    const rows = 'pedido,sku,unidades,precio,fecha,moneda\nZZ-1,LP,1,1.234,2026-10-01,EUR\n'
    await page
      .locator('main input[type=file]')
      .setInputFiles({ name: 'pedidos.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
    await page.getByText(/1\.234\)/).waitFor()
    await page.getByRole('button', { name: say('ui.sheet.decimalComma') }).click()
    await page.getByRole('button', { name: say('orders.import.ask.taxNone') }).click()
    await page
      .getByText(locale === 'es' ? /1\.234,00/ : /1,234\.00/)
      .first()
      .waitFor()
  })
})
