import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

/** Lets the next such request reach the server, and loses what it answers. */
async function loseAnswer(page: Awaited<ReturnType<typeof visit>>['page'], path: RegExp) {
  await page.route(
    path,
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
}

test('a link whose answer was lost is one link when the button is pressed again', async () => {
  const { page, say, open, expected, context } = await visit('artist', { locale: 'es' })
  expected.push(/ERR_CONNECTION_RESET|Failed to load/)
  const title = `Perdido ${Date.now()}`
  await open('/dashboard/links/new')
  await page.getByRole('textbox', { name: say('links.form.title'), exact: true }).fill(title)
  await page.getByLabel(say('links.form.url')).fill('https://example.org/uno')
  await loseAnswer(page, /\/api\/portal\/[^/]+\/link$/)
  const save = page.getByRole('button', { name: say('links.form.saveNew') })
  await save.click()
  await page.getByRole('alert').first().waitFor()
  await save.click()
  await page.waitForURL(/\/dashboard\/links$/)
  const answer = await context.request.get(`/api/portal/${portals.ninoLobo.id}/links`)
  const { items } = (await answer.json()) as { items: { title: { es: string } }[] }
  expect(items.filter((one) => one.title.es === title)).toHaveLength(1)
})

test.each(walkedIn('en'))(
  'without a connection the page says so and keeps what was typed (%s)',
  async (locale) => {
    const { page, say, open, expected, context } = await visit('artist', { locale })
    expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load/)
    await open('/dashboard/links/new')
    const title = page.getByRole('textbox', { name: say('links.form.title'), exact: true })
    await title.fill(`Sin red ${locale}`)
    await page.getByLabel(say('links.form.url')).fill('example.org/sin-red')
    // The notice comes with what is loaded after the page.
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await page.getByText(say('ui.offline.notice')).waitFor()
    const save = page.getByRole('button', { name: say('links.form.saveNew') })
    await save.click()
    await page.getByText(say('ui.offline.notSaved')).waitFor()
    expect(await title.inputValue()).toBe(`Sin red ${locale}`)
    // Nor is it lost on a way to a page that cannot come.
    await page.getByRole('link', { name: say('shell.menu.billing') }).click()
    await page.getByText(say('ui.offline.stay')).waitFor()
    expect(await title.inputValue()).toBe(`Sin red ${locale}`)
    await context.setOffline(false)
    await page.getByText(say('ui.offline.back')).waitFor()
    expect(await page.getByText(say('ui.offline.notice')).count()).toBe(0)
    await save.click()
    await page.waitForURL(/\/dashboard\/links$/)
  },
)

test('what somebody else has deleted is said to be gone, not to be tried again', async () => {
  const { page, say, open, expected, context } = await visit('orquesta', { locale: 'es' })
  expected.push(/404/)
  const title = `De otros ${Date.now()}`
  const at = `/api/portal/${portals.orquestaPoniente.id}/link`
  const made = await context.request.post(at, { data: { title: { es: title }, url: 'https://example.org' } })
  await open('/dashboard/links')
  await context.request.delete(`/api/portal/link/${(await made.json()).id}`)
  await page.getByRole('row').filter({ hasText: title }).getByRole('button').last().click()
  await page.getByRole('menuitem', { name: say('links.delete') }).click()
  await page.getByText(say('ui.gone.already')).waitFor()
  await expect.poll(() => page.getByText(title).count()).toBe(0)
})
