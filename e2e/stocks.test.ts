import { describe, expect, test } from 'vitest'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('stock (%s)', (locale) => {
  test('a count and a loss are written down and stand in the ledger', async () => {
    const { page, say, open } = await visit('orquesta', { locale })
    await open('/stocks')
    await page.locator('tbody tr a').first().click()
    await page.getByLabel(say('stocks.move.counted')).fill('50')
    await page.getByRole('button', { name: say('stocks.move.send') }).click()
    await page.getByText(say('stocks.move.done')).first().waitFor()
    await page.getByLabel(say('stocks.move.what')).selectOption('damage')
    await page.getByLabel(say('stocks.move.units')).fill('4')
    await page.getByLabel(say('stocks.move.note')).fill('Cajas mojadas')
    await page.getByRole('button', { name: say('stocks.move.send') }).click()
    const row = page.getByRole('row').filter({ hasText: 'Cajas mojadas' }).first()
    await row.waitFor()
    expect(await row.locator('td').last().textContent()).toBe('46')
  })

  test('a counted sheet is looked at first', async () => {
    const { page, say, open } = await visit('orquesta', { locale })
    await open('/stocks')
    await page.getByRole('button', { name: say('stocks.count.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'recuento.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('SKU;Recuento\nNADA;3\n'),
    })
    await dialog.getByText(say('problem.stocks.skuUnknown')).waitFor()
  })

  test('whoever may only read sees no form', async () => {
    const { page, say, open } = await visit('lector', { locale })
    await open('/stocks')
    await page.locator('tbody tr a').first().click()
    await page.getByText(say('stocks.ledger.title')).first().waitFor()
    expect(await page.getByRole('button', { name: say('stocks.move.send') }).count()).toBe(0)
  })
})
