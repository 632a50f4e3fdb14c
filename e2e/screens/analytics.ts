import { month, type Screen } from './screen.ts'

export const analyticsScreens: Screen[] = [
  { name: 'analytics-label', who: 'label', path: `/analytics?${month}` },
  { name: 'analytics-artist', who: 'artist', path: '/analytics?filter=3' },
  { name: 'analytics-staff', who: 'staff', path: '/analytics?filter=3' },
  { name: 'detail-net-sales', who: 'label', path: `/analytics/net-sales?${month}&compare=true` },
  { name: 'detail-orders-sold', who: 'label', path: `/analytics/orders-sold?${month}&compare=true` },
  { name: 'detail-albums-sold', who: 'label', path: `/analytics/albums-sold?${month}&compare=true` },
  { name: 'detail-income-detail', who: 'artist', path: `/analytics/income-detail?${month}&compare=true` },
  { name: 'detail-visits-detail', who: 'label', path: `/analytics/visits-detail?${month}&compare=true` },
  { name: 'detail-traffic-detail', who: 'artist', path: `/analytics/traffic-detail?${month}&compare=true` },
  { name: 'detail-sales-by-portal', who: 'staff', path: `/analytics/sales-by-portal?${month}&compare=true` },
  {
    name: 'detail-sales-by-product',
    who: 'label',
    path: `/analytics/sales-by-product?${month}&compare=true&categories=apparel&categories=album`,
  },
  {
    name: 'detail-sales-by-location',
    who: 'label',
    path: `/analytics/sales-by-location?${month}&compare=true&by=provinces`,
  },
  { name: 'detail-links', who: 'artist', path: `/analytics/traffic-detail?${month}&compare=true&by=link` },
  { name: 'funnel', who: 'label', path: `/analytics/funnel?${month}` },
  { name: 'where-to-play', who: 'label', path: '/analytics/where-to-play' },
  {
    name: 'detail-filters',
    who: 'label',
    path: `/analytics/net-sales?${month}`,
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('detail.filter.add') }).click()
      await page.getByLabel(say('detail.filter.kind')).selectOption('portals')
      await page.getByRole('button', { name: 'Hotel Levante' }).waitFor()
    },
  },
  {
    name: 'save-view',
    who: 'label',
    path: `/analytics/net-sales?${month}`,
    before: async ({ page, say }) => {
      await page.getByRole('button', { name: say('savedViews.save'), exact: true }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'saved-views', who: 'label', path: '/analytics/views' },
  {
    name: 'detail-world',
    who: 'staff',
    path: `/analytics/sales-by-location?${month}`,
    before: async ({ page }) => page.locator('figure svg[role=img]').waitFor(),
  },
  {
    name: 'detail-variants',
    who: 'label',
    path: `/analytics/sales-by-product?${month}`,
    before: async ({ page, say }) => {
      await page.locator('tbody button[aria-expanded=false]').first().click()
      await page.locator('tbody button[aria-expanded=true]').waitFor()
      await page.getByText(say('analytics.definition.title'), { exact: true }).click()
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  },
  {
    name: 'detail-range',
    who: 'artist',
    path: '/analytics/net-sales?filter=4&f=2026-01-01&t=2026-12-31&compare=true&compareTo=year',
    before: async ({ page, say }) => {
      // On the line the days that are chosen stand in the place of «other dates»; a phone has them in its sheet.
      const line = page
        .getByRole('group', { name: say('analytics.period.label') })
        .getByRole('button')
        .last()
      await line
        .or(page.getByRole('button', { name: say('analytics.sheet.title') }))
        .filter({ visible: true })
        .first()
        .click()
      await page.getByRole('textbox', { name: say('analytics.period.from'), exact: true }).waitFor()
    },
  },
]
