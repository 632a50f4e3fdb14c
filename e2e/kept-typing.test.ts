import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demoPassword, people, portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { type Locale, walkedIn, say as words } from './words.ts'

// What somebody types is theirs until they throw it away: neither a session that ends, nor a line that breaks, nor a dialog
// that is still on its way takes it.

const firstLink = async ({ request }: BrowserContext) =>
  (await (await request.get(`/api/portal/${portals.ninoLobo.id}/links`)).json()).items[0]

async function signInAgain(page: Page, locale: Locale, email: string) {
  await page.waitForURL('**/login**')
  await page.getByText(words(locale, 'account.signIn.endedKept')).waitFor()
  await page.getByLabel(words(locale, 'account.signIn.email')).fill(email)
  await page.getByLabel(words(locale, 'account.signIn.password'), { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: words(locale, 'account.signIn.submit'), exact: true }).click()
}

describe.each(walkedIn('es'))('what was typed (%s)', (locale) => {
  test('comes back after the session has ended, to the same person', async () => {
    const { page, context, say, open, path, expected } = await visit('artist', { locale })
    expected.push(/401/)
    const link = await firstLink(context)
    await open(`/dashboard/links/${link.id}`)
    await page.waitForLoadState('networkidle')
    const title = page.getByRole('textbox', { name: say('links.form.title'), exact: true })
    await title.fill('Escrito antes de que acabara')
    await context.clearCookies()
    await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
    await signInAgain(page, locale, people.artist.email)
    await page.getByText(say('ui.kept.back')).waitFor()
    expect(path()).toBe(`/dashboard/links/${link.id}`)
    expect(await title.inputValue()).toBe('Escrito antes de que acabara')
    // Given back once: thrown away, it is thrown away.
    await page.getByRole('button', { name: say('ui.discard') }).click()
    expect(await title.inputValue()).toBe(link.title.es)
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(await title.inputValue()).toBe(link.title.es)
  })

  test('comes back in the portal in which it was typed', async () => {
    const { page, context, say, open, expected } = await visit('editor', { locale })
    expected.push(/401/)
    const first = await (await context.request.get('/api/session')).json()
    const { id: portalId } = portals.hotelLevante
    expect(first.currentPortalId).not.toBe(portalId)
    await context.request.put('/api/session/portal', { data: { portalId } })
    await open('/dashboard/links/new')
    const title = page.getByRole('textbox', { name: say('links.form.title'), exact: true })
    await title.fill('Solo de Hotel Levante')
    await context.clearCookies()
    await page.getByLabel(say('links.form.url')).fill('https://example.org/levante')
    await page.getByRole('button', { name: say('links.form.saveNew') }).click()
    await signInAgain(page, locale, people.editor.email)
    await page.getByText(say('ui.kept.back')).waitFor()
    expect(await title.inputValue()).toBe('Solo de Hotel Levante')
    expect((await (await context.request.get('/api/session')).json()).currentPortalId).toBe(portalId)
  })

  test('comes back in the appearance, which saves itself', async () => {
    const { page, context, say, open, path, expected } = await visit('tech', { locale })
    expected.push(/401/)
    await open('/dashboard/appearance')
    await page.waitForLoadState('networkidle')
    const tagline = page.getByRole('textbox', { name: say('appearance.tagline.label'), exact: true })
    await context.clearCookies()
    await tagline.fill('Escrito con la sesión acabada')
    await signInAgain(page, locale, people.tech.email)
    await page.getByText(say('ui.kept.back')).waitFor()
    expect(path()).toBe('/dashboard/appearance')
    expect(await tagline.inputValue()).toBe('Escrito con la sesión acabada')
    await expect.poll(() => page.getByText(say('appearance.unsaved')).count()).toBe(0)
  })

  test('comes back in a dialog once it is opened again, but no password', async () => {
    const { page, context, say, open, expected } = await visit('orquesta', { locale })
    expected.push(/401/)
    await open('/dashboard/webhooks')
    await page.waitForLoadState('networkidle')
    const add = page.getByRole('button', { name: say('webhooks.add') }).first()
    const field = (name: string) => page.getByRole('dialog').getByLabel(say(name), { exact: true })
    await add.click()
    await field('webhooks.name').fill('Almacén del norte')
    await field('account.page.current').fill(demoPassword)
    await context.clearCookies()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('webhooks.create') })
      .click()
    await signInAgain(page, locale, people.orquesta.email)
    await page.getByText(say('ui.kept.waits')).waitFor()
    await add.click()
    await page.getByText(say('ui.kept.back')).waitFor()
    expect(await field('webhooks.name').inputValue()).toBe('Almacén del norte')
    expect(await field('account.page.current').inputValue()).toBe('')
    // Given back once.
    await page.reload()
    await add.click()
    expect(await field('webhooks.name').inputValue()).toBe('')
  })

  test('comes along into the other language, unasked', async () => {
    const { page, context, say, open } = await visit('artist', { locale })
    const link = await firstLink(context)
    await open(`/dashboard/links/${link.id}`)
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('dialog', async (dialog) => {
      asked.push(dialog.type())
      await dialog.accept()
    })
    const other = locale === 'es' ? 'en' : 'es'
    await page.getByRole('textbox', { name: say('links.form.title'), exact: true }).fill('A medias')
    await page.getByTitle(say('shell.language.switchTo')).click()
    await page.getByText(words(other, 'ui.kept.back')).waitFor()
    const title = page.getByRole('textbox', { name: words(other, 'links.form.title'), exact: true })
    expect([await title.inputValue(), asked]).toEqual(['A medias', []])
    expect(await page.locator('html').getAttribute('lang')).toBe(other)
    // Nothing has been saved, and leaving asks as ever.
    expect((await firstLink(context)).title).toEqual(link.title)
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
  })

  test('stands in the search although its dialog came later than the letters', async () => {
    const { page, say, open } = await visit('artist', { locale })
    await open('/dashboard')
    await page.waitForLoadState('networkidle')
    let arrive = () => {}
    const awaited = new Promise<void>((resolve) => {
      arrive = resolve
    })
    await page.route(/\/assets\/\w+\/palette-.*\.js/, async (route) => {
      await awaited
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await page.keyboard.type('IBANN')
    await page.keyboard.press('Backspace')
    arrive()
    const field = page.getByRole('combobox', { name: say('search.label') })
    await expect.poll(() => field.inputValue()).toBe('IBAN')
    await page.keyboard.type(' x')
    expect(await field.inputValue()).toBe('IBAN x')
  })

  test('is said once to wait for the line, and no longer than it does', async () => {
    const { page, context, say, open, expected } = await visit('artist', { locale })
    expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load/)
    const link = await firstLink(context)
    await open(`/dashboard/links/${link.id}`)
    await page.waitForLoadState('networkidle')
    const frame = page.frameLocator(`iframe[title="${say('ui.pagePreview.title')}"]`)
    await frame
      .getByText(link.title[locale] ?? link.title.es)
      .first()
      .waitFor()
    await context.setOffline(true)
    await page.getByText(say('ui.offline.notice')).waitFor()
    const title = page.getByRole('textbox', { name: say('links.form.title'), exact: true })
    await title.fill('Sin red')
    await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
    await page.getByText(say('ui.offline.notSaved')).waitFor()
    // The band of the shell steps back behind what says it more exactly, and the page does not call what is right wrong.
    expect(await page.getByRole('alert').count()).toBe(1)
    expect(await page.getByText(say('ui.pagePreview.notYet')).count()).toBe(0)
    await context.setOffline(false)
    await page.getByText(say('ui.offline.back')).waitFor()
    expect(await page.getByText(say('ui.offline.notSaved')).count()).toBe(0)
    // Who reads in English sees the English title, which was not touched.
    await frame
      .getByText(locale === 'es' ? 'Sin red' : (link.title.en ?? 'Sin red'))
      .first()
      .waitFor()
  })
})
