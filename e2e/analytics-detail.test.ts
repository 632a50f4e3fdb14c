import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { daysOfNamed } from '#features/analytics/pages/named-periods.ts'
import { settled } from './browser.ts'
import { madridDay, nextYear } from './days.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

// The demo world ends today: the last 30 days have sales.
const address = '/analytics/sales-by-product?filter=3'

describe.each(walkedIn('en'))('analytics in detail (%s)', (locale) => {
  test('the table is sorted, filtered, opened and downloaded, and the address says so', async () => {
    const { page, say, open } = await visit('label', { locale })
    await open(address)
    const rows = page.locator('tbody tr')
    // A share has its largest first and no order of its own: its heading is no button.
    const share = page.getByRole('columnheader', { name: say('detail.column.share') })
    await share.waitFor()
    expect(await share.getByRole('button').count()).toBe(0)
    await page.getByRole('button', { name: say('analytics.measure.units'), exact: true }).click()
    await page.waitForURL(/orderBy=-units/)
    await settled(page)

    await page.getByRole('button', { name: say('detail.filter.add') }).click()
    await page.getByLabel(say('detail.filter.kind')).selectOption('categories')
    await page.getByRole('button', { name: say('detail.category.apparel'), exact: true }).click()
    await page.waitForURL(/categories=/)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: new RegExp(say('detail.category.apparel')) }).waitFor()
    await settled(page)

    const opener = page.locator('tbody button[aria-expanded=false]').first()
    const before = await rows.count()
    await opener.click()
    await page.locator('tbody button[aria-expanded=true]').waitFor()
    expect(await rows.count()).toBeGreaterThan(before)

    await page.getByText(say('ui.columns'), { exact: true }).click()
    await page.getByLabel(say('detail.column.sku')).click()
    await page.waitForURL(/columns=/)
    expect(await page.getByRole('columnheader', { name: say('detail.column.sku') }).count()).toBe(0)

    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV' }).click()
    const file = readFileSync((await (await waiting).path()) ?? '', 'utf8')
    expect(file).toContain(say('analytics.measure.units'))
    expect(file).toContain(say('detail.category.apparel'))
    expect(file.split('\n')[0]).not.toContain(say('detail.column.sku'))

    const label = `${say('detail.filter.categories')}: ${say('detail.category.apparel')}`
    await page.getByRole('button', { name: say('ui.removeFilter', { label }), exact: true }).click()
    await page.waitForURL((url) => !url.search.includes('categories'))
  })

  test('a view is saved, opened again with its filters, and deleted', async () => {
    const { page, say, open } = await visit('label', { locale })
    const name = `Francia ${locale}`
    const { f, t } = daysOfNamed('lastMonth', madridDay())
    await open(`/analytics/sales-by-location?filter=4&f=${f}&t=${t}&by=provinces`)
    await page.getByRole('button', { name: say('savedViews.save') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('savedViews.name')).fill(name)
    const period = say('analytics.period.lastMonth')
    expect(await dialog.getByLabel(say('savedViews.moves', { period })).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: say('savedViews.keep'), exact: true }).click()
    await page.getByText(say('savedViews.saved', { name })).first().waitFor()
    // It stands among the tabs at once, on every page of analytics.
    const tab = page
      .getByRole('navigation', { name: say('detail.tabs') })
      .getByRole('link', { name, exact: true })
    await tab.waitFor()
    await open('/analytics/orders-sold')
    await tab.click()
    await page.waitForURL(/sales-by-location.*by=provinces/)
    await page.locator('nav a[aria-current=page]', { hasText: name }).waitFor()
    await open('/analytics/views')
    const row = page.getByRole('table').getByRole('link', { name, exact: true })
    await row.click()
    await page.waitForURL(/by=provinces/)
    expect(new URL(page.url()).searchParams.get('f')).toBe(f)
    const opened = page.getByText(say('savedViews.opened', { name }))
    await opened.waitFor()
    const { items } = await (await page.request.get('/api/analytics/views')).json()
    expect(items.find((view: { name: string }) => view.name === name).query).toBe(
      'by=provinces&named=lastMonth',
    )
    await page.locator('figure svg[role=img]').waitFor()
    await page.getByRole('button', { name: say('analytics.period.reset') }).click()
    await opened.waitFor({ state: 'detached' })
    await open('/analytics/views')
    await page.getByRole('button', { name: say('savedViews.actsOf', { name }) }).click()
    await page.getByRole('menuitem', { name: say('savedViews.delete') }).click()
    await row.waitFor({ state: 'detached' })
    await tab.waitFor({ state: 'detached' })
  })
})

test('a map shows what it stands for, and its table says the same', async () => {
  const { page, open } = await visit('staff')
  await open('/analytics/sales-by-location?filter=3')
  await page.locator('figure svg[role=img]').waitFor()
  expect(await page.locator('svg path[data-tone]:not([data-tone="0"])').count()).toBeGreaterThan(0)
  expect(await page.locator('tbody tr').count()).toBeGreaterThan(1)
})

test('an answer that fails leaves the page standing, with a way to try again', async () => {
  const { page, say, open, expected } = await visit('label')
  expected.push(/500|Failed to load/)
  await open('/analytics/net-sales')
  await page.route('**/api/analytics/incomeDetailInfo**', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'x' } } }),
  )
  const tabs = page.getByRole('navigation', { name: say('detail.tabs') })
  await tabs.getByRole('link', { name: say('detail.income.tab'), exact: true }).click()
  await page.getByText(say('detail.failed')).waitFor()
  await page.unroute('**/api/analytics/incomeDetailInfo**')
  await page.getByRole('button', { name: say('ui.retry') }).click()
  await page.locator('tbody tr').first().waitFor()
})

test('the year’s goal is the same on the portal’s page and beside its net sales, and says of what', async () => {
  const { page, say, open } = await visit('label')
  const title = say('detail.objective.title', { year: nextYear - 1 })
  const goal = page.getByRole('main').locator('section').filter({ hasText: title })
  const told = async () => (await goal.innerText()).replace(/\s+/g, ' ')
  await open('/dashboard')
  const first = await told()
  expect(first).toContain(say('detail.objective.ofLabel', { portal: 'Bajamar Discos' }))
  await open('/analytics/net-sales')
  expect(await told()).toBe(first)
})

test('where nothing was sold, no places are counted beside the map', async () => {
  const { page, say, open } = await visit('label')
  await open('/analytics/sales-by-location?filter=4&f=2018-01-01&t=2018-01-01')
  await page.getByText(say('analytics.products.none')).waitFor()
  expect(await page.getByText(say('detail.firstOf', { shown: 0, total: 0 })).count()).toBe(0)
})
