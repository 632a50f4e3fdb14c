import { describe, expect, test } from 'vitest'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('inbox (%s)', (locale) => {
  test('what staff publish arrives under the bell, is read and acknowledged, and staff see it', async () => {
    const title = `Cierre por inventario ${crypto.randomUUID().slice(0, 8)}`
    const staff = await visit('staff', { locale })
    await staff.open('/communications')
    await staff.page
      .getByRole('link', { name: staff.say('communications.new') })
      .first()
      .click()
    const spanish = staff.page.getByRole('region', { name: staff.say('communications.form.language.es') })
    await spanish.getByLabel(staff.say('communications.form.title')).fill(title)
    await spanish.getByLabel(staff.say('communications.form.description')).fill('Dos días sin envíos.')
    await spanish
      .getByLabel(staff.say('communications.form.body'), { exact: true })
      .fill('Volvemos el lunes.')
    await staff.page.getByLabel(staff.say('roles.name.Owner'), { exact: true }).check()
    await staff.page.getByRole('combobox', { name: `${staff.say('communications.form.portals')}:` }).click()
    await staff.page.keyboard.type('vera')
    await staff.page.getByRole('option', { name: 'Vera Cantil' }).click()
    await staff.page.getByText(staff.say('communications.form.countOne')).waitFor()
    await staff.page.getByText(staff.say('communications.form.mustAcknowledge')).click()
    await staff.page.getByRole('button', { name: staff.say('communications.form.saveNew') }).click()
    await staff.page.getByText(staff.say('communications.form.created')).waitFor()
    await staff.page.getByRole('button', { name: staff.say('communications.publish.now') }).click()
    // Taken back within its seconds nobody has it.
    await staff.page.getByText(staff.say('communications.publish.soonOne')).waitFor()
    await staff.page.getByRole('button', { name: staff.say('ui.undo.verb'), exact: true }).click()
    await staff.page.getByText(staff.say('communications.publish.withdrawn')).waitFor()
    // A draft again: only one can be scheduled.
    await staff.page.getByLabel(staff.say('communications.publish.at')).waitFor()
    await staff.page.getByRole('button', { name: staff.say('communications.publish.now') }).click()
    await staff.page.getByText(staff.say('communications.publish.soonOne')).first().waitFor()

    const { page, say, open } = await visit('vera', { locale })
    const message = page.getByRole('listitem').filter({ hasText: title })
    // A job hands it out within a few seconds.
    for (let look = 0; look < 20 && (await message.count()) === 0; look++) {
      await open('/account/inbox')
      await message.waitFor({ timeout: 1_500 }).catch(() => {})
    }
    await page.getByRole('link', { name: /\d/ }).and(page.locator('header a')).waitFor()
    await message.getByRole('button', { name: say('inbox.acknowledge') }).click()
    await page.getByText(say('inbox.acknowledged'), { exact: true }).waitFor()
    await message.getByRole('button', { name: say('inbox.acknowledge') }).waitFor({ state: 'detached' })

    await staff.open('/communications/notifications')
    const row = staff.page.getByRole('row').filter({ hasText: title })
    await row.getByText('vera@demo.backline.test').waitFor()
    expect(await row.getByText(staff.say('communications.notifications.waits')).count()).toBe(0)
  })

  test('mail is chosen by kind, and kept', async () => {
    const { page, say, open } = await visit('demo', { locale })
    await open('/account/inbox')
    const field = page.getByLabel(say('communications.messageKind.success'), { exact: true })
    const next = (await field.inputValue()) === 'off' ? 'daily' : 'off'
    await field.selectOption(next)
    await page.getByRole('button', { name: say('inbox.preferences.save') }).click()
    await page.getByText(say('inbox.preferences.saved')).waitFor()
    await open('/account/inbox')
    expect(await field.inputValue()).toBe(next)
  })
})
