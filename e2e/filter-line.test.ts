import { expect, test } from 'vitest'
import { overflow } from './browser.ts'
import { visit } from './visit.ts'

test.each(['/products', '/products/orders', '/events', '/users'])(
  'the filters of %s stand on one line of a desk',
  async (address) => {
    for (const locale of ['es', 'en'] as const) {
      const { page, open } = await visit('super', { locale, width: 1440 })
      await open(address)
      const bar = page.locator('main search').locator('..')
      expect((await bar.boundingBox())?.height).toBeLessThan(44)
    }
  },
)

test('whoever chooses again while the list is still asked for means both, and filters no page that they have left for', async () => {
  const { page, open, say } = await visit('super', { locale: 'es', width: 1440 })
  await open('/products/orders')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(/\/api\/(orders|products)\?/, async (route) => {
    await held
    await route.continue()
  })
  const filter = (key: string) => page.getByRole('combobox', { name: say(key), exact: true })
  await filter('orders.column.state').selectOption('sold')
  // What was chosen stands there at once, not only when its list does.
  await expect.poll(() => filter('orders.column.state').inputValue()).toBe('sold')
  await filter('orders.column.source').selectOption('shopify')
  const search = page.getByRole('searchbox')
  await search.fill('madrid')
  await search.press('Enter')
  await page.waitForURL(/q=madrid/)
  const asked = new URL(page.url()).searchParams
  expect([asked.get('state'), asked.get('source')]).toEqual(['sold', 'shopify'])
  await page
    .locator('main nav')
    .getByRole('link', { name: say('products.title'), exact: true })
    .click()
  await search.fill('vinilo')
  await search.press('Enter')
  // On a slow machine the page that is waited for stands there before its list, and may have been searched itself.
  const heading = page.getByRole('heading', { name: say('products.title'), level: 1 })
  const early = await heading.isVisible()
  answer()
  await heading.waitFor()
  expect(early ? ['', '?q=vinilo'] : ['']).toContain(new URL(page.url()).search)
})

test('of many values chosen some are shown, with a way to all of them', async () => {
  const codes =
    'ES FR DE IT PT NL BE AT CH PL SE NO DK FI IE CZ HU RO BG GR HR SI SK EE LV LT LU MT CY GB'.split(' ')
  const { page, open, say } = await visit('super', { locale: 'es', width: 1440 })
  await open(`/analytics/net-sales?countries=${encodeURIComponent(JSON.stringify(codes))}`)
  const toolbar = page.getByRole('group', { name: say('analytics.toolbar') })
  const taken = toolbar.getByRole('button', { name: /País/ })
  const more = toolbar.getByRole('button', { name: say('detail.filter.all', { count: codes.length }) })
  await more.waitFor()
  expect(await taken.count()).toBe(8)
  expect((await toolbar.boundingBox())?.height).toBeLessThan(170)
  await more.click()
  await expect.poll(() => taken.count()).toBe(codes.length)
  expect(await overflow(page)).toBe(0)
  await toolbar.getByRole('button', { name: say('detail.filter.fewer') }).click()
  await expect.poll(() => taken.count()).toBe(8)
})
