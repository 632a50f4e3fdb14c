import { describe, expect, test } from 'vitest'
import { overflow, settled } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const all = '&compare=true&compareTo=year&by=provinces&countries=%5B"ES","FR"%5D&categories=%5B"apparel"%5D'

describe.each(walkedIn('en'))('the toolbar of analytics (%s)', (locale) => {
  test('period, comparison and filters stand on one line, and so do the groups of pages', async () => {
    const { page, say, open } = await visit('label', { locale })
    await open(`/analytics/sales-by-location?filter=3${all}`)
    const bar = page.getByRole('group', { name: say('analytics.toolbar') })
    expect((await bar.boundingBox())?.height).toBeLessThan(44)
    expect(await overflow(page)).toBe(0)
    const nav = page.getByRole('navigation', { name: say('detail.tabs') })
    expect((await nav.boundingBox())?.height).toBeLessThan(90)
    // Of the thirteen pages those of the group that is open, and the other groups.
    expect(await nav.getByRole('link').count()).toBeLessThanOrEqual(12)
    await nav.getByRole('link', { name: say('detail.group.audience'), exact: true }).click()
    // The days go along, and what other pages do not know stays behind.
    await page.waitForURL(/\/analytics\/visits-detail\?filter=3&compare=true&compareTo=year$/)
    await nav.getByRole('link', { name: say('detail.traffic.tab'), exact: true }).click()
    await page.waitForURL(/\/analytics\/traffic-detail\?filter=3&compare=true&compareTo=year$/)
  })

  test('the month that the calendar shows is chosen as a whole', async () => {
    const { page, say, open } = await visit('label', { locale })
    await open('/analytics/net-sales?filter=4&f=2026-10-03&t=2026-10-09')
    const bar = page.getByRole('group', { name: say('analytics.toolbar') })
    await bar.getByRole('button', { name: /2026/ }).click()
    await page.getByRole('button', { name: say('ui.date.earlier') }).click()
    const month = locale === 'es' ? 'septiembre de 2026' : 'September 2026'
    await page.getByRole('button', { name: say('analytics.period.whole', { month }) }).click()
    await page.waitForURL(/f=2026-09-01&t=2026-09-30/)
  })

  test('on a phone they stand in one sheet, behind a button that counts the filters', async () => {
    const { page, say, open } = await visit('label', { locale, width: 360 })
    await open(`/analytics/sales-by-location?filter=3${all}`)
    const opener = page.getByRole('button', { name: say('analytics.sheet.title') })
    expect(await opener.innerText()).toMatch(new RegExp(`${say('analytics.period.month')}[^]*3$`))
    await opener.click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: say('analytics.period.week'), exact: true }).click()
    const label = `${say('detail.filter.categories')}: ${say('detail.category.apparel')}`
    await sheet.getByRole('button', { name: say('ui.removeFilter', { label }), exact: true }).click()
    await sheet.getByLabel(say('detail.filter.kind')).selectOption('categories')
    await sheet.getByRole('button', { name: say('detail.category.album'), exact: true }).click()
    // Nothing is asked before the sheet says so.
    expect(page.url()).toContain('filter=3')
    await sheet.getByRole('button', { name: say('analytics.sheet.show'), exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('filter') === '2' && url.search.includes('album'))
    expect(page.url()).not.toContain('apparel')
    await sheet.waitFor({ state: 'detached' })
    await settled(page)
    expect(await overflow(page)).toBe(0)
  })

  test('days of one’s own are chosen in the sheet too', async () => {
    const { page, say, open } = await visit('artist', { locale, width: 360 })
    await open('/analytics')
    await page.getByRole('button', { name: say('analytics.sheet.title') }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: say('analytics.period.custom'), exact: true }).click()
    await sheet.getByRole('textbox', { name: say('analytics.period.from'), exact: true }).fill('1/11/26')
    await sheet.getByRole('textbox', { name: say('analytics.period.to'), exact: true }).fill('15-11-2026')
    await sheet.getByRole('button', { name: say('analytics.sheet.show'), exact: true }).click()
    await page.waitForURL((url) => url.searchParams.get('f') === '2026-11-01')
    expect(new URL(page.url()).searchParams.get('t')).toBe('2026-11-15')
  })
})
