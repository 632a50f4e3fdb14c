import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { people } from '#testing/world/cast.ts'
import { freshSession } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('contacts (%s)', (locale) => {
  test('one is written down, tagged, noted, and erased by typing the name', async () => {
    const { page, open, say, expected } = await visit('staff', { locale })
    expected.push(/422/)
    const name = `Begoña ${randomUUID().slice(0, 8)}`
    await open('/users')
    await page.getByRole('button', { name: say('contacts.create.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('contacts.form.name'), { exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name }).waitFor()

    const tag = `prensa ${name.slice(-8)}`
    await page.getByLabel(new RegExp(`^${say('contacts.form.tags')}`)).fill(`${tag}, Giras`)
    await page.getByRole('button', { name: say('contacts.form.save') }).click()
    await page.getByText(say('contacts.form.saved')).waitFor()
    await page.getByLabel(say('contacts.notes.label')).fill('Llamar en junio')
    await page.getByRole('button', { name: say('contacts.notes.add') }).click()
    await page.locator('article').getByText('Llamar en junio').waitFor()
    await page.getByRole('button', { name: say('contacts.consents.record') }).click()
    await dialog.getByRole('button', { name: say('contacts.consents.save') }).click()
    await page.getByText(say('contacts.consents.done')).waitFor()

    // Found without its accent, and by its tag.
    await open(`/users?q=${name.replace('ñ', 'n')}&tag=${encodeURIComponent(tag)}`)
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: say('contacts.erase.open') }).click()
    await dialog.getByLabel(say('contacts.erase.type', { name })).fill('Otra')
    await dialog.getByRole('button', { name: say('contacts.erase.open') }).click()
    await dialog.getByText(say('problem.contacts.nameMismatch')).waitFor()
    await dialog.getByLabel(say('contacts.erase.type', { name })).fill(name)
    await dialog.getByRole('button', { name: say('contacts.erase.open') }).click()
    await page.getByRole('heading', { level: 1, name: say('contacts.title') }).waitFor()
    await open(`/users?q=${name}`)
    await page.getByText(say('contacts.noResults.title', { q: name })).waitFor()
  })

  test('a file is looked at before its valid rows are written', async () => {
    const { page, open, say } = await visit('staff', { locale })
    const mark = randomUUID().slice(0, 8)
    const text = `nombre;correo\nAna ${mark};${mark}@correo.test\nMala;no-es-correo`
    await open('/users')
    await page.getByRole('button', { name: say('contacts.import.open'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.from(text)
    const file = { name: 'contactos.csv', mimeType: 'text/csv', buffer }
    await dialog.getByLabel(say('ui.sheet.file')).setInputFiles(file)
    await dialog.getByText(say('ui.sheet.judged', { good: 1, bad: 1 })).waitFor()
    await dialog.getByText(say('contacts.import.fresh')).waitFor()
    await dialog.getByRole('button', { name: say('ui.sheet.sendOne') }).click()
    await page.getByText(say('contacts.import.done', { created: 1, updated: 0 })).waitFor()
    await open(`/users?q=${mark}`)
    await page.getByRole('link', { name: `Ana ${mark}` }).waitFor()
  })
})

test('two contacts that are one person become one', async () => {
  const { page, context, open, say } = await visit('staff')
  const name = `Doble ${randomUUID().slice(0, 8)}`
  const ids: string[] = []
  for (const phone of ['+34 600 123 456', null])
    ids.push((await (await context.request.post('/api/contact', { data: { name, phone } })).json()).id)
  await open(`/users/${ids[1]}`)
  await page.getByRole('button', { name: say('contacts.doubles.mergeLabel', { name }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('contacts.doubles.merge'), exact: true })
    .click()
  await page.getByText(say('contacts.doubles.done')).waitFor()
  const phone = page.getByLabel(new RegExp(`^${say('contacts.form.phone')}`))
  await expect.poll(() => phone.inputValue()).toBe('+34 600 123 456')
})

test('“view as” asks for a reason and opens Backline as the person', async () => {
  const { page, context, open, say, expected } = await visit(undefined)
  expected.push(/400/)
  await freshSession(context, 'super')
  await open(`/users?q=${people.orquesta.email}`)
  await page.getByRole('link', { name: people.orquesta.name }).click()
  await page.getByRole('button', { name: say('contacts.viewAs.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: say('contacts.viewAs.start') }).click()
  await dialog.getByText(say('validation.required')).waitFor()
  await dialog.getByLabel(say('contacts.viewAs.reason')).fill('No encuentra una factura')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  expect((await (await context.request.get('/api/session')).json()).user).toMatchObject({
    id: people.orquesta.id,
    spy: true,
  })
})
