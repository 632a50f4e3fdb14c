import { describe, expect, test } from 'vitest'
import type { PersonKey } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('analytics (%s)', (locale) => {
  test.each<PersonKey>(['label', 'artist', 'staff'])(
    '%s sees highlights, both charts and both lists',
    async (who) => {
      const { page, open, say } = await visit(who, { locale })
      await open('/analytics?filter=3')
      await page.getByRole('heading', { level: 1, name: say('shell.menu.analytics') }).waitFor()
      const lists =
        who === 'staff'
          ? ['portals.sales', 'portals.visits', 'portals.albums']
          : ['products.title', 'sources.title']
      for (const key of ['sales.byDay', 'visits.byDay', ...lists])
        await page.getByRole('heading', { name: say(`analytics.${key}`) }).waitFor()
      await page.getByText(say('analytics.measure.netCents'), { exact: true }).first().waitFor()
      // 30 days of the demo world always have sales.
      expect(await page.getByText(/€/).count()).toBeGreaterThan(3)
    },
  )

  test('the period lives in the address: 7 days, other dates typed by hand, reset', async () => {
    const { page, open, say } = await visit('label', { locale })
    await open('/analytics')
    await page.getByText(say('analytics.period.week'), { exact: true }).click()
    await page.waitForURL('**filter=2**')
    await page.getByText(say('analytics.period.custom'), { exact: true }).first().click()
    await page.getByRole('textbox', { name: say('analytics.period.from'), exact: true }).fill('1/11/26')
    await page.getByRole('textbox', { name: say('analytics.period.to'), exact: true }).fill('15-11-2026')
    await page.getByRole('button', { name: say('analytics.period.apply') }).click()
    await page.waitForURL('**filter=4**')
    expect(new URL(page.url()).searchParams.get('f')).toBe('2026-11-01')
    expect(new URL(page.url()).searchParams.get('t')).toBe('2026-11-15')
    await settled(page)
    await page.reload()
    await page.getByRole('heading', { name: say('analytics.sales.byDay') }).waitFor()
    // The days that are on are pressed to choose others.
    await page.getByRole('button', { name: /2026 – / }).click()
    await page.getByRole('button', { name: say('analytics.period.lastMonth') }).click()
    await page.waitForURL(/f=\d{4}-\d\d-01&t=/)
    // A whole month is called by its name.
    await page
      .getByRole('button', { name: locale === 'es' ? /^[a-z]+ de 20\d\d$/i : /^[A-Z][a-z]+ 20\d\d$/ })
      .waitFor()
    await page.getByRole('button', { name: say('analytics.period.reset') }).click()
    await page.waitForURL((url) => !url.search.includes('filter'))
    await page.getByRole('heading', { name: say('analytics.sales.byHour') }).waitFor()
  })

  test('a section that fails says why and can be tried again; the others stay', async () => {
    const { page, open, say, expected } = await visit('label', { locale })
    expected.push(/500/)
    await open('/dashboard')
    await page.route('**/api/analytics/portalSalesInfo**', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    )
    await page.getByRole('link', { name: say('shell.menu.analytics'), exact: true }).click()
    await page.getByText(say('analytics.failed.overview')).waitFor({ timeout: 20_000 })
    await page.getByRole('heading', { name: say('analytics.visits.byHour') }).waitFor()
    await page.unroute('**/api/analytics/portalSalesInfo**')
    await page.getByRole('button', { name: say('ui.retry') }).click()
    await page.getByRole('heading', { name: say('analytics.sales.byHour') }).waitFor()
  })

  test('without dates the sections show the server’s own words', async () => {
    const { page, open } = await visit('label', { locale })
    await open('/analytics?filter=4')
    await page.getByText('Date from and to are required').first().waitFor()
  })
})
