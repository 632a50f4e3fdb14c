import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

test('rights are chosen while inviting, and one that is of no use alone says so', async () => {
  const { page, say, open, context } = await visit('artist')
  const email = `${randomUUID()}@correo.test`
  await open('/team')
  await page.getByRole('button', { name: say('team.invite') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: say('team.inviteForm.email') }).fill(email)
  await dialog.getByLabel(say('team.inviteForm.name')).fill('Alba Sanz')
  await dialog.getByLabel(say('team.inviteForm.role')).selectOption('Operations')
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

test.each(walkedIn('en'))(
  'somebody is given one area alone, and may do that and nothing else (%s)',
  async (locale) => {
    const { page, say, open, context } = await visit('label', { locale })
    const email = `${randomUUID()}@correo.test`
    const hotel = portals.hotelLevante
    const asked = await context.request.post('/api/portals/team', {
      data: { email, name: 'Berta Quintana', portals: [{ portalId: hotel.id, role: 'Operations' }] },
    })
    const { id } = await asked.json()
    await open(`/portals/${hotel.id}/team/${id}`)
    await page
      .getByRole('button', { name: say('team.member.onlyLabel', { area: say('roles.group.events') }) })
      .click()
    const can = page.locator('section', { hasText: say('team.member.can', { name: 'Berta' }) })
    await can.getByText(say('team.see.first', { page: say('shell.menu.dashboard') })).waitFor()
    const keys = [
      'events_createoreditevents',
      'events_deleteevents',
      'events_viewevents',
      'portal_editevents',
    ]
    expect((await can.locator('ul[aria-live] li').allInnerTexts()).sort()).toEqual(
      keys.map((key) => say(`roles.key.${key}`)).sort(),
    )
    await page.getByRole('button', { name: say('team.member.save') }).click()
    await page.getByText(say('team.member.saved')).waitFor()
    const member = await (await context.request.get(`/api/portal/${hotel.id}/team/${id}`)).json()
    expect(member.keys.sort()).toEqual(keys.map((key) => key.replace('_', '.')).sort())
  },
)

test('portals are added to an invitation that waits, taken off it, and put back', async () => {
  const { page, say, open, context } = await visit('label')
  const email = `${randomUUID()}@correo.test`
  const [clara, perro] = [portals.claraVentisca, portals.perroManso]
  const asked = await context.request.post('/api/portals/team', {
    data: { email, name: 'Alba Sanz', portals: [{ portalId: portals.bajamar.id, role: 'Lector' }] },
  })
  const { id } = await asked.json()
  const portalsAsked = async () => {
    const answer = await context.request.get(`/api/portal/${portals.bajamar.id}/team/${id}`)
    const { invitedTo } = (await answer.json()) as { invitedTo: { name: string; grants: string[] }[] }
    return invitedTo.map(({ name, grants }) => [name, grants]).sort()
  }
  const own = [portals.bajamar.name, []]
  const given = ['portal.editlinks']
  await open('/team')
  await page.getByRole('row', { name: email }).getByRole('link').click()
  await page.getByRole('button', { name: say('team.member.addPortals') }).click()
  const dialog = page.getByRole('dialog')
  // What they are asked to already is nothing to choose.
  expect(await dialog.getByLabel(portals.bajamar.name, { exact: true }).count()).toBe(0)
  await dialog.getByLabel(clara.name, { exact: true }).check()
  await dialog.getByLabel(perro.name, { exact: true }).check()
  await dialog.getByText(say('team.inviteForm.permissions'), { exact: true }).click()
  await dialog.getByLabel(say('roles.key.portal_editlinks'), { exact: true }).check()
  await dialog.getByRole('button', { name: say('team.member.addPortalsVerb') }).click()
  await page.getByText(say('team.member.portalsAdded', { name: 'Alba Sanz' })).waitFor()
  expect(await portalsAsked()).toEqual([own, [clara.name, given], [perro.name, given]])

  await page.getByRole('button', { name: say('team.member.takePortal', { portal: perro.name }) }).click()
  await page.getByText(say('team.member.portalTaken', { portal: perro.name })).waitFor()
  expect(await portalsAsked()).toEqual([own, [clara.name, given]])
  await page.getByRole('button', { name: say('ui.undo.verb') }).click()
  await page.getByText(say('ui.undo.done')).waitFor()
  expect(await portalsAsked()).toEqual([own, [clara.name, given], [perro.name, given]])

  // Taken off where one looks at it: the page of another shows the rest.
  await page.getByRole('link', { name: clara.name, exact: true }).click()
  await page.getByRole('button', { name: say('team.member.takePortal', { portal: clara.name }) }).click()
  await page.getByText(say('team.member.portalTaken', { portal: clara.name })).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Alba Sanz' }).waitFor()
  expect(await portalsAsked()).toEqual([own, [perro.name, given]])
})

test('from the page of a portal somebody is invited to it, and everybody of its team is one step away', async () => {
  const { page, say, open, path } = await visit('label')
  const hotel = portals.hotelLevante
  await open(`/portals/${hotel.id}`)
  await page.getByRole('button', { name: say('team.invite') }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel(hotel.name, { exact: true }).isChecked()).toBe(true)
  expect(await dialog.getByLabel(portals.bajamar.name, { exact: true }).isChecked()).toBe(false)
  const email = `${randomUUID()}@correo.test`
  await dialog.getByRole('textbox', { name: say('team.inviteForm.email') }).fill(email)
  await dialog.getByLabel(say('team.inviteForm.name')).fill('Leo Mar')
  await dialog.getByRole('button', { name: say('team.inviteForm.send') }).click()
  await page.getByText(say('team.inviteForm.sent', { email })).waitFor()
  await page.getByRole('link', { name: 'Leo Mar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Leo Mar' }).waitFor()
  expect(path()).toContain(`/portals/${hotel.id}/team/`)
})
