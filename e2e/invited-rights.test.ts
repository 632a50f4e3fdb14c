import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'

test('rights are chosen while inviting, and one that is of no use alone says so', async () => {
  const { page, say, open, context } = await visit('artist')
  const email = `${randomUUID()}@correo.test`
  await open('/team')
  await page.getByRole('button', { name: say('team.invite') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: say('team.inviteForm.email') }).fill(email)
  await dialog.getByLabel(say('team.inviteForm.name')).fill('Alba Sanz')
  await dialog.getByLabel(say('team.inviteForm.role')).selectOption({ label: say('roles.name.Operations') })
  await dialog.getByText(say('team.inviteForm.permissions'), { exact: true }).click()
  const box = (key: string) => dialog.getByLabel(say(`roles.key.${key}`), { exact: true })
  const warning = dialog.getByText(say('team.member.restsOn', { key: say('roles.key.billing_viewbills') }))
  expect(await warning.count()).toBe(0)
  await box('billing_viewbills').uncheck()
  await warning.waitFor()
  await dialog.getByRole('button', { name: say('team.member.restsOnAdd') }).click()
  await warning.waitFor({ state: 'detached' })
  await box('portal_editlinks').check()
  await dialog.getByText(say('team.member.change')).waitFor()
  await dialog.getByRole('button', { name: say('team.inviteForm.send') }).click()
  await page.getByText(say('team.inviteForm.sent', { email })).waitFor()
  const team = await (await context.request.get(`/api/portal/${portals.ninoLobo.id}/team`)).json()
  expect(team.items.find((one: { email: string }) => one.email === email)).toMatchObject({
    role: 'Operations',
    grants: ['portal.editlinks'],
    denies: [],
  })
})
