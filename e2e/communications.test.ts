import { describe, expect, test } from 'vitest'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('communications (%s)', (locale) => {
  test('a post says what is missing, is kept as a draft, scheduled, taken back and deleted', async () => {
    const { page, say, open, expected } = await visit('staff', { locale })
    expected.push(/400/)
    const title = `Encuesta ${crypto.randomUUID().slice(0, 8)}`
    await open('/communications/new')
    const spanish = page.getByRole('region', { name: say('communications.form.language.es') })
    await spanish.getByLabel(say('communications.form.title')).fill(title)
    await page.getByRole('button', { name: say('communications.form.saveNew') }).click()
    await spanish.getByText(say('validation.required')).first().waitFor()
    await spanish.getByLabel(say('communications.form.description')).fill('Una línea')
    const body = spanish.getByLabel(say('communications.form.body'), { exact: true })
    await body.fill('Texto')
    await body.selectText()
    await spanish.getByRole('button', { name: say('communications.form.strong') }).click()
    expect(await body.inputValue()).toBe('**Texto**')
    await page.locator('strong', { hasText: 'Texto' }).waitFor()
    await page.getByRole('button', { name: say('communications.form.saveNew') }).click()
    await page.getByText(say('communications.form.created')).waitFor()

    // A draft stays on screen: it is there to be published.
    await page.getByLabel(say('communications.publish.at')).fill('2031-01-02T10:00')
    await page.getByRole('button', { name: say('communications.publish.schedule'), exact: true }).click()
    await page.getByRole('button', { name: say('communications.publish.withdraw') }).click()
    await page.getByText(say('communications.publish.withdrawn')).waitFor()
    await page.getByRole('button', { name: say('communications.publish.delete') }).click()
    await page.getByText(say('communications.publish.deleted')).waitFor()
    await page.getByRole('button', { name: say('ui.undo.verb'), exact: true }).click()
    await page.getByText(say('ui.undo.done')).waitFor()
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: say('communications.publish.delete') }).click()
    await page.getByText(say('communications.publish.deleted')).waitFor()
    await open('/communications?status=deleted')
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('button', { name: say('communications.publish.restore') }).click()
    await page.getByText(say('communications.publish.restored')).waitFor()
  })

  test('an address leads elsewhere, and other sites are refused', async () => {
    const { page, say, open, path, expected } = await visit('super', { locale })
    expected.push(/400/)
    const from = `/antigua-${crypto.randomUUID().slice(0, 8)}`
    await open('/communications/redirects')
    await page.getByRole('button', { name: say('communications.redirects.new') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('communications.redirects.path')).fill(from)
    await dialog.getByLabel(say('communications.redirects.to')).fill('https://evil.example/')
    await dialog.getByLabel(say('communications.redirects.reason')).fill('Página movida')
    await dialog.getByRole('button', { name: say('communications.redirects.save') }).click()
    await dialog.locator('[aria-invalid]').waitFor()
    await dialog.getByLabel(say('communications.redirects.to')).fill('/events')
    await dialog.getByRole('button', { name: say('communications.redirects.save') }).click()
    await page.getByText(say('communications.redirects.saved')).waitFor()
    await open(from)
    expect(path()).toBe('/events')
  })

  test('what is new is told once, and letters open pages', async () => {
    const { page, say, open, path } = await visit('labelmanager', { locale })
    await open('/dashboard/links')
    const see = page.getByRole('link', { name: say('app.update.see') })
    // In the second language the first has already closed it.
    if (locale === 'es') {
      // Beside another notice it stands in a line that opens.
      const several = page.getByText(say('alerts.several', { count: '2' }))
      if (await several.isVisible()) await several.click()
      await see.click()
      await page.getByRole('heading', { level: 1, name: say('app.news.title') }).waitFor()
    }
    await open('/dashboard/links')
    const dialog = page.getByRole('dialog')
    for (let press = 0; press < 5 && (await dialog.count()) === 0; press++) {
      await page.keyboard.press('?')
      await dialog.waitFor({ timeout: 1_500 }).catch(() => {})
    }
    await dialog.getByText(say('app.shortcuts.title')).waitFor()
    expect(await see.count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('heading', { level: 1, name: say('inbox.title') }).waitFor()
    expect(path()).toBe('/account/inbox')
  })
})
