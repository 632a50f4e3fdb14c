import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'

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
