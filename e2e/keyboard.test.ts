import { describe, expect, test } from 'vitest'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import { tabTo } from './keys-only.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

/** Nothing here is clicked, filled or focused but by keys. */
describe.each(walkedIn('en'))('by keyboard alone (%s)', (locale) => {
  test('one signs in, adds a link, is asked before leaving, and saves', async () => {
    const { page, say, open, path } = await visit(undefined, { locale })
    const { keyboard } = page
    await open('/login')
    await tabTo(page, page.getByLabel(say('account.signIn.email')))
    await keyboard.type(people.vera.email)
    await tabTo(page, page.getByLabel(say('account.signIn.password'), { exact: true }))
    await keyboard.type(demoPassword)
    await keyboard.press('Enter')
    await page.getByRole('navigation', { name: say('shell.menu.label') }).waitFor()

    const title = `Con teclas ${locale} ${Date.now()}`
    await open('/dashboard/links')
    await tabTo(page, page.getByRole('link', { name: say('links.new') }))
    await keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: say('links.form.title'), exact: true })
    await tabTo(page, name)
    await keyboard.type(title)
    await tabTo(page, page.getByLabel(say('links.form.url')))
    await keyboard.type('mailto:hola@example.test')
    await page.getByText(say('ui.unsaved.many', { count: 2 })).waitFor()

    // A link in the menu asks first; Escape stays, and the field is still there.
    const analytics = page
      .getByRole('navigation', { name: say('shell.menu.label') })
      .getByRole('link', { name: say('shell.menu.analytics') })
    await tabTo(page, analytics, 'Shift+Tab')
    await keyboard.press('Enter')
    const leaving = page.getByRole('dialog')
    await leaving.waitFor()
    expect(await leaving.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await keyboard.press('Escape')
    await leaving.waitFor({ state: 'detached' })
    expect(path()).toBe('/dashboard/links/new')
    await tabTo(page, page.getByRole('button', { name: say('links.form.saveNew') }))
    await keyboard.press('Enter')
    await page.getByText(say('links.form.created')).waitFor()
    await page.getByRole('link', { name: title }).waitFor()
  })

  test('a dialog opens, holds the focus and gives it back; a portal is made in it', async () => {
    const { page, say, open } = await visit('super', { locale })
    const { keyboard } = page
    await open('/portals')
    const opener = page.getByRole('button', { name: say('portals.create.open') })
    await tabTo(page, opener)
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    for (let press = 0; press < 15; press++) await keyboard.press('Tab')
    expect(await dialog.evaluate((box) => box.contains(document.activeElement))).toBe(true)
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await keyboard.press('Enter')
    await dialog.waitFor()
    await tabTo(page, dialog.getByLabel(say('portals.form.name'), { exact: true }))
    const name = `Tecla ${locale} ${Date.now() % 1_000_000}`
    await keyboard.type(name)
    await keyboard.press('Enter')
    await page.getByText(say('portals.create.done', { name })).waitFor()
  })

  test('a product is made as a draft', async () => {
    const { page, say, open } = await visit('super', { locale })
    const { keyboard } = page
    await open('/products/new')
    const label = say('portals.column.name')
    const portal = page.getByRole('combobox', { name: new RegExp(`^${label}:`) })
    await tabTo(page, portal)
    await keyboard.press('Enter')
    const search = page.getByRole('combobox', { name: say('ui.pick.search', { label }) })
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
    await keyboard.type('casa c')
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
      .toEqual([portals.casaCal.name])
    await keyboard.press('Enter')
    await expect.poll(() => portal.textContent()).toBe(portals.casaCal.name)
    await tabTo(page, page.getByRole('textbox', { name: say('products.form.name'), exact: true }))
    await keyboard.type(`Taza ${locale} ${Date.now()}`)
    await tabTo(page, page.getByRole('button', { name: say('products.form.saveNew') }))
    await keyboard.press('Enter')
    await page.getByText(say('products.form.created')).waitFor()
  })

  test('a list is filtered by a search among portals, and the filter comes off again', async () => {
    const { page, say, open } = await visit('staff', { locale })
    const { keyboard } = page
    await open('/events')
    const label = say('events.column.portal')
    const opener = page.getByRole('button', { name: new RegExp(`^${label}:`) })
    await tabTo(page, opener)
    await keyboard.press('Enter')
    const search = page.getByRole('combobox', { name: say('ui.pick.search', { label }) })
    await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true)
    await keyboard.press('Escape')
    await search.waitFor({ state: 'hidden' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    await keyboard.press('Enter')
    await keyboard.type('cantil')
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option').allTextContents())
      .toEqual([portals.veraCantil.name])
    await keyboard.press('Enter')
    await page.waitForURL(`**portal=${portals.veraCantil.id}**`)
    await tabTo(page, page.getByRole('button', { name: say('ui.removeFilter', { label }) }))
    await keyboard.press('Enter')
    await page.waitForURL((url) => !url.searchParams.has('portal'))
  })

  test('rows are taken away, and the next key goes on where they stood', async () => {
    const { page, say, open } = await visit('artist', { locale })
    const { keyboard } = page
    await open('/dashboard/events/new')
    const add = page.getByRole('button', { name: say('events.form.addTicket') })
    const kind = page.getByLabel(say('events.form.ticketType'))
    const remove = page.getByRole('button', {
      name: say('events.form.removeTicket', { type: say('events.ticket.tickets') }),
    })
    for (const rows of [1, 2]) {
      await tabTo(page, add)
      await keyboard.press('Enter')
      await expect.poll(() => remove.count()).toBe(rows)
      // One goes on in the row that has come, which is before the button.
      await expect.poll(() => kind.last().evaluate((field) => field === document.activeElement)).toBe(true)
    }
    for (const left of [1, 0]) {
      await tabTo(page, remove.last(), left === 1 ? 'Tab' : 'Shift+Tab')
      await keyboard.press('Enter')
      await expect.poll(() => remove.count()).toBe(left)
      expect(await add.evaluate((button) => button === document.activeElement)).toBe(true)
    }
  })

  test('a row goes after a question, and the next key goes on where it stood', async () => {
    const { page, context, say, open } = await visit('tech', { locale })
    const { keyboard } = page
    const names = ['una', 'otra'].map((name) => `${name} ${locale} ${Date.now()}`)
    for (const name of names) {
      const data = { name, permissions: ['events.viewevents'], days: 30, password: demoPassword }
      expect((await context.request.post('/api/account/keys', { data })).status()).toBe(201)
    }
    await open('/account/keys')
    const rows = page.getByRole('row')
    for (const name of names) {
      const row = rows.filter({ hasText: name })
      await tabTo(page, row.getByRole('button', { name: say('keys.revokeLabel', { name }) }))
      await keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await tabTo(page, dialog.getByRole('button', { name: say('keys.revoke'), exact: true }))
      await keyboard.press('Enter')
      await row.waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('main') !== null))
        .toBe(true)
      expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('MAIN')
    }
  })

  test('on a narrow screen the headings of a table that can be reached can be seen', async () => {
    const { page, open } = await visit('super', { locale, width: 360 })
    await open('/portals')
    await page.getByRole('table').waitFor()
    let sorts = 0
    for (let press = 0; press < 60; press++) {
      await page.keyboard.press('Tab')
      const [unseen, sorting] = await page.evaluate(() => {
        const at = document.activeElement
        const { width = 0, height = 0 } = at?.closest('[data-unseen]')?.getBoundingClientRect() ?? {
          width: 9,
          height: 9,
        }
        return [width < 2 || height < 2, at?.closest('thead') !== null]
      })
      expect(unseen).toBe(false)
      if (sorting) sorts++
    }
    expect(sorts).toBeGreaterThan(1)
    const body = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(body).toBe(360)
  })

  test('a calendar is walked through day by day, and a day is taken', async () => {
    const { page, say, open } = await visit('artist', { locale })
    const { keyboard } = page
    await open('/dashboard/releases/new')
    const on = page.getByLabel(say('releases.form.releaseAt')).first()
    await tabTo(page, on)
    await keyboard.type('10/10/2030 18:30')
    const button = page.getByRole('button', { name: say('ui.date.open') }).first()
    await tabTo(page, button)
    await keyboard.press('Enter')
    const calendar = page.getByRole('dialog').filter({ has: page.getByRole('table') })
    await calendar.waitFor()
    const focused = () => calendar.evaluate((box) => box.contains(document.activeElement))
    await expect.poll(focused).toBe(true)
    await keyboard.press('PageDown')
    expect(await focused()).toBe(true)
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect.poll(() => on.inputValue()).toBe('18/10/2030 18:30')
    await keyboard.press('Escape')
    await calendar.waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('a menu and the search palette are opened, walked through and left', async () => {
    const { page, say, open, path } = await visit('artist', { locale })
    const { keyboard } = page
    await open('/dashboard/links')
    const opener = page.locator('main tbody tr').first().getByRole('button').last()
    await tabTo(page, opener)
    await keyboard.press('Enter')
    await page.getByRole('menu').waitFor()
    await keyboard.press('ArrowDown')
    const inMenu = () => page.evaluate(() => document.activeElement?.getAttribute('role'))
    await expect.poll(inMenu).toBe('menuitem')
    await keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)

    const words = page.getByRole('combobox', { name: say('search.label') })
    for (let press = 0; press < 5 && (await words.count()) === 0; press++) {
      await keyboard.press('Control+k')
      await words.waitFor({ timeout: 2_000 }).catch(() => {})
    }
    await keyboard.type('Aullido')
    await page.getByRole('option').filter({ hasText: 'Aullido' }).first().waitFor()
    await keyboard.press('Escape')
    await words.waitFor({ state: 'detached' })
    expect(path()).toBe('/dashboard/links')
  })
})
