import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#20473a' } })
    .jpeg()
    .toBuffer()

describe.each(walkedIn('en'))('a portal from its birth to its end (%s)', (locale) => {
  test('create, give a picture, change, and delete by typing its code', async () => {
    const { page, open, say, path, expected } = await visit('label', { locale })
    const name = locale === 'es' ? 'Faro Norte' : 'Faro Sur'
    await open('/portals')
    await page.getByRole('button', { name: say('portals.create.open') }).click()
    const dialog = page.getByRole('dialog')
    // A name that is taken brings its own way out.
    await dialog.getByLabel(say('portals.form.name'), { exact: true }).fill('Niño Lobo')
    await dialog.getByRole('button', { name: /nino-lobo-/ }).click()
    expect(await dialog.getByLabel(say('portals.one.address')).inputValue()).toMatch(/^nino-lobo-\d$/)
    await dialog.getByLabel(say('portals.form.name'), { exact: true }).fill(name)
    await dialog.getByLabel(say('portals.one.code')).fill(`FARO${locale}`)
    await dialog.getByLabel(say('portals.one.address')).fill(`faro-${locale}`)
    await dialog.getByRole('button', { name: say('portals.create.submit') }).click()
    await page.waitForURL(/\/portals\/[0-9a-f-]{36}$/)
    // The dialog has a field for a picture too.
    await dialog.waitFor({ state: 'detached' })
    const address = path()

    await settled(page)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture() })
    const crop = page.getByRole('dialog')
    await crop.getByRole('button', { name: say('files.crop.frame') }).press('ArrowRight')
    await crop.getByRole('button', { name: say('files.crop.done') }).click()
    await page.getByText(say('ui.unsaved.one')).waitFor()
    await page.getByLabel(say('portals.one.domain')).fill(`fans-${locale}.example.org`)
    await page.getByRole('button', { name: say('portals.form.save') }).click()
    await page.getByText(say('portals.form.saved')).waitFor()
    await page.getByText(`_backline.fans-${locale}.example.org`).waitFor()
    await settled(page)
    expect(await page.locator('form img').first().getAttribute('src')).toMatch(/^\/files\//)

    await open(address)
    await page.getByRole('button', { name: say('portals.delete.open') }).click()
    const question = page.getByRole('dialog')
    expected.push(/422/)
    await question.getByRole('textbox').fill('WRONG')
    await question.getByRole('button', { name: say('portals.delete.open') }).click()
    await question.getByText(say('problem.portals.codeMismatch')).waitFor()
    await question.getByRole('textbox').fill(`FARO${locale.toUpperCase()}`)
    await question.getByRole('button', { name: say('portals.delete.open') }).click()
    await page.waitForURL(/\/portals$/)
    expect(await page.getByRole('link', { name }).count()).toBe(0)
  })

  test('the first page tells the day and leads to every part', async () => {
    const { page, open, say, path } = await visit('artist', { locale })
    await open('/dashboard')
    await page.getByRole('heading', { name: say('dashboard.day.title') }).waitFor()
    await page.getByText(say('dashboard.needs.picture')).waitFor()
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(say('shell.tabs.links')) })
      .last()
      .click()
    await settled(page)
    expect(path()).toBe('/dashboard/links')
  })

  test('many from a file, the wrong ones told by their line', async () => {
    const { page, open, say } = await visit('staff', { locale })
    await open('/portals')
    await page.getByRole('button', { name: say('portals.bulk.open') }).click()
    const mark = locale.toUpperCase()
    const csv = `name,code,customUrl\nUno,UNO${mark},uno-${locale}\nDos,mal,dos-${locale}\n`
    const dialog = page.getByRole('dialog')
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'portals.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByRole('cell', { name: '3', exact: true }).waitFor()
    await dialog.getByRole('button', { name: say('portals.bulk.makeValid', { count: 1 }) }).click()
    await page.getByText(say('portals.bulk.done', { count: 1 })).waitFor()
  })

  test('staff change what an account is', async () => {
    const { page, open, say } = await visit('staff', { locale })
    await open('/portals?q=vera')
    await page.getByRole('link', { name: 'Vera Cantil' }).click()
    await page.getByRole('button', { name: say('accounts.edit') }).click()
    await page.getByRole('dialog').getByLabel(say('accounts.name')).fill(`Vera Cantil ${locale}`)
    await page.getByRole('button', { name: say('accounts.save') }).click()
    await page.getByText(say('accounts.saved')).waitFor()
    await page.getByText(`Vera Cantil ${locale}`).first().waitFor()
  })
})
