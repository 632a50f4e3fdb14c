import { expect, test } from 'vitest'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

test.each(walkedIn('es'))(
  'what was typed in a dialog outlives Escape and a click beside it (%s)',
  async (locale) => {
    const { page, say, open } = await visit('super', { locale })
    await open('/communications/redirects')
    const opener = page.getByRole('button', { name: say('communications.redirects.new') })
    const dialog = page.getByRole('dialog')
    const asked = dialog.getByText(say('ui.dialog.typed'))
    // Nothing typed, nothing asked.
    await opener.click()
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await opener.click()
    const field = dialog.getByRole('textbox').first()
    await field.fill('/vieja')
    await page.keyboard.press('Escape')
    await asked.waitFor()
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    expect(await field.inputValue()).toBe('/vieja')
    await page.mouse.click(5, 5)
    await asked.waitFor()
    await dialog.getByRole('button', { name: say('ui.dialog.leave'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    // What is closed on purpose is not asked about.
    await opener.click()
    await field.fill('/vieja')
    await dialog.getByRole('button', { name: say('ui.cancel'), exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  },
)
