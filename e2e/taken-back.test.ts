import { expect, test } from 'vitest'
import { people, portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'

// What can be taken back is done without a question, and its toast says how.

test('a release that was published by mistake is a draft again from the toast', async () => {
  const { page, context, say, open } = await visit('artist')
  const portalId = portals.ninoLobo.id
  const draft = {
    title: { es: 'Por error' },
    releaseAt: '2031-02-01T10:00:00Z',
    durationDays: 30,
    status: 'draft',
  }
  const made = await (await context.request.post(`/api/portal/${portalId}/release`, { data: draft })).json()
  const address = `/api/portal/${portalId}/release/${made.id}`
  const status = async () => (await (await context.request.get(address)).json()).status
  await open(`/dashboard/releases/${made.id}`)
  await page.getByLabel(say('releases.form.status'), { exact: true }).selectOption('published')
  await page.getByRole('button', { name: say('releases.form.save') }).click()
  await page.getByText(say('releases.form.saved')).waitFor()
  expect(await status()).toBe('published')
  await page
    .getByRole('status')
    .getByRole('button', { name: say('ui.undo.verb') })
    .click()
  await page.getByText(say('ui.undo.done')).waitFor()
  expect(await status()).toBe('draft')
  await context.request.delete(address)
})

test('rights that were changed are what they were from the toast', async () => {
  const { page, context, say, open } = await visit('label')
  const portalId = portals.claraVentisca.id
  const address = `/api/portal/${portalId}/team/${people.marketing.id}`
  const rights = async () => {
    const { role, grants, denies } = await (await context.request.get(address)).json()
    return { role, grants, denies }
  }
  const before = await rights()
  await open(`/portals/${portalId}/team/${people.marketing.id}`)
  await page.getByRole('radio', { name: say('roles.name.Editor') }).check({ force: true })
  await page.getByRole('button', { name: say('team.member.save') }).click()
  await page.getByText(say('team.member.saved')).waitFor()
  expect((await rights()).role).toBe('Editor')
  await page
    .getByRole('status')
    .getByRole('button', { name: say('ui.undo.verb') })
    .click()
  await page.getByText(say('ui.undo.done')).waitFor()
  expect(await rights()).toEqual(before)
})

test('chosen products are archived without a question, and stand there again', async () => {
  const { page, say, open } = await visit('super')
  await open('/products?q=Casa+Cal')
  const marks = () => page.locator('tbody').innerText()
  const before = await marks()
  await page.locator('tbody input[type=checkbox]').first().check()
  await page.getByRole('button', { name: say('products.bulk.archive'), exact: true }).click()
  await page.getByText(say('products.bulk.archived', { count: 1 })).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page
    .getByRole('status')
    .getByRole('button', { name: say('ui.undo.verb') })
    .click()
  await page.getByText(say('ui.undo.done')).waitFor()
  await expect.poll(marks).toBe(before)
})

test('an edit is put back from the activity, and says what stands against it', async () => {
  const { page, context, say, open } = await visit('label')
  const portalId = portals.bajamar.id
  const draft = { title: { es: 'Gira' }, url: 'https://gira.example' }
  const { id } = await (await context.request.post(`/api/portal/${portalId}/link`, { data: draft })).json()
  const address = `/api/portal/${portalId}/link/${id}`
  const write = (title: string) => context.request.put(address, { data: { ...draft, title: { es: title } } })
  await write('Gira de verano')
  await write('Gira de invierno')
  await open(`/account/activity?target=${id}`)
  const entries = page.getByRole('listitem').filter({ hasText: say('activity.action.links_updateLink') })
  await entries
    .last()
    .getByText(say('activity.changedSince', { fields: say('activity.field.title') }))
    .waitFor()
  await entries
    .first()
    .getByRole('button', { name: say('activity.putBack') })
    .click()
  await page.getByText(say('ui.undo.done')).waitFor()
  expect((await (await context.request.get(address)).json()).title.es).toBe('Gira de verano')
  // What stood against the first edit is gone with the second.
  await entries
    .last()
    .getByRole('button', { name: say('activity.putBack') })
    .click()
  await expect.poll(async () => (await (await context.request.get(address)).json()).title.es).toBe('Gira')
  await context.request.delete(address)
})
