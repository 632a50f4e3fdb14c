import { expect, test } from 'vitest'
import { accessibilityFaults, overflow, settled } from './browser.ts'
import { visit } from './visit.ts'

test.each([
  { locale: 'es', scheme: 'light', width: 1440 },
  { locale: 'en', scheme: 'dark', width: 360 },
] as const)(
  'a row of «Where to play» leads to its cities, and a city to its orders: $locale',
  async (look) => {
    const { page, open, say, path } = await visit('label', look)
    await open('/analytics/where-to-play')
    const place = page.locator('main :is(table, ul) a[href*="area="]').first()
    const called = await place.textContent()
    await place.click()
    await page.getByText(say('detail.play.ofArea', { area: called ?? '' })).waitFor()
    await settled(page)
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.locator('main a[href*="/stocks/orders"]').first().click()
    await page.getByRole('heading', { level: 1, name: say('orders.title') }).waitFor()
    expect(path()).toBe('/stocks/orders')
    const asked = new URL(page.url()).searchParams
    expect([asked.get('place')?.slice(0, 2), asked.has('from'), asked.has('to')]).toEqual(['ES', true, true])
  },
)

test('a label asks where one of its artists should play', async () => {
  const { page, open, say } = await visit('label')
  await open('/analytics/where-to-play')
  await page.getByRole('button', { name: say('detail.filter.add') }).click()
  await page
    .getByRole('list', { name: say('detail.filter.portals') })
    .getByRole('button')
    .first()
    .click()
  await page.waitForURL(/portals=/)
  await page.locator('main[data-asking]').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: say('detail.play.title') }).waitFor()
})
