import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { people, portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('activity (%s)', (locale) => {
  test('a change is there at once, with what was before, and leaves as CSV', async () => {
    const { page, context, open, say } = await visit('label', { locale })
    const portalId = portals.bajamar.id
    const draft = { title: { es: 'Disco nuevo' }, url: 'https://disco.example' }
    const made = await context.request.post(`/api/portal/${portalId}/link`, { data: draft })
    const { id, version } = await made.json()
    await context.request.put(`/api/portal/${portalId}/link/${id}`, {
      data: { ...draft, title: { es: 'Disco ya a la venta' } },
      headers: { 'If-Match': `"${version}"` },
    })

    await open(`/account/activity?target=${id}`)
    const list = page.getByRole('main').getByRole('list').last()
    await list.getByText(say('activity.action.links_updateLink')).waitFor()
    await list.getByText(say('activity.action.links_createLink')).waitFor()
    await list.getByText(say('activity.change'), { exact: true }).first().click()
    await list.getByText('Disco ya a la venta').first().waitFor()
    expect(await list.locator('dd').first().textContent()).toContain('Disco nuevo')

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: say('activity.export') }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(`${say('activity.fileName')}.csv`)
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(people.label.name)
  })

  test('the filters stand in the address, and can be taken off', async () => {
    const { page, open, say } = await visit('label', { locale })
    await open('/account/activity?from=2031-01-01')
    await page.getByText(say('activity.noResults')).waitFor()
    await page.getByRole('button', { name: say('ui.clearFilters') }).click()
    await page.waitForURL((url) => url.search === '')
    await page
      .getByLabel(say('activity.filter.action'), { exact: true })
      .selectOption({ label: say('activity.action.links_createLink') })
    await page.waitForURL('**action=links.createLink**')
  })
})

test('who manages no portal is told which right the activity page asks for', async () => {
  const { page, say, open, expected } = await visit('editor')
  expected.push(/403/)
  expect(await open('/account/activity')).toBe(403)
  await page.getByText(say('shell.denied.title', { key: say('roles.key.portal_manageportals') })).waitFor()
})

test('a portal’s page and a person’s show their latest changes', async () => {
  const { page, open, say } = await visit('label')
  for (const address of [
    `/portals/${portals.claraVentisca.id}`,
    `/portals/${portals.claraVentisca.id}/team/${people.marketing.id}`,
  ]) {
    await open(address)
    await page.getByRole('heading', { name: say('activity.timeline') }).waitFor()
  }
})

test.each(['/events', '/products/blanks', '/communications/redirects', '/communications/updates'])(
  'from %s one step leads to what was deleted of late',
  async (address) => {
    const { page, say, open } = await visit('super')
    await open(address)
    await page.getByRole('link', { name: say('activity.deletedLately') }).click()
    await page.getByRole('heading', { level: 1, name: say('activity.deletedLately') }).waitFor()
  },
)
