import { describe, expect, test } from 'vitest'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const october = 'filter=4&f=2026-10-01&t=2026-10-31'

describe.each(walkedIn('es'))('tables (%s)', (locale) => {
  test('a row is opened from anywhere on it, and by nothing that is meant for something else', async () => {
    const { page, open, path } = await visit('super', { locale })
    await open('/products?q=CLARA-LP1')
    const row = page.locator('main tbody tr').first()
    await row.getByRole('checkbox').check()
    expect(path()).toBe('/products')
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      row.getByText('CLARA-LP1').click({ modifiers: ['ControlOrMeta'] }),
    ])
    await tab.waitForURL(/\/products\/[0-9a-f-]{36}\//)
    await tab.close()
    expect(path()).toBe('/products')
    await row.getByText('CLARA-LP1').click()
    await page.waitForURL(/\/products\/[0-9a-f-]{36}\//)
  })

  test('one that is too wide moves within its frame, under its names', async () => {
    const { page, open } = await visit('super', { locale })
    await page.setViewportSize({ width: 900, height: 900 })
    // Whoever chose the columns gets them, however little room there is.
    await open('/products/orders?columns=portal,placedAt,source,place,state,units,gross,refunds,net')
    const frame = page.locator('main div:has(> table)')
    await expect.poll(() => frame.getAttribute('data-after')).toBe('')
    const name = page.locator('main tbody tr td[data-phone=main]').first()
    const before = await name.boundingBox()
    await frame.evaluate((element) => element.scrollTo({ left: 10_000 }))
    await expect.poll(() => frame.getAttribute('data-before')).toBe('')
    expect(await frame.getAttribute('data-after')).toBeNull()
    const [after, box] = [await name.boundingBox(), await frame.boundingBox()]
    // However far it was moved, the names do not leave the frame.
    expect(Math.round((after?.x ?? 0) - (box?.x ?? 0))).toBeGreaterThanOrEqual(0)
    expect(after?.x).toBeLessThanOrEqual(before?.x ?? 0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })

  test('none of the analytics is cut on a desk, whatever is compared', async () => {
    const { page, open, say } = await visit('staff', { locale })
    const pages = ['net-sales', 'orders-sold', 'albums-sold', 'income-detail', 'sales-by-portal']
    for (const name of [
      ...pages,
      'sales-by-product',
      'sales-by-location',
      'visits-detail',
      'traffic-detail',
    ]) {
      await open(`/analytics/${name}?${october}&compare=true`)
      const frame = page.locator('main div:has(> table)').last()
      expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth), name).toBeLessThanOrEqual(1)
    }
    // What there was no room for is there to be chosen.
    await open(`/analytics/sales-by-portal?${october}&compare=true`)
    await page.locator('summary', { hasText: say('ui.columns') }).click()
    await page.getByLabel(say('analytics.measure.grossCents'), { exact: true }).check()
    await page.locator('main th', { hasText: say('analytics.measure.grossCents') }).waitFor()
  })

  test('headings and sums stay in sight while the page moves', async () => {
    const { page, open, say } = await visit('label', { locale })
    await open(`/analytics/net-sales?${october}`)
    const frame = page.locator('main div:has(> table)').last()
    await expect.poll(() => frame.getAttribute('data-fits')).toBe('')
    await page.locator('main tbody tr').last().scrollIntoViewIfNeeded()
    const top = (await page.locator('header').first().boundingBox())?.height ?? 0
    const heading = await frame.locator('th').first().boundingBox()
    const total = await frame.locator('tr[data-total] td').first().boundingBox()
    expect(Math.round(heading?.y ?? 0)).toBe(Math.round(top))
    expect(Math.round(total?.y ?? 0)).toBe(Math.round(top + (heading?.height ?? 0)))
    expect(await frame.locator('tr[data-total]').innerText()).toContain(say('detail.total'))
  })

  test('columns are chosen in the address, closer rows in the browser', async () => {
    const { page, open, say } = await visit('staff', { locale })
    await open('/portals')
    await page.locator('summary', { hasText: say('ui.columns') }).click()
    await page.getByLabel(say('portals.column.domain')).uncheck()
    await page.waitForURL(/columns=/)
    await expect
      .poll(() => page.locator('main th', { hasText: say('portals.column.domain') }).count())
      .toBe(0)
    const row = page.locator('main tbody tr').first()
    const apart = (await row.boundingBox())?.height ?? 0
    await page.getByLabel(say('ui.denseRows')).check()
    const height = async () => (await row.boundingBox())?.height ?? 0
    await expect.poll(height).toBeLessThan(apart - 5)
    const close = await height()
    await page.reload()
    await page.locator('summary', { hasText: say('ui.columns') }).waitFor()
    expect((await page.locator('main tbody tr').first().boundingBox())?.height).toBeCloseTo(close, 0)
  })
})

test('portals are chosen for a file and for a person who is let in', async () => {
  const { page, open, say } = await visit('label')
  await open('/portals')
  await page.getByLabel(say('portals.list.pickAll')).check()
  const bar = page.getByRole('region', { name: say('portals.list.label') })
  await page.getByLabel(say('portals.list.pick', { name: 'Clara Ventisca' })).uncheck()
  await bar.getByText(say('portals.list.count', { count: 8 })).waitFor()
  const saved = page.waitForEvent('download')
  await bar.getByRole('button', { name: say('portals.list.exportChosen') }).click()
  expect((await saved).suggestedFilename()).toMatch(/^portales.*\.xlsx$/)
  await bar.getByRole('button', { name: say('portals.list.access') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.getByLabel('Hotel Levante').isChecked()).toBe(true)
  expect(await dialog.getByLabel('Clara Ventisca').isChecked()).toBe(false)
})

test('figures, best-sellers and rows lead to where they are told in full, of the same days', async () => {
  const { page, open, say } = await visit('label')
  await open(`/analytics?${october}`)
  await page.getByRole('link', { name: say('analytics.measure.refundsCents') }).click()
  await page.waitForURL(/net-sales\?.*f=2026-10-01&t=2026-10-31/)
  await page.goBack()
  await page.locator('main ol li img').first().waitFor()
  await page.locator('main ol').getByRole('link', { name: 'Vinilo «Salitre»' }).click()
  await page.waitForURL(/sales-by-product\?.*products=/)
  // The address is there before the page: the overview has links of the same name.
  await page.getByRole('heading', { level: 1, name: say('detail.byProduct.title') }).waitFor()
  await page.locator('main tbody').getByRole('link', { name: 'Vinilo «Salitre»' }).click()
  await page.waitForURL(/net-sales\?.*products=/)
  await page.getByRole('heading', { level: 1, name: say('detail.netSales.title') }).waitFor()
  await page.locator('main tbody tr').filter({ hasText: '30 oct 2026' }).locator('td').nth(2).click()
  await page.waitForURL(/sales-by-product\?.*f=2026-10-30&t=2026-10-30/)
  expect(page.url()).toContain('products=')
})
