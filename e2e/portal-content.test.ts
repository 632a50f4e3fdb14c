import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { settled } from './browser.ts'
import { pickPortal, visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('what a portal’s team puts on its page (%s)', (locale) => {
  test('events come in from a file, with a look at them first', async () => {
    const { page, say, open } = await visit('orquesta', { locale })
    await open('/dashboard/events')
    await page.getByRole('button', { name: say('events.files') }).click()
    await page.getByRole('menuitem', { name: say('events.import.open') }).click()
    const dialog = page.getByRole('dialog')
    const rows = [
      'name;date;city;province',
      `Verbena ${locale};5/12/2028 21:00;Rota;Cádiz`,
      'Sin fecha;;Rota;Cádiz',
    ]
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'gira.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) })
    await dialog.getByText(say('events.import.judged', { good: 1, bad: 1 })).waitFor()
    await dialog
      .getByRole('row')
      .filter({ hasText: 'Sin fecha' })
      .getByText(say('validation.required'))
      .waitFor()
    await dialog.getByRole('button', { name: say('events.import.addValid', { count: 1 }) }).click()
    await page.getByText(say('events.import.done', { count: 1 })).waitFor()
    await open(`/dashboard/events?q=Verbena ${locale}`)
    await page.getByRole('row').filter({ hasText: '21:00' }).waitFor()
  })

  test('products are chosen and taken off the page', async () => {
    const { page, say, open } = await visit('orquesta', { locale })
    await open('/dashboard/appearance')
    const frame = page.frameLocator('iframe')
    const shown = frame.locator('.products li')
    await shown.first().waitFor()
    const before = await shown.count()
    await page.getByRole('button', { name: say('appearance.products.open') }).click()
    const dialog = page.getByRole('dialog')
    const product = (await dialog.locator('tbody tr b').first().textContent()) ?? ''
    await dialog.getByRole('button', { name: say('appearance.products.hide', { product }) }).click()
    await dialog.getByRole('button', { name: say('appearance.products.show', { product }) }).waitFor()
    // The preview is drawn anew, and a busy machine takes its time.
    await expect.poll(() => shown.count()).toBe(before - 1)
    await dialog.getByRole('button', { name: say('appearance.products.show', { product }) }).click()
    await dialog.getByRole('button', { name: say('appearance.products.hide', { product }) }).waitFor()
    await dialog.getByRole('button', { name: say('appearance.products.done') }).click()
    await expect.poll(() => shown.last().textContent()).toContain(product)
  })

  test('an artist reaches the portal’s settings and writes its legal texts', async () => {
    const { page, say, open } = await visit('vera', { locale })
    await open('/dashboard')
    await page
      .getByRole('link', { name: say('portals.settings.title'), exact: true })
      .first()
      .click()
    await page.getByLabel(say('portals.form.advanceLimit')).waitFor()
    await page.getByRole('link', { name: say('accounts.legal.open') }).click()
    const words = `Vera Cantil, NIF 00000000T (${locale})`
    await page.getByLabel(say('accounts.legal.notice')).fill(words)
    await page.getByRole('button', { name: say('accounts.legal.save') }).click()
    await page.getByText(say('accounts.legal.saved')).waitFor()
    const link = page.getByRole('link', { name: say('accounts.legal.notice') })
    const answer = await page.request.get((await link.getAttribute('href')) ?? '')
    expect(await answer.text()).toContain(words)
  })
})

test('a cover is cut to a shape before it is uploaded', async () => {
  const { page, say, open } = await visit('orquesta')
  await open('/dashboard/appearance')
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#20473a' } })
  await page.getByLabel(say('appearance.picture.cover'), { exact: true }).setInputFiles({
    name: 'cover.png',
    mimeType: 'image/png',
    buffer: await picture.png().toBuffer(),
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('files.crop.square') }).click()
  await dialog.getByRole('button', { name: say('files.crop.frame') }).press('ArrowLeft')
  const answer = page.waitForResponse((response) => response.url().endsWith('/file'))
  await dialog.getByRole('button', { name: say('files.crop.done') }).click()
  const { url } = await (await answer).json()
  const stored = await page.request.get(url)
  const { width, height } = await sharp(await stored.body()).metadata()
  expect([width, height]).toEqual([600, 600])
  await page.frameLocator('iframe').locator('.art img').waitFor()
})

describe('staff', () => {
  test('see events as a calendar and on a map, of one portal too', async () => {
    const visitor = await visit('staff')
    const { page, say, open } = visitor
    await open('/events')
    await page.getByRole('button', { name: say('events.view.calendar') }).click()
    await page.waitForURL('**view=calendar**')
    await expect.poll(() => page.locator('tbody td').count()).toBe(42)
    await page.getByRole('button', { name: say('events.calendar.after') }).click()
    await page.waitForURL('**month=**')
    await pickPortal(visitor, say('events.column.portal'), portals.veraCantil.name)
    await page.waitForURL(`**portal=${portals.veraCantil.id}**`)
    await page.getByRole('button', { name: say('events.view.map') }).click()
    await page.getByRole('img', { name: say('events.map.label') }).waitFor()
    await page.getByRole('table', { name: say('events.map.cities') }).waitFor()
    await settled(page)
  })

  test('find accounts, see who is in one, and make another', async () => {
    const { page, say, open, path } = await visit('staff', { locale: 'en' })
    // A second try finds the account of the first.
    const code = `N${randomUUID().slice(0, 6)}`.toUpperCase()
    await open('/portals')
    await page.getByRole('link', { name: say('accounts.list.tab'), exact: true }).click()
    // The page that is left has a search that also begins with a name.
    const search = say('ui.searchBy', { label: say('accounts.list.search') })
    await page.getByRole('searchbox', { name: search, exact: true }).fill('bajamar')
    await page.waitForURL('**q=bajamar**')
    await page.getByRole('button', { name: /people of “Bajamar Discos”/ }).click()
    await page.getByRole('dialog').getByText('Inés Rubio').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: say('accounts.list.new') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('accounts.name')).fill('Cuenta Nueva')
    await dialog.getByLabel(say('portals.one.code')).fill(code)
    await dialog.getByLabel(say('portals.one.address')).fill(`cuenta-${code.toLowerCase()}`)
    await dialog.getByRole('button', { name: say('accounts.list.new') }).click()
    await page.waitForURL(/\/portals\/[0-9a-f-]{36}$/)
    expect(path()).toMatch(/^\/portals\//)
    // Gone while its page still asks for it, it would be missing there.
    await settled(page)
    const id = path().split('/').at(-1)
    await page.request.delete(`/api/portal/${id}`, { data: { code } })
  })
})
