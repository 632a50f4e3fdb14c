import { describe, expect, test } from 'vitest'
import { people, portals } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('portals (%s)', (locale) => {
  test('staff see all, a label its own; search, filter and order live in the address', async () => {
    const staff = await visit('staff', { locale })
    await staff.open('/portals')
    // Other journeys make portals of their own.
    const all = await staff.page.locator('tbody tr').count()
    expect(all).toBeGreaterThanOrEqual(Object.keys(portals).length)

    const { page, open, say } = await visit('label', { locale })
    await open('/portals')
    const rows = page.locator('tbody tr')
    expect(await rows.count()).toBe(9)
    await page.getByRole('searchbox', { name: say('portals.search') }).fill('sal')
    await page.waitForURL('**q=sal**')
    await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
    expect(await rows.first().textContent()).toContain('Óxido y Sal')
    await page.goBack()
    await open('/portals?orderBy=-netCents')
    expect(await rows.first().textContent()).toContain('Clara Ventisca')
    await page.getByTitle(say('ui.sort.by', { column: say('portals.column.name') })).click()
    await page.waitForURL('**orderBy=name**')
    await settled(page)
    expect(await rows.first().textContent()).toContain('Bajamar Discos')
  })

  test('no result says so and takes the filters off', async () => {
    const { page, open, say } = await visit('label', { locale })
    await open('/portals?q=zzz')
    await page.getByText(say('portals.noResults.title', { q: 'zzz' })).waitFor()
    await page.getByRole('button', { name: say('ui.clearFilters') }).click()
    await page.locator('tbody tr').first().waitFor()
  })

  test('a portal leads to its overview with its team', async () => {
    const { page, open, say, path } = await visit('label', { locale })
    await open('/portals')
    await page.getByRole('link', { name: 'Clara Ventisca' }).click()
    await page.getByRole('heading', { name: 'Clara Ventisca' }).first().waitFor()
    expect(path()).toBe(`/portals/${portals.claraVentisca.id}`)
    await page.getByText(people.editor.name).waitFor()
    await page.getByText(say('portals.one.inherited')).first().waitFor()
  })

  test('a list that cannot be loaded says so and can be tried again', async () => {
    const { page, open, say, expected } = await visit('label', { locale })
    expected.push(/50[03]/)
    await open('/dashboard')
    await page.route('**/api/portals**', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('link', { name: say('shell.menu.portals') }).click()
    await page.getByText(say('portals.loadFailed')).waitFor({ timeout: 20_000 })
    await page.unroute('**/api/portals**')
    await page.getByRole('button', { name: say('ui.retry') }).click()
    await page.locator('tbody tr').first().waitFor()
  })
})
