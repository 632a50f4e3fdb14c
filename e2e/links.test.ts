import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { settled, type Visitor } from './browser.ts'
import { pressUntil, visit } from './visit.ts'
import { walkedIn } from './words.ts'

const rowOf = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title })
const titleField = (page: Page, say: Visitor['say']) =>
  page.getByRole('textbox', { name: say('links.form.title'), exact: true })
const titles = (page: Page) => page.locator('tbody tr a').allTextContents()

async function addLink({ page, say, open }: Visitor, title: string, url: string) {
  await open('/dashboard/links')
  await page.getByRole('link', { name: say('links.new') }).click()
  await titleField(page, say).fill(title)
  await page.getByLabel(say('links.form.url')).fill(url)
  await page.getByRole('button', { name: say('links.form.saveNew') }).click()
  await page.getByText(say('links.form.created')).waitFor()
  await rowOf(page, title).waitFor()
}

describe.each(walkedIn('es'))('links (%s)', (locale) => {
  test('a link is added, changed, hidden and deleted', async () => {
    const visitor = await visit('orquesta', { locale })
    const { page, say, open, expected } = visitor
    // The page behind the link is not there: its preview says so, and the link is saved all the same.
    expected.push(/422/)
    const title = `Gira de invierno ${locale}`
    await addLink(visitor, title, 'https://entradas.orquestaponiente.invalid/invierno')
    expect((await titles(page)).at(-1)).toBe(title)

    await page.getByRole('link', { name: title }).click()
    await titleField(page, say).fill(`${title} 2027`)
    await page.getByText(say('ui.unsaved.one')).waitFor()
    await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
    await page.getByText(say('links.form.saved')).waitFor()

    await open('/dashboard/links')
    const menu = page.getByRole('button', { name: say('links.actions', { title: `${title} 2027` }) })
    await menu.click()
    await page.getByRole('menuitem', { name: say('links.hide') }).click()
    await rowOf(page, title).getByText(say('links.state.hidden')).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: say('links.delete') }).click()
    await page.getByText(say('links.deleted')).waitFor()
    await rowOf(page, title).waitFor({ state: 'detached' })
    // Gone at once, and back by one press while the toast stands.
    await page
      .getByRole('button', { name: say('ui.undo.verb') })
      .last()
      .click()
    await page.getByText(say('ui.undo.done')).waitFor()
    await rowOf(page, title).waitFor()
    await menu.click()
    await page.getByRole('menuitem', { name: say('links.delete') }).click()
    await rowOf(page, title).waitFor({ state: 'detached' })
    // Later it stands in the activity.
    await open('/account/activity')
    await page
      .getByRole('button', { name: `${say('ui.undo.verb')}: ${say('activity.action.links_deleteLink')}` })
      .first()
      .click()
    await page.getByText(say('ui.undo.done')).waitFor()
    await open('/dashboard/links')
    await rowOf(page, title).waitFor()
  })

  test('links are reordered by keyboard and by drag, and stay so', async () => {
    const { page, say, open } = await visit('vera', { locale })
    await open('/dashboard/links')
    const before = await titles(page)
    const [first = '', second = '', third = ''] = before
    const handle = (title: string) => page.getByRole('button', { name: say('links.drag.handle', { title }) })

    const announced = (position: number) =>
      page.getByText(say('links.drag.moved', { title: first, position, total: before.length }))
    await handle(first).focus()
    await pressUntil(page, 'Space', announced(1))
    await pressUntil(page, 'ArrowDown', announced(2))
    await page.keyboard.press('Space')
    await page.getByText(say('links.reordered')).first().waitFor()
    expect((await titles(page)).slice(0, 2)).toEqual([second, first])

    const [from, to] = [await handle(third).boundingBox(), await handle(second).boundingBox()]
    if (!from || !to) throw new Error('The handles cannot be seen')
    await page.mouse.move(from.x + 8, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(from.x + 8, from.y - 12, { steps: 4 })
    await page.mouse.move(to.x + 8, to.y + 2, { steps: 8 })
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.mouse.up()
    expect((await saved).status()).toBe(200)
    await settled(page)
    await page.reload()
    expect((await titles(page)).slice(0, 3)).toEqual([third, second, first])
  })

  test('a wrong destination is said by its field, one message at a time', async () => {
    const { page, say, open, expected } = await visit('orquesta', { locale })
    expected.push(/400|422/)
    await open('/dashboard/links/new')
    await titleField(page, say).fill('Nada')
    await page.getByLabel(say('links.form.url')).fill('javascript:alert(1)')
    await page.getByRole('button', { name: say('links.form.saveNew') }).click()
    const field = page.getByLabel(say('links.form.url'))
    await page.waitForFunction(
      (element) => element?.getAttribute('aria-invalid') === 'true',
      await field.elementHandle(),
    )
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('leaving with unsaved changes asks first', async () => {
    const { page, say, open, path } = await visit('orquesta', { locale })
    await open('/dashboard/links/new')
    await titleField(page, say).fill('A medias')
    await page.getByRole('link', { name: say('shell.menu.analytics'), exact: true }).click()
    await page.getByText(say('ui.unsaved.leaveTitle')).waitFor()
    await page.getByRole('button', { name: say('ui.unsaved.stay') }).click()
    expect(path()).toBe('/dashboard/links/new')
    await page.getByRole('link', { name: say('shell.menu.analytics'), exact: true }).click()
    await page.getByRole('button', { name: say('ui.unsaved.leave'), exact: true }).click()
    await page.waitForURL('**/analytics')
  })

  test('whoever may only read sees no way to change', async () => {
    const { page, say, open } = await visit('exception', { locale })
    await open('/dashboard/links')
    await rowOf(page, 'Instagram').waitFor()
    expect(await page.getByRole('link', { name: say('links.new') }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /^(Mover|Move|Acciones|Actions)/ }).count()).toBe(0)
  })
})

test('two people editing one link: the second is told, and can load the newer version', async () => {
  const visitor = await visit('orquesta')
  const { page, context, say, open, origin, expected } = visitor
  expected.push(/412|422/)
  await addLink(visitor, 'Dos a la vez', 'https://dos.orquestaponiente.invalid/')
  await page.getByRole('link', { name: 'Dos a la vez' }).click()
  await titleField(page, say).fill('La segunda')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  const address = `/api/portal/${portals.orquestaPoniente.id}/link/${id}`
  const { version } = await (await context.request.get(address)).json()
  const data = { title: { es: 'La primera' }, url: 'https://dos.orquestaponiente.invalid/' }
  const headers = { 'If-Match': `"${version}"`, origin }
  expect((await context.request.put(address, { data, headers })).status()).toBe(200)
  await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
  // Made by the same person elsewhere: said so, with both versions side by side and nothing lost.
  await page.getByText(say('ui.conflict.yourself', { at: '' }).split('(')[0]?.trim() ?? '').waitFor()
  expect(await titleField(page, say).inputValue()).toBe('La segunda')
  await page.getByRole('radio', { name: /La primera/ }).check()
  expect(await titleField(page, say).inputValue()).toBe('La primera')
  await page.getByRole('radio', { name: /La segunda/ }).check()
  await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
  await page.getByText(say('links.form.saved')).waitFor()
  await open('/dashboard/links')
  await rowOf(page, 'La segunda').waitFor()
})
