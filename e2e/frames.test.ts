import { expect, test } from 'vitest'
import { visit } from './visit.ts'

const failing = { status: 500, json: { error: { code: 'internal', message: 'x' } } }

test('a list that does not load keeps its title, tabs and filters, and loads on another try', async () => {
  const { page, say, open, expected } = await visit('staff')
  expected.push(/500/)
  await open('/products/blanks')
  await page.route('**/api/blanks?**', (route) => route.fulfill(failing))
  const search = page.getByRole('main').getByRole('searchbox', { name: say('products.blanks.search') })
  await search.fill('camiseta')
  await page.getByText(say('products.blanks.loadFailed')).waitFor({ timeout: 20_000 })
  await page.getByRole('heading', { level: 1, name: say('products.blanks.title') }).waitFor()
  await page.getByRole('navigation', { name: say('shell.tabs.label') }).waitFor()
  expect(await search.inputValue()).toBe('camiseta')
  await page.unroute('**/api/blanks?**')
  await page.getByRole('button', { name: say('ui.retry') }).click()
  await page.getByRole('table', { name: say('products.blanks.title') }).waitFor()
})

test('a thing that does not load says so below the way back, and the way back keeps the filters', async () => {
  const { page, say, open, path, expected } = await visit('staff')
  expected.push(/500/)
  await open('/products/orders?state=refunded')
  await page.route('**/api/portal/*/order/*', (route) => route.fulfill(failing))
  await page.locator('main tbody tr a').first().click()
  await page.getByText(say('orders.loadFailed')).waitFor({ timeout: 20_000 })
  await page.unroute('**/api/portal/*/order/*')
  await page.getByRole('button', { name: say('ui.retry') }).click()
  await page.getByRole('heading', { level: 2 }).first().waitFor()
  await page
    .getByRole('navigation', { name: say('ui.breadcrumb') })
    .getByRole('link', { name: say('orders.title') })
    .click()
  await page.getByRole('table', { name: say('orders.title') }).waitFor()
  expect(`${path()}${new URL(page.url()).search}`).toBe('/products/orders?state=refunded')
})

test('a list that is asked again stays where it was until the answer is there', async () => {
  const { page, say, open } = await visit('staff')
  await open('/products/blanks')
  const rows = page.getByRole('table', { name: say('products.blanks.title') }).locator('tbody tr')
  const before = await rows.count()
  expect(before).toBeGreaterThan(1)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/api/blanks?**', async (route) => {
    await answered
    await route.continue()
  })
  await page
    .getByRole('main')
    .getByRole('searchbox', { name: say('products.blanks.search') })
    .fill('zzzz')
  await page.locator('main[aria-busy="true"]').waitFor()
  // Longer than an outline would wait for.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 600)))
  expect(await rows.count()).toBe(before)
  expect(await page.getByRole('status', { name: say('ui.loading') }).count()).toBe(0)
  answer()
  await rows.first().waitFor({ state: 'detached' })
  await page.locator('main[aria-busy="false"]').waitFor()
})
