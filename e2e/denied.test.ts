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
