import { describe, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { visit } from './visit.ts'

describe.each([
  { locale: 'es', typed: '24.12.27 1830', shown: '24/12/2027 18:30', order: 'dd/mm/aaaa hh:mm' },
  { locale: 'en', typed: '24-12-27 6:30 pm', shown: '24/12/2027 18:30', order: 'dd/mm/yyyy hh:mm' },
] as const)('dates in forms ($locale)', ({ locale, typed, shown, order }) => {
  test('are typed in the order of the language, with any separator and short years', async () => {
    const { page, say, open } = await visit('artist', { locale })
    await open('/dashboard/links/new')
    const from = page.getByLabel(say('links.form.from'))
    expect(await from.getAttribute('placeholder')).toBe(order)
    await from.fill(typed)
    await from.press('Tab')
    expect(await from.inputValue()).toBe(shown)
    const until = page.getByLabel(say('links.form.until'))
    await until.fill('31/31/2027 10:00')
    await until.press('Tab')
    await page.getByText(say('ui.date.unread', { example: '24/10/2026 18:30' })).waitFor()
    expect(await until.inputValue()).toBe('31/31/2027 10:00')
    expect(await until.getAttribute('aria-invalid')).toBe('true')
  })

  test('what cannot be read is refused by its field and nothing is saved', async () => {
    const { page, say, open, expected, path } = await visit('artist', { locale })
    expected.push(/422|400/)
    await open('/dashboard/links/new')
    await page.getByRole('textbox', { name: say('links.form.title'), exact: true }).fill('Fecha rara')
    await page.getByLabel(say('links.form.url')).fill('https://example.org/')
    await page.getByLabel(say('links.form.until')).fill('mañana')
    await page.getByRole('button', { name: say('links.form.saveNew') }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    await settled(page)
    expect(path()).toBe('/dashboard/links/new')
  })

  test('are picked in a calendar of six weeks from Monday, by keyboard, and the focus comes back', async () => {
    const { page, say, open } = await visit('artist', { locale })
    await open('/dashboard/links/new')
    const from = page.getByLabel(say('links.form.from'))
    await from.fill(shown)
    await from.press('Tab')
    const button = page.getByRole('button', { name: say('ui.date.open') }).first()
    await button.press('Enter')
    const calendar = page.getByRole('dialog').filter({ has: page.getByRole('table') })
    await calendar.waitFor()
    expect(await calendar.getByRole('cell').count()).toBe(42)
    await calendar.getByRole('button', { name: /^25 / }).click()
    expect(await from.inputValue()).toBe(shown.replace('24', '25'))
    await calendar.getByLabel(say('ui.date.time')).fill('9.15')
    await calendar.getByRole('button', { name: say('ui.date.done') }).click()
    await calendar.waitFor({ state: 'detached' })
    expect(await from.inputValue()).toBe(shown.replace('24', '25').replace('18:30', '09:15'))
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    await button.press('Enter')
    await calendar.waitFor()
    await page.keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
  })
})

// English on screen is British English, whatever English the browser would rather have, or none at all.
describe.each(['de-DE', 'es-ES', 'en-US'])('an English page in a browser of %s', (language) => {
  test('reads and writes 03/04/2027 as 3 April, in forms and in the period', async () => {
    const { page, say, open } = await visit('artist', { locale: 'en' })
    await page.addInitScript((own) => {
      Object.defineProperty(navigator, 'language', { get: () => own })
      Object.defineProperty(navigator, 'languages', { get: () => [own] })
    }, language)
    await open('/dashboard/events/new')
    const day = page.getByLabel(say('events.form.startsAt'), { exact: true })
    expect(await day.getAttribute('placeholder')).toBe('dd/mm/yyyy hh:mm')
    await day.fill('2027-04-03 21:00')
    await day.press('Tab')
    expect(await day.inputValue()).toBe('03/04/2027 21:00')
    await open('/analytics?f=2026-10-03&t=2026-10-04')
    await page.getByRole('button', { name: say('analytics.period.custom') }).click()
    await page.getByText(say('analytics.period.dayFirst', { example: '24/10/2026' })).waitFor()
  })
})

test('the days of a period are typed on a keypad that has what parts them, and a day that there is not is named', async () => {
  const { page, say, open } = await visit('artist', { locale: 'es' })
  await open('/analytics/net-sales')
  await page.getByRole('button', { name: say('analytics.period.custom') }).click()
  const day = page.getByRole('textbox', { name: say('analytics.period.oneDay'), exact: true })
  // The keypad of figures that an iPhone shows has neither / nor - nor .
  expect(await day.getAttribute('inputmode')).toBeNull()
  await day.fill('31/02/2026')
  await day.press('Enter')
  await page.getByText(say('ui.date.noDay', { typed: '31/02/2026' })).waitFor()
  await day.fill('1.2.26')
  await day.press('Enter')
  await page.waitForURL('**f=2026-02-01&t=2026-02-01**')
})

test('a filter asks when one is done, and keeps what it cannot read without asking', async () => {
  const { page, say, open } = await visit('super', { locale: 'es' })
  await open('/products/orders')
  // The list takes its time: what is typed meanwhile counts from what was asked last, not from what still stands there.
  await page.route('**/api/**from=2026-02-01**', async (route) => {
    await new Promise((done) => setTimeout(done, 1_500))
    await route.continue()
  })
  const from = page.getByRole('textbox', { name: say('orders.from') })
  await from.fill('1/2/26')
  await from.press('Enter')
  await page.waitForURL('**from=2026-02-01**')
  await from.fill('31/2/2026')
  await from.press('Tab')
  expect(await from.inputValue()).toBe('31/2/2026')
  expect(await from.getAttribute('aria-invalid')).toBe('true')
  expect(page.url()).toContain('from=2026-02-01')
  await from.fill('')
  await from.press('Enter')
  await page.waitForURL((url) => !url.search.includes('from='))
})

test('Escape closes the calendar of a dialog and leaves the dialog with what was typed', async () => {
  const { page, say, open } = await visit('super', { locale: 'es' })
  await open('/billing/rates')
  await page
    .getByRole('button', { name: say('billing.rates.add') })
    .first()
    .click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel(say('billing.rates.from')).fill('24/12/2026')
  await dialog.getByRole('button', { name: say('ui.date.open') }).click()
  const calendar = page
    .getByRole('dialog')
    .filter({ has: page.getByRole('table') })
    .last()
  await calendar.getByRole('button', { name: /^25 / }).waitFor()
  await page.keyboard.press('Escape')
  await calendar.getByRole('button', { name: /^25 / }).waitFor({ state: 'detached' })
  expect(await dialog.getByLabel(say('billing.rates.from')).inputValue()).toBe('24/12/2026')
})
