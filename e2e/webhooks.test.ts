import { describe, expect, test } from 'vitest'
import { demoPassword } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('webhooks (%s)', (locale) => {
  test('one is made with its secret shown once, paused, resumed and taken away', async () => {
    const { page, say, open, expected } = await visit('orquesta', { locale })
    // The address that is refused first.
    expected.push(/422/)
    const name = `Almacén ${locale}`
    await open('/dashboard/portal')
    await page.getByRole('link', { name: say('webhooks.open') }).click()
    await page
      .getByRole('button', { name: say('webhooks.add') })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(say('webhooks.name'), { exact: true }).fill(name)
    await dialog.getByLabel(say('webhooks.url'), { exact: true }).fill('https://10.0.0.1/avisos')
    await dialog.getByRole('switch', { name: say('webhooks.type.order_created') }).check()
    await dialog.getByLabel(say('account.page.current'), { exact: true }).fill(demoPassword)
    await dialog.getByRole('button', { name: say('webhooks.create') }).click()
    await dialog.getByText(say('problem.webhooks.inner')).waitFor()
    await dialog.getByLabel(say('webhooks.url'), { exact: true }).fill('https://avisos.example.com/backline')
    await dialog.getByRole('button', { name: say('webhooks.create') }).click()
    const secret = await dialog.locator('code').last().textContent()
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/)
    await dialog.getByRole('button', { name: say('webhooks.done') }).click()
    const frame = page.locator('section').filter({ hasText: name }).first()
    await frame.getByRole('button', { name: say('webhooks.pause') }).click()
    await frame.getByText(say('webhooks.state.paused')).waitFor()
    expect(await page.content()).not.toContain(secret)
    // Paused, it is sent nothing: the message stands there and waits.
    await frame.getByRole('button', { name: say('webhooks.test') }).click()
    await frame.getByText(say('webhooks.sending.waiting')).first().waitFor()
    await frame.getByRole('button', { name: say('webhooks.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('webhooks.delete') })
      .click()
    await page.getByText(say('webhooks.deleted')).waitFor()
  })
})
