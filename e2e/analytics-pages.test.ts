import { describe, expect, test } from 'vitest'
import type { PersonKey } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { madridDay } from './days.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

test('a page that is being loaded stays so while another tab is pointed at', async () => {
  const { page, say, open } = await visit('label')
  await open('/analytics/net-sales?filter=3')
  await page.route('**/api/analytics/netSalesDetailInfo**', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    await route.continue()
  })
  const tabs = page.getByRole('navigation', { name: say('detail.tabs') })
  const orders = tabs.getByRole('link', { name: say('detail.ordersSold.tab'), exact: true })
  await orders.hover()
  await settled(page)
  await page.getByText(say('analytics.period.week'), { exact: true }).click()
  // Pointed at, the other page is loaded ahead.
  const ahead = page.waitForRequest('**/api/analytics/ordersSoldDetailInfo**')
  await orders.hover()
  await ahead
  await page.getByRole('heading', { name: say('detail.rows', { total: 7 }) }).waitFor()
  expect(await page.getByText(say('detail.failed')).count()).toBe(0)
})

describe.each(walkedIn('es'))('a chart (%s)', (locale) => {
  test('is walked by keyboard; today is not over, and what comes after has no figure', async () => {
    const { page, say, open } = await visit('label', { locale })
    await open(`/analytics/orders-sold?filter=4&f=${madridDay(-9)}&t=${madridDay(5)}&compare=true`)
    const chart = page.getByRole('group', { name: say('analytics.measure.orders') })
    const said = page.locator('figure [aria-live]').first()
    await chart.focus()
    await page.keyboard.press('End')
    await expect.poll(() => said.textContent()).toContain(`${say('analytics.now')}: –`)
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowLeft')
    await expect.poll(() => said.textContent()).toContain(say('ui.chart.partial'))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => said.textContent()).not.toContain(say('ui.chart.partial'))
    await page.getByLabel(say('detail.compare.label'), { exact: true }).selectOption('year')
    await page.waitForURL(/compareTo=year/)
    await page
      .locator('figure li', { hasText: say('detail.compare.year') })
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: say('ui.chart.showTable') })
      .first()
      .click()
    expect(await page.locator('figure table tbody tr').count()).toBe(15)
  })
})

test('filters are chosen by keyboard, and the focus comes back', async () => {
  const { page, say, open } = await visit('staff')
  await open('/analytics/sales-by-product?filter=3')
  const opener = page.getByRole('button', { name: say('detail.filter.add'), exact: true })
  const kind = page.getByLabel(say('detail.filter.kind'))
  await opener.focus()
  await page.keyboard.press('Enter')
  // What opens takes the focus as soon as it is there.
  await expect.poll(() => kind.evaluate((select) => select === document.activeElement)).toBe(true)
  await kind.selectOption('labels')
  await page.getByLabel(say('detail.filter.search')).fill('baja')
  const choice = page.getByRole('list', { name: say('detail.filter.labels') }).getByRole('button')
  await expect.poll(() => choice.allTextContents()).toEqual(['Bajamar Discos'])
  await kind.focus()
  await page.keyboard.press('Escape')
  await kind.waitFor({ state: 'detached' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await kind.selectOption('labels')
  await choice.first().press('Enter')
  await page.waitForURL(/labels=/)
  await settled(page)
  const label = `${say('detail.filter.labels')}: Bajamar Discos`
  await page.getByRole('button', { name: say('ui.removeFilter', { label }), exact: true }).waitFor()
})

test('two filters that are chosen while the first is being asked for both count, and go together', async () => {
  const { page, say, open } = await visit('staff')
  await open('/analytics/income-detail?filter=3')
  await page.getByRole('button', { name: say('detail.filter.add'), exact: true }).click()
  await page.getByLabel(say('detail.filter.kind')).selectOption('categories')
  const choices = page.getByRole('list', { name: say('detail.filter.categories') }).getByRole('button')
  // Both in one go, before anything has been answered.
  await choices.evaluateAll((buttons) => {
    for (const button of buttons.slice(0, 2)) (button as HTMLElement).click()
  })
  await page.waitForURL((url) => url.search.includes('album') && url.search.includes('apparel'))
  await page.getByRole('button', { name: say('ui.clearFilters') }).click()
  await page.waitForURL((url) => !url.search.includes('categories') && url.search.includes('filter=3'))
})

test('the first places are those that sold most, however the table is sorted', async () => {
  const { page, open } = await visit('label')
  await open('/analytics/sales-by-location?filter=3&by=provinces&orderBy=name')
  await page.locator('figure svg[role=img]').waitFor()
  const figures = await page.locator('main ol li > b').allInnerTexts()
  const cents = figures.map((text) => Number(text.replace(/\D/g, '')))
  expect(cents.length).toBeGreaterThan(5)
  expect(cents).toEqual(cents.toSorted((a, b) => b - a))
})

describe.each<PersonKey>(['label', 'artist', 'staff'])('%s', (who) => {
  test('opens the way from click to sale and where to play, where nothing is compared', async () => {
    const { page, say, open } = await visit(who)
    for (const [path, title] of [
      ['funnel', 'detail.funnel.title'],
      ['where-to-play', 'detail.play.title'],
    ] as const) {
      await open(`/analytics/${path}?filter=3`)
      await page.getByRole('heading', { level: 1, name: say(title) }).waitFor()
      await page.locator('tbody tr').first().waitFor()
      expect(await page.getByText(say('detail.compare.label'), { exact: true }).count()).toBe(0)
    }
  })
})

test('on paper: white, without what is pressed, with every column', async () => {
  const { page, say, open } = await visit('label', { scheme: 'dark' })
  await open('/analytics/net-sales?filter=3&compare=true&countries=%5B"ES"%5D')
  await settled(page)
  const columns = await page.getByRole('columnheader').count()
  await page.emulateMedia({ media: 'print' })
  // The width of a sheet is that of a phone's table on the screen.
  await page.setViewportSize({ width: 703, height: 1000 })
  expect(await page.getByRole('columnheader').count()).toBe(columns)
  // Less motion still is a transition: the first look may see its beginning.
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.body).backgroundColor))
    .toBe('rgb(255, 255, 255)')
  for (const hidden of [
    page.getByRole('navigation', { name: say('shell.menu.label') }),
    page.getByRole('navigation', { name: say('detail.tabs') }),
    page.getByRole('link', { name: 'CSV' }),
    page.getByRole('button', { name: say('ui.chart.showTable') }),
    page.locator('header button').first(),
  ])
    expect(await hidden.isVisible()).toBe(false)
  await page.getByText(`${say('detail.filter.countries')}:`).waitFor()
})

test('where to play stands on a year until other days are chosen, and says so', async () => {
  const { page, say, open } = await visit('label')
  await open('/analytics/net-sales?filter=3')
  const nav = page.getByRole('navigation', { name: say('detail.tabs') })
  await nav.getByRole('link', { name: say('detail.group.audience'), exact: true }).click()
  await nav.getByRole('link', { name: say('detail.play.tab'), exact: true }).click()
  await page.waitForURL(/\/analytics\/where-to-play$/)
  await page.getByRole('button', { name: / – /, pressed: true }).waitFor()
  expect(await page.getByRole('button', { name: say('analytics.period.reset') }).count()).toBe(0)
  await page.getByRole('button', { name: say('analytics.period.day'), exact: true }).click()
  // Yesterday by its date, for no days at all mean the year here.
  await page.waitForURL(/filter=4&f=(\d{4}-\d\d-\d\d)&t=\1$/)
  await page.getByRole('button', { name: say('analytics.period.reset') }).click()
  await page.waitForURL(/\/analytics\/where-to-play$/)
})

test('how many buyers come back stands beside the orders', async () => {
  const { page, say, open } = await visit('label')
  await open('/analytics/orders-sold?filter=3')
  const frame = page.locator('section', {
    has: page.getByRole('heading', { name: say('detail.buyers.title') }),
  })
  await frame.waitFor()
  expect(await frame.innerText()).toMatch(/\d/)
})
