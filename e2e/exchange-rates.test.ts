import { describe, expect, test } from 'vitest'
import { eurofxref } from '#features/exchange-rates/test-rates.ts'
import { visit } from './visit.ts'

const file = (days: Parameters<typeof eurofxref>[0]) => ({
  name: 'eurofxref-daily.xml',
  mimeType: 'text/xml',
  buffer: Buffer.from(eurofxref(days)),
})

describe.each(['es', 'en'] as const)('exchange rates (%s)', (locale) => {
  test('are uploaded and looked up by day; another file is refused by its field', async () => {
    const { page, say, open, expected } = await visit('super', { locale })
    expected.push(/422/)
    await open('/products/exchange-rates')
    await page.getByRole('button', { name: say('exchangeRates.upload.open') }).click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: say('exchangeRates.upload.send') })
    expect(await send.isDisabled()).toBe(true)
    await dialog.locator('input[type=file]').setInputFiles(file({}))
    await send.click()
    await dialog.getByText(say('problem.exchangeRates.notRates')).waitFor()
    const days = { '2026-11-13': { USD: '1.25', JPY: '160' } }
    await dialog.locator('input[type=file]').setInputFiles(file(days))
    await send.click()
    await dialog.waitFor({ state: 'detached' })
    // Sunday: the rates of Friday.
    await open('/products/exchange-rates?day=2026-11-15')
    const row = page.getByRole('row').filter({ hasText: 'USD' })
    await row.getByText(locale === 'es' ? '1,25' : '1.25').waitFor()
    await row.getByText(locale === 'es' ? '0,8' : '0.8').waitFor()
    await open('/products/exchange-rates?day=2020-01-15')
    await page.getByText(say('exchangeRates.none.title')).waitFor()
  })
})

test('staff without products are led to where they may be', async () => {
  const { page, open, path } = await visit('analyst')
  const answer = await page.request.get('/api/exchange-rates')
  expect(answer.status()).toBe(403)
  await open('/products/exchange-rates')
  expect(path()).toBe('/analytics')
})
