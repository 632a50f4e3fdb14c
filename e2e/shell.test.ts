import { describe, expect, test } from 'vitest'
import { people } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { visit } from './visit.ts'
import { say as words } from './words.ts'

const scheme = (page: Awaited<ReturnType<typeof visit>>['page']) =>
  page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme'))

test('the language switch keeps the page and its filters, and is remembered', async () => {
  const { page, context, open } = await visit('label')
  await open('/portals?q=cla')
  await page.getByTitle(words('es', 'shell.language.switchTo')).click()
  await page.waitForURL('**/en/portals?q=cla')
  await settled(page)
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect((await context.cookies()).find((cookie) => cookie.name === 'locale')?.value).toBe('en')
  await page.getByTitle(words('en', 'shell.language.switchTo')).click()
  await page.waitForURL((url) => url.pathname === '/portals')
  expect(await page.locator('html').getAttribute('lang')).toBe('es')
})

test('only / without a cookie asks the browser for its language; deep links keep theirs', async () => {
  const { page, context, open } = await visit(undefined, { locale: 'en' })
  await page.goto('/')
  expect(new URL(page.url()).pathname).toBe('/en/login')
  await context.clearCookies()
  await page.goto('/login')
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await open('/login')).toBe(200)
})

test('dark from 19:00 to 06:59 by the clock, until somebody chooses', async () => {
  const { page, context } = await visit(undefined)
  const clocks = [
    ['06:59', 'dark'],
    ['07:00', 'light'],
    ['18:59', 'light'],
    ['19:00', 'dark'],
  ] as const
  for (const [time, mode] of clocks) {
    const tab = await context.newPage()
    await tab.addInitScript(() => localStorage.removeItem('color-scheme'))
    await tab.clock.setFixedTime(new Date(`2026-11-20T${time}:00+01:00`))
    await tab.goto('/login')
    expect([time, await scheme(tab)]).toEqual([time, mode])
    await tab.close()
  }
  await page.goto('/login')
  expect(await scheme(page)).toBe('light')
})

test('the manual choice of light or dark is remembered', async () => {
  const { page, open, say } = await visit('label')
  await open('/portals')
  await page.getByRole('button', { name: say('shell.mode.toDark') }).click()
  expect(await scheme(page)).toBe('dark')
  const stored = await page.evaluate(() => localStorage.getItem('color-scheme'))
  expect(stored).toBe('dark')
})

test('who comes back in the dark is offered the light', async () => {
  const { page, open, say } = await visit('label', { scheme: 'dark' })
  await open('/portals')
  await page.getByRole('button', { name: say('shell.mode.toLight') }).click()
  await page.getByRole('button', { name: say('shell.mode.toDark') }).waitFor()
  expect(await scheme(page)).toBe('light')
})

describe('on a phone', () => {
  test('the menu is a drawer that gives the focus back', async () => {
    const { page, open, say, path } = await visit('label', { width: 360 })
    await open('/dashboard')
    const opener = page.getByRole('button', { name: say('shell.menu.open') })
    await opener.click()
    const close = page.getByRole('button', { name: say('shell.menu.close') })
    await close.waitFor()
    await page.waitForFunction(
      (name) => document.activeElement?.getAttribute('aria-label') === name,
      say('shell.menu.close'),
    )
    await page.keyboard.press('Escape')
    await close.waitFor({ state: 'hidden' })
    await page.waitForFunction(
      (name) => document.activeElement?.getAttribute('aria-label') === name,
      say('shell.menu.open'),
    )
    await opener.click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: say('shell.menu.portals') })
      .click()
    await page.waitForURL('**/portals')
    expect(path()).toBe('/portals')
  })

  test('language and mode are in the person menu', async () => {
    const { page, open, say } = await visit('artist', { width: 360 })
    await open('/dashboard')
    await page.getByRole('button', { name: say('shell.person.menu', { name: people.artist.name }) }).click()
    await page.getByRole('menuitem', { name: say('shell.language.other') }).waitFor()
    await page.getByRole('menuitem', { name: say('shell.mode.toDark') }).click()
    expect(await scheme(page)).toBe('dark')
  })
})

test('the collapsed menu stays collapsed', async () => {
  const { page, open, say } = await visit('label')
  await open('/portals')
  await page.getByRole('button', { name: say('shell.menu.collapse') }).click()
  await page.reload()
  await page.getByRole('button', { name: say('shell.menu.expand') }).waitFor()
})

test('an alert that was closed is not written into the next pages', async () => {
  const { page, say, open } = await visit('artist', { locale: 'es' })
  await open('/analytics')
  await page.getByRole('button', { name: say('alerts.close') }).click()
  // A page whose server wrote what its browser does not want fails to come alive, which fails the journey.
  expect(await open('/dashboard/links')).toBe(200)
  expect(await page.getByRole('button', { name: say('alerts.close') }).count()).toBe(0)
  const written = await (await page.request.get('/dashboard/links')).text()
  expect(written).not.toContain(say('alerts.close'))
})
