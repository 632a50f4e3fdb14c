import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { signInAsNewMember } from './new-person.ts'
import { visit } from './visit.ts'

test.each(['es', 'en'] as const)(
  'who is taken off a portal while at work there hears so, keeps what they typed before their eyes, and is led on (%s)',
  async (locale) => {
    const visitor = await visit(undefined, { locale })
    const { page, say, open, path, expected } = visitor
    expected.push(/404/)
    const { id: portalId, name } = portals.hotelLevante
    await signInAsNewMember(visitor, { portalId, role: 'Editor' })
    await open('/dashboard/links')
    await page
      .getByRole('link', { name: say('links.new') })
      .first()
      .click()
    await page.getByRole('textbox', { name: say('links.form.title'), exact: true }).fill('Nuevo disco')
    await page.getByRole('textbox', { name: say('links.form.url') }).fill('https://example.com/disco')
    const { id } = (await (await page.context().request.get('/api/session')).json()).user
    const other = (await visit('super')).context.request
    expect((await other.delete(`/api/portal/${portalId}/team/${id}`)).ok()).toBe(true)

    await page.getByRole('button', { name: say('links.form.saveNew'), exact: true }).click()
    await page.getByText(say('shell.lostPortal', { portal: name })).waitFor()
    const title = page.getByRole('textbox', { name: say('links.form.title'), exact: true })
    expect(await title.inputValue()).toBe('Nuevo disco')
    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: say('buttons.backToHome') }).click()
    await page.waitForURL(/\/account/)
    expect(path()).toBe('/account')
  },
)
