import { describe, expect, test } from 'vitest'
import { demoPassword } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { visit } from './visit.ts'

describe('another IBAN', () => {
  test('the card leads into the field, what is asked comes into view, and what follows stands there', async () => {
    const { page, say, open } = await visit('artist')
    await page.setViewportSize({ width: 1440, height: 720 })
    await open('/billing/information')
    await page.getByRole('button', { name: say('billing.information.sideVerb') }).click()
    const iban = page.getByLabel(say('billing.information.iban'), { exact: true })
    expect(await iban.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.insertText('ES9121000418450200051332')
    const password = page.getByLabel(say('billing.information.password'), { exact: true })
    await password.waitFor()
    const seen = async () => {
      const [field, bar] = await Promise.all([
        password.boundingBox(),
        page.locator('[data-save-bar]').boundingBox(),
      ])
      return field !== null && bar !== null && field.y > 0 && field.y + field.height <= bar.y
    }
    await expect.poll(seen).toBe(true)
    await password.fill(demoPassword)
    await page.getByRole('button', { name: say('billing.information.save') }).click()
    const held = page.getByText(/1332/).filter({ hasText: /hasta/ })
    await held.waitFor()
    await expect
      .poll(async () => {
        const box = await held.boundingBox()
        return box !== null && box.y > 0 && box.y + box.height < 640
      })
      .toBe(true)
    await open('/billing')
    await page.getByText(/Se ha cambiado el IBAN: los pagos esperan hasta/).waitFor()
  })
})

describe('the palette', () => {
  test('Enter before the answer is kept', async () => {
    const { page, say, open, path } = await visit('staff')
    await open('/analytics')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: say('search.label') }).waitFor()
    await page.keyboard.insertText('julia arrec')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Julia Arrecife' }).waitFor()
    expect(path()).toMatch(/^\/portals\//)
  })

  test.each([
    ['Añadir un enlace', 'links.form.newTitle'],
    ['iban', 'billing.information.title'],
  ] as const)('«%s» leads into the first field', async (typed, heading) => {
    const { page, say, open } = await visit('artist')
    await open('/dashboard')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: say('search.label') }).fill(typed)
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: say(heading) }).waitFor()
    const at = () => page.evaluate(() => document.activeElement?.tagName)
    await expect.poll(at).toBe('INPUT')
    await settled(page)
    expect(await at()).toBe('INPUT')
  })
})

test('a new link leaves the focus at the title of what has come', async () => {
  const { page, say, open } = await visit('artist')
  await open('/dashboard/links/new')
  await page.getByRole('textbox', { name: say('links.form.title') }).fill('Entradas de fin de año')
  await page.getByRole('textbox', { name: say('links.form.url') }).fill('https://example.com/fin')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.endsWith('/new'))
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
})

test('roles say what they are, and beside them stands the way to a part of one', async () => {
  const { page, say, open } = await visit('artist')
  await open('/team')
  await page
    .getByRole('button', { name: say('team.invite') })
    .first()
    .click()
  const role = page.getByLabel(say('team.inviteForm.role'), { exact: true })
  await role.waitFor()
  expect(await role.locator('option').allTextContents()).toContain(
    `${say('roles.name.Editor')}: ${say('roles.about.Editor')}`,
  )
  await page.getByRole('button', { name: say('team.inviteForm.part') }).click()
  await page
    .getByRole('button', { name: say('team.member.onlyLabel', { area: say('roles.group.events') }) })
    .waitFor()
})

test('on a phone what waits comes first', async () => {
  const { page, say, open } = await visit('artist', { width: 360 })
  await open('/dashboard')
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  expect(headings[0]).toBe(say('dashboard.needs.title'))
  // However long a line is, its arrow stands where the others do.
  const arrows = page.locator('main ul').first().locator('a > svg')
  const places = await arrows.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().right)),
  )
  expect(places.length).toBeGreaterThan(1)
  expect(new Set(places).size).toBe(1)
})

test('leaving without saving is the quiet button', async () => {
  const { page, say, open } = await visit('artist')
  await open('/dashboard/links/new')
  await page.getByRole('textbox', { name: say('links.form.title') }).fill('A medias')
  await page.getByRole('link', { name: say('shell.menu.analytics'), exact: true }).click()
  const stay = page.getByRole('button', { name: say('ui.unsaved.stay') })
  await stay.waitFor()
  const colour = (name: string) =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).backgroundColor)
  const [strong, quiet] = [await colour(say('ui.unsaved.stay')), await colour(say('ui.unsaved.leave'))]
  expect(strong).not.toBe(quiet)
  await stay.click()
  expect(new URL(page.url()).pathname).toBe('/dashboard/links/new')
})

test('a button that does nothing looks so with the pointer on it too', async () => {
  const { page, say, open } = await visit('artist')
  await open('/billing/information')
  const save = page.getByRole('button', { name: say('billing.information.save') })
  const colour = () => save.evaluate((button) => getComputedStyle(button).backgroundColor)
  const before = await colour()
  await save.hover({ force: true })
  expect(await colour()).toBe(before)
})

test('a title that is cut while it is pasted says so', async () => {
  const { page, say, open } = await visit('artist')
  await open('/dashboard/links/new')
  const title = page.getByRole('textbox', { name: say('links.form.title') })
  await title.focus()
  await title.evaluate((field: HTMLInputElement) => {
    const data = new DataTransfer()
    data.setData('text/plain', 'x'.repeat(120))
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  })
  await title.fill('x'.repeat(80))
  await page.getByText(say('ui.room.cut', { max: '80' })).waitFor()
})
