import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

// Nobody waits for a slow save before they type on, and a slip of the hand leads nowhere while something is not sent.

const linksOf = async ({ request }: BrowserContext) =>
  (await (await request.get(`/api/portal/${portals.ninoLobo.id}/links`)).json()).items
const firstLink = async (context: BrowserContext, title?: string) =>
  (await linksOf(context)).find((link: { title: { es: string } }) => !title || link.title.es === title)

/** Holds what the page writes until it is let go. */
async function hold(page: Page, method: string) {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/api/**', async (route) => {
    if (route.request().method() === method) await held
    await route.continue()
  })
  return letGo
}

describe.each(walkedIn('en'))('what is typed on (%s)', (locale) => {
  test('while a page is saved stays in it, and the cursor too', async () => {
    const { page, context, say, open } = await visit('artist', { locale })
    const link = await firstLink(context)
    await open(`/dashboard/links/${link.id}`)
    const url = page.getByLabel(say('links.form.url'))
    const letGo = await hold(page, 'PUT')
    const highlight = page.getByLabel(say('links.form.highlight'))
    await highlight.click()
    await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
    await url.press('End')
    await page.keyboard.type('?a')
    letGo()
    await page.getByText(say('links.form.saved')).waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.type('=1')
    expect(await url.inputValue()).toBe(`${link.url}?a=1`)
    await page.getByText(say('ui.unsaved.one')).waitFor()
    expect((await firstLink(context)).url).toBe(link.url)
    // Nobody else was there: nothing is said of another version.
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  test('is saved at once, too, while the page still loads what was saved before', async () => {
    const { page, context, say, open } = await visit('artist', { locale })
    const link = await firstLink(context)
    await open(`/dashboard/links/${link.id}`)
    await page.waitForLoadState('networkidle')
    const url = page.getByLabel(say('links.form.url'))
    const save = page.getByRole('button', { name: say('links.form.save'), exact: true })
    await url.fill('https://uno.example')
    const letGo = await hold(page, 'GET')
    await save.click()
    await page.getByText(say('links.form.saved')).waitFor()
    await url.fill('https://dos.example')
    await save.click()
    letGo()
    await expect.poll(async () => (await firstLink(context)).url).toBe('https://dos.example')
    await page.getByText(say('ui.unsaved.one')).waitFor({ state: 'detached' })
    expect([await url.inputValue(), await page.getByRole('alert').count()]).toEqual([
      'https://dos.example',
      0,
    ])
    await url.fill(link.url)
    await save.click()
    await expect.poll(async () => (await firstLink(context)).url).toBe(link.url)
  })

  test('while a new one is made is not taken at all', async () => {
    const { page, context, say, open } = await visit('artist', { locale })
    await open('/dashboard/links/new')
    const title = page.getByRole('textbox', { name: say('links.form.title') }).first()
    const url = page.getByLabel(say('links.form.url'))
    await title.fill('Mientras se crea')
    await url.fill('https://mientras.example/a')
    const letGo = await hold(page, 'POST')
    await url.press('Enter')
    await page.locator('form[aria-busy=true]').waitFor()
    await page.keyboard.type('bc')
    expect(await url.inputValue()).toBe('https://mientras.example/a')
    expect(await url.evaluate((field) => field === document.activeElement)).toBe(true)
    letGo()
    await page.waitForURL(/\/dashboard\/links(\?|$)/)
    const made = await firstLink(context, 'Mientras se crea')
    expect(made.url).toBe('https://mientras.example/a')
    await context.request.delete(`/api/portal/link/${made.id}`)
  })

  test('while a note is sent is the beginning of the next', async () => {
    const { page, say, open } = await visit('staff', { locale })
    await open('/users')
    await page.locator('main table a').first().click()
    const note = page.getByLabel(say('contacts.notes.label'))
    const letGo = await hold(page, 'POST')
    await note.fill('Llamó')
    await page.getByRole('button', { name: say('contacts.notes.add') }).click()
    await note.press('End')
    await page.keyboard.type(' otra vez')
    letGo()
    await page.getByText(say('contacts.notes.added'), { exact: true }).waitFor()
    expect(await note.inputValue()).toBe('Llamó otra vez')
    // It asks before it is lost, once.
    await page
      .getByRole('navigation')
      .getByRole('link', { name: say('shell.menu.analytics') })
      .click()
    await page.getByRole('button', { name: say('ui.unsaved.leave'), exact: true }).click()
    await page.waitForURL('**/analytics**')
  })

  test('in a dialog is not lost by going back', async () => {
    const { page, say, open } = await visit('orquesta', { locale })
    await open('/dashboard/links')
    await page.getByRole('link', { name: say('shell.menu.team') }).click()
    await page.waitForURL('**/team')
    await page
      .getByRole('button', { name: say('team.invite') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const address = dialog.getByRole('textbox').first()
    await address.fill('alguien@example.org')
    await page.goBack()
    await dialog.getByText(say('ui.dialog.typed')).waitFor()
    expect(new URL(page.url()).pathname).toMatch(/\/team$/)
    await dialog.getByRole('button', { name: say('ui.dialog.stay') }).click()
    expect(await address.inputValue()).toBe('alguien@example.org')
    await page.goBack()
    await dialog.getByRole('button', { name: say('ui.dialog.leave') }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.goBack()
    await page.waitForURL('**/dashboard/links')
  })
})

test('stock levels are saved twice before the page has loaded the first', async () => {
  const { page, context, say, open } = await visit('orquesta', { locale: 'es' })
  const portal = `/api/portal/${portals.orquestaPoniente.id}`
  const stock = async () => (await (await context.request.get(`${portal}/stocks`)).json()).items[0]
  const { id, incoming } = await stock()
  await open(`/stocks/${id}`)
  await page.waitForLoadState('networkidle')
  const field = page.getByLabel(say('stocks.column.incoming'))
  const save = page.getByRole('button', { name: say('stocks.levels.save') })
  await field.fill('71')
  const letGo = await hold(page, 'GET')
  await save.click()
  await page.getByText(say('stocks.levels.saved')).first().waitFor()
  await field.fill('72')
  await save.click()
  await expect.poll(async () => (await stock()).incoming).toBe(72)
  letGo()
  await page.waitForLoadState('networkidle')
  expect(await field.inputValue()).toBe('72')
  await field.fill(String(incoming))
  await save.click()
  await expect.poll(async () => (await stock()).incoming).toBe(incoming)
})

test('an event is shown or hidden twice before the list has loaded the first', async () => {
  const { page, say, open } = await visit('artist', { locale: 'es' })
  await open('/dashboard/events')
  await page.waitForLoadState('networkidle')
  const letGo = await hold(page, 'GET')
  const answers: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'PUT') answers.push(response.status())
  })
  for (const nth of [1, 2]) {
    await page.locator('tbody tr').first().getByRole('button').last().click()
    await page
      .getByRole('menuitem', { name: new RegExp(`^(${say('events.hide')}|${say('events.show')})$`) })
      .click()
    await expect.poll(() => answers.length).toBe(nth)
  }
  letGo()
  expect(answers).toEqual([200, 200])
})
