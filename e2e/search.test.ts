import { describe, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('search (%s)', (locale) => {
  test('Ctrl K, a word with a slip in it, Enter: the page is open; it is there again next time', async () => {
    const { page, say, open, path } = await visit('staff', { locale })
    await open('/analytics')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: say('search.label') })
    await field.fill('clara vantisca')
    const portal = page
      .getByRole('group', { name: say('search.groups.portal') })
      .getByRole('option', { name: /Clara Ventisca/ })
    await portal.waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Clara Ventisca' }).waitFor()
    expect(path()).toMatch(/^\/portals\/[\w-]{36}$/)

    await page.keyboard.press('Control+k')
    await page
      .getByRole('group', { name: say('search.groups.recent') })
      .getByRole('option', { name: /Clara Ventisca/ })
      .waitFor()
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  })

  test('arrows choose, actions are done, and what is not there is said', async () => {
    const { page, say, open, path } = await visit('artist', { locale })
    await open('/dashboard/links')
    await page.getByRole('button', { name: say('search.placeholder') }).click()
    const field = page.getByRole('combobox', { name: say('search.label') })
    await field.fill('zzzz')
    await page.getByText(say('search.none', { q: 'zzzz' })).waitFor()
    await field.fill(say('search.actions.newLink').slice(0, 9))
    const action = page.getByRole('option', { name: say('search.actions.newLink') })
    await action.waitFor()
    for (let step = 0; step < 20 && (await action.getAttribute('aria-selected')) !== 'true'; step++)
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: say('links.form.newTitle') }).waitFor()
    expect(path()).toBe('/dashboard/links/new')
  })

  test('what a page holds leads to it, and answers come below what was there', async () => {
    const { page, say, open, path } = await visit('artist', { locale })
    await open('/dashboard')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: say('search.label') })
    const first = () => page.getByRole('option').first()
    await field.fill('IBAN')
    await page.getByRole('option', { name: say('search.settings.iban') }).waitFor()
    await field.fill(say('search.settings.bills').toLowerCase())
    const bills = page.getByRole('option', { name: say('search.settings.bills'), exact: true })
    await bills.waitFor()
    expect(await first().textContent()).toContain(say('search.settings.bills'))
    await field.fill('iban')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: say('billing.information.title') }).waitFor()
    expect(path()).toBe('/billing/information')
  })

  test('whoever may not open a page is not led to it', async () => {
    const { page, say, open } = await visit('lector', { locale })
    await open('/stocks')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: say('search.label') }).fill('shopify')
    await page.getByText(say('search.none', { q: 'shopify' })).waitFor()
  })
})

test.each([
  ['super', 'es'],
  ['super', 'en'],
  ['label', 'es'],
  ['label', 'en'],
] as const)('pages are called as the menu calls them (%s, %s)', async (who, locale) => {
  const { page, open } = await visit(who, { locale })
  await open('/account')
  const entries = await page
    .locator('nav a[href]')
    .evaluateAll((links) =>
      links.map((link) => [new URL((link as HTMLAnchorElement).href).pathname, link.textContent?.trim()]),
    )
  const menu = entries.filter(([path]) =>
    /^(\/en)?\/(dashboard|analytics|staffs|portals|events|products|billing|users|communications|team|stocks)$/.test(
      path ?? '',
    ),
  )
  expect(menu.length).toBeGreaterThan(4)
  for (const [path, name] of menu) {
    await page.goto(path ?? '/')
    await settled(page)
    expect([path, await page.title()]).toEqual([path, `${name} · Backline`])
    // The first page of a portal is headed by the portal's own name.
    if (!path?.endsWith('/dashboard'))
      expect([path, (await page.getByRole('heading', { level: 1 }).textContent())?.trim()]).toEqual([
        path,
        name,
      ])
  }
})
