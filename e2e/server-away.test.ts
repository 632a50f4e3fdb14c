import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { visit } from './visit.ts'

// A server that is started anew is away for some seconds, and the browser has its line all the time. Nothing that was typed goes
// with it, and the page goes on by itself.

const firstLink = async ({ request }: BrowserContext) =>
  (await (await request.get(`/api/portal/${portals.ninoLobo.id}/links`)).json()).items[0]

/** Somebody at the form of a link with something typed, and a server that can be taken away. */
async function typing() {
  const visitor = await visit('artist')
  const { page, context, say, open, expected } = visitor
  expected.push(/ERR_CONNECTION_REFUSED|Failed to load/)
  let away = false
  await context.route('**/*', (route) => (away ? route.abort('connectionrefused') : route.fallback()))
  const link = await firstLink(context)
  await open(`/dashboard/links/${link.id}`)
  await settled(page)
  const url = page.getByLabel(say('links.form.url'))
  await url.fill('https://escrito.example')
  return {
    ...visitor,
    link,
    url,
    is: (now: 'away' | 'back') => {
      away = now === 'away'
    },
  }
}

test('the question before leaving and the search are waited for, and take nothing that was typed', async () => {
  const { page, say, url, is } = await typing()
  is('away')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell.menu.billing') })
    .click()
  await page.getByText(say('ui.away.server')).waitFor()
  await url.fill('https://sigue.example')
  is('back')
  await page.getByRole('button', { name: say('ui.unsaved.stay') }).click()
  await page.getByText(say('ui.away.server')).waitFor({ state: 'detached' })
  is('away')
  await page.keyboard.press('Control+k')
  await page.getByText(say('ui.away.server')).waitFor()
  is('back')
  await page.getByRole('combobox', { name: say('search.label') }).waitFor()
  // With its styles: it stands over the page.
  const box = await page.getByRole('dialog').boundingBox()
  expect(box?.width).toBeLessThan(900)
  expect(await url.inputValue()).toBe('https://sigue.example')
})

test('the next page is waited for', async () => {
  const { page, say, is, url } = await typing()
  await page.getByRole('button', { name: say('ui.discard') }).click()
  await expect.poll(() => url.inputValue()).not.toContain('escrito')
  is('away')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: say('shell.menu.analytics') })
    .click()
  await page.getByText(say('ui.away.server')).waitFor()
  is('back')
  await page.waitForURL('**/analytics')
  await page.getByRole('main').getByText(say('analytics.measure.netCents')).first().waitFor()
})

test('a part of an older build comes with the page anew, and what was typed comes along', async () => {
  const { page, context, say, url, expected } = await typing()
  expected.push(/404/)
  await context.route('**/assets/**/palette-*', (route) => route.fulfill({ status: 404 }), { times: 1 })
  await page.keyboard.press('Control+k')
  await page.getByText(say('ui.kept.back')).waitFor()
  expect(await url.inputValue()).toBe('https://escrito.example')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: say('search.label') }).waitFor()
})

test('a page that cannot be loaded anew after it was saved stays, and what is typed on is saved from there', async () => {
  const { page, context, say, url, is, link } = await typing()
  await page.route(
    '**/api/**/link/*',
    async (route) => {
      const answer = await route.fetch()
      is('away')
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  const save = page.getByRole('button', { name: say('links.form.save'), exact: true })
  await save.click()
  await page.getByText(say('links.form.saved')).waitFor()
  await url.fill('https://despues.example')
  await page.getByText(say('ui.away.server')).waitFor()
  expect(await url.inputValue()).toBe('https://despues.example')
  is('back')
  await page.getByText(say('ui.away.server')).waitFor({ state: 'detached' })
  await save.click()
  await expect.poll(async () => (await firstLink(context)).url).toBe('https://despues.example')
  await context.request.put(`/api/portal/${portals.ninoLobo.id}/link/${link.id}`, {
    data: { title: link.title, url: link.url, visible: link.visible, highlight: link.highlight },
  })
})

test('a list that was not answered is asked for again by itself', async () => {
  const { page, context, say, open, expected } = await visit('staff')
  expected.push(/ERR_CONNECTION_REFUSED|Failed to load/)
  let away = false
  await context.route('**/api/**', (route) => (away ? route.abort('connectionrefused') : route.fallback()))
  await open('/products')
  await settled(page)
  away = true
  await page.locator('main input[name=q]').fill('zz-nadie')
  await page.getByText(say('ui.errorHelp')).waitFor()
  await page.getByText(say('ui.away.server')).waitFor()
  away = false
  await page.getByText(say('ui.errorHelp')).waitFor({ state: 'detached' })
  expect(new URL(page.url()).search).toContain('zz-nadie')
})
