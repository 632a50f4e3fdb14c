import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { people } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('staff (%s)', (locale) => {
  test('somebody is invited with areas, refined on their page, and the invitation taken back', async () => {
    const { page, open, say, expected } = await visit('super', { locale })
    expected.push(/409/)
    const email = `${randomUUID()}@correo.test`
    await open('/staffs')
    await page.getByRole('button', { name: say('staff.invite.open'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('staff.form.name'), { exact: true }).fill('Elena Vidal')
    await dialog.getByLabel(say('staff.form.email'), { exact: true }).fill(people.analyst.email)
    await dialog.getByLabel(say('staff.group.contacts'), { exact: true }).check()
    await dialog.getByRole('button', { name: say('staff.invite.send') }).click()
    await dialog.getByText(say('problem.staff.emailTaken')).waitFor()
    await dialog.getByLabel(say('staff.form.email'), { exact: true }).fill(email)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Elena Vidal' }).waitFor()

    await page.getByLabel(say('staff.key.contacts_managecontacts'), { exact: true }).uncheck()
    await page.getByText(say('ui.unsaved.one')).waitFor()
    await page.getByRole('button', { name: say('staff.form.save') }).click()
    await page.getByText(say('staff.form.saved')).waitFor()
    await page.reload()
    const manage = page.getByLabel(say('staff.key.contacts_managecontacts'), { exact: true })
    expect(await manage.isChecked()).toBe(false)
    expect(await page.getByLabel(say('staff.key.contacts_viewcontacts'), { exact: true }).isChecked()).toBe(
      true,
    )

    await page.getByRole('button', { name: say('staff.revoke'), exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('staff.revoke'), exact: true })
      .click()
    await page.getByRole('heading', { level: 1, name: say('staff.title') }).waitFor()
    await open(`/staffs?q=${email}`)
    await page.getByText(say('staff.noResults.title', { q: email })).waitFor()
  })

  test('what may not be done is said before one tries', async () => {
    const { page, open, say } = await visit('staff', { locale })
    await open(`/staffs/${people.super.id}`)
    await page.getByText(say('staff.form.superOnly')).waitFor()
    expect(await page.getByLabel(say('staff.form.name'), { exact: true }).isDisabled()).toBe(true)
    await open(`/staffs/${people.staff.id}`)
    await page.getByText(say('staff.form.own')).waitFor()
    expect(await page.getByRole('button', { name: say('staff.suspend'), exact: true }).count()).toBe(0)
  })
})

test('a page of staff that does not exist is the 404 page', async () => {
  const { open, expected } = await visit('super')
  expected.push(/404/)
  expect(await open(`/staffs/${people.label.id}`)).toBe(404)
  expect(await open('/staffs/1')).toBe(404)
})
