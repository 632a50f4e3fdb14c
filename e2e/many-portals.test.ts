import { describe, expect, test } from 'vitest'
import { freshSession, openBrowser } from './browser.ts'
import { lane } from './lane.ts'
import { signInAsNewMember } from './new-person.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

/** A label of its own with sixty portals beside its first: the label's id. By name behind all that other journeys look for. */
async function labelOfMany(mark: string): Promise<string> {
  const { origin } = lane()
  const staff = await (await openBrowser()).newContext({ baseURL: origin })
  await freshSession(staff, 'super')
  const post = async (path: string, data: object) => {
    const answer = await staff.request.post(`/api${path}`, { data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return answer.json()
  }
  const label = await post('/portal', {
    name: `Zarza ${mark}`,
    code: `S${mark}`,
    customUrl: `sello-${mark.toLowerCase()}`,
    type: 'master',
  })
  const list = Array.from({ length: 60 }, (_, n) => ({
    name: n === 59 ? `Zulo ${mark}` : `Zorzal ${mark} ${n}`,
    code: `S${mark}N${n}`,
    customUrl: `banda-${mark.toLowerCase()}-${n}`,
    accountId: label.account.id,
  }))
  const { created } = await post('/portals/bulk', { mode: 'all', list })
  expect(created).toBe(60)
  await staff.close()
  return label.id
}

describe.each(walkedIn('es'))('the label of many portals (%s)', (locale) => {
  test('looks for the one that it works in, and gets there', async () => {
    const mark = locale.toUpperCase()
    const visitor = await visit(undefined, { locale, width: locale === 'en' ? 360 : 1440 })
    await signInAsNewMember(visitor, { portalId: await labelOfMany(mark), role: 'Owner' })
    const { page, open, say } = visitor
    await open('/dashboard')
    await page.getByRole('button', { name: say('shell.portal.switch') }).click()
    const search = page.getByRole('combobox', {
      name: say('ui.pick.search', { label: say('shell.portal.switch') }),
    })
    // The session does not name it: it is the last of sixty-one.
    expect(await page.getByRole('option', { name: `Zulo ${mark}` }).count()).toBe(0)
    await search.fill('zulo')
    await page.getByRole('option', { name: `Zulo ${mark}` }).waitFor()
    const switched = page.waitForResponse('**/api/session/portal**')
    await page.getByRole('option', { name: `Zulo ${mark}` }).click()
    expect((await switched).ok()).toBe(true)
    await page.getByRole('button', { name: new RegExp(`Zulo ${mark}`) }).waitFor()
  })
})

test('a portal is looked for at once, however slowly the first of them come', async () => {
  const { page, open, say } = await visit('staff')
  await open('/billing/rates')
  await page.route('**/api/portals?*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    await route.continue()
  })
  await page.getByRole('button', { name: say('billing.rates.add'), exact: true }).click()
  const label = say('billing.rates.portal')
  const field = page.getByRole('combobox', { name: `${label}: ${say('billing.rates.allPortals')}` })
  await field.click()
  await page.getByRole('option', { name: 'Clara Ventisca' }).click()
  await page.getByRole('combobox', { name: `${label}: Clara Ventisca` }).click()
  // None is an answer too, and what is typed while the first are on their way is what is looked for.
  await page.getByRole('combobox', { name: say('ui.pick.search', { label }) }).fill('levante')
  await page.getByRole('option', { name: 'Hotel Levante' }).waitFor()
  expect(await page.getByRole('option', { name: 'Clara Ventisca' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: `${label}: Clara Ventisca` }).waitFor()
})
