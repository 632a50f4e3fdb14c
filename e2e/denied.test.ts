import { expect, test } from 'vitest'
import { visit } from './visit.ts'

test.each(['es', 'en'] as const)(
  'a page that one may not see says why, and the right is asked for (%s)',
  async (locale) => {
    const { page, say, open, expected } = await visit('tech', { locale })
    if (locale === 'en') expected.push(/429/)
    await open('/analytics')
    expect(new URL(page.url()).pathname).toMatch(/\/dashboard$/)
    await page.getByText(say('roles.key.analytics_viewanalytics'), { exact: false }).waitFor()
    // Asked once; the second language finds that it was.
    await page.getByRole('button', { name: say('shell.denied.ask') }).click()
    await page
      .getByText(say(locale === 'es' ? 'shell.denied.asked' : 'problem.tooMany'))
      .first()
      .waitFor()
    await page.getByRole('button', { name: say('shell.denied.ask') }).waitFor({ state: 'detached' })
    expect(new URL(page.url()).hash).toBe('')
  },
)

test('what one may not know of leads on without a word', async () => {
  const { page, say, open } = await visit('tech', { locale: 'es' })
  await open('/staffs')
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.getByRole('button', { name: say('shell.denied.ask') }).count()).toBe(0)
})

test.each(['es', 'en'] as const)(
  'a part of a page says in its own place which right is lacking, from an address and from a link (%s)',
  async (locale) => {
    const { page, say, open, expected } = await visit('lector', { locale })
    expected.push(/403/)
    if (locale === 'en') expected.push(/429/)
    expect(await open('/stocks/connectors')).toBe(403)
    const why = () => page.getByText(say('shell.denied.title', { key: say('roles.key.stocks_managestocks') }))
    await why().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(say('orders.connectors.title'))
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: say('shell.denied.ask') }).click()
    await page
      .getByText(say(locale === 'es' ? 'shell.denied.asked' : 'problem.tooMany'))
      .first()
      .waitFor()
    // The same without a new document.
    await page.locator('a[href$="/stocks"]').first().click()
    await page.getByRole('heading', { name: say('shell.menu.stocks'), level: 1 }).waitFor()
    await page.goBack()
    await why().waitFor()
  },
)

test('what is none of theirs is not there, in their language', async () => {
  const { page, say, open, expected } = await visit('artist', { locale: 'en' })
  expected.push(/404/)
  expect(await open('/billing/rates')).toBe(404)
  await page.getByRole('heading', { name: say('errors.pageNoFound') }).waitFor()
})
