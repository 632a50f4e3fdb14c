import { describe, expect, test } from 'vitest'
import { visit } from './visit.ts'

describe.each(['es', 'en'] as const)('search (%s)', (locale) => {
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
})
