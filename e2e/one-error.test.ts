import { expect, test } from 'vitest'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

test.each(walkedIn('en'))(
  'a server that fails is said once on a page of several sections, and one press asks for all of them (%s)',
  async (locale) => {
    const { page, say, open, expected } = await visit('label', { locale })
    await open('/analytics')
    await page.getByRole('heading', { name: say('analytics.why.title') }).waitFor()
    expected.push(/500/)
    await page.route('**/api/analytics/**', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: say('analytics.period.month'), exact: true }).click()
    const alerts = page.locator('main [role=alert]')
    await alerts.first().waitFor()
    await page.locator('main[data-asking]').waitFor({ state: 'detached' })
    expect(await alerts.count()).toBe(1)
    expect(
      await page
        .locator('main')
        .getByRole('button', { name: say('ui.retry') })
        .count(),
    ).toBe(1)
    // No section frames an error of its own.
    await page.getByRole('heading', { name: say('analytics.why.title') }).waitFor({ state: 'detached' })
    expect(await alerts.count()).toBe(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.getByRole('button', { name: say('ui.retry') }).click()
    await page.getByText(say('analytics.why.end'), { exact: true }).first().waitFor()
    await page.getByRole('heading', { name: say('analytics.beside.title') }).waitFor()
    await alerts.first().waitFor({ state: 'detached' })
  },
)

test('what a section asks for after its page is said once too, while the rest stays', async () => {
  const { page, say, open, expected } = await visit('label')
  expected.push(/500/)
  await page.route(/api\/analytics\/(salesChange|sideBySide)/, (route) =>
    route.fulfill({ status: 500, body: '' }),
  )
  await open('/analytics?filter=2')
  const alerts = page.locator('main [role=alert]')
  await alerts.first().waitFor()
  await page.waitForLoadState('networkidle')
  expect(await alerts.count()).toBe(1)
  expect(await page.locator('main figure').count()).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: say('ui.retry') }).click()
  await page.getByText(say('analytics.why.end'), { exact: true }).first().waitFor()
  await page.getByRole('heading', { name: say('analytics.beside.title') }).waitFor()
})

test('what is wrong with something that a form has no field for is said above it', async () => {
  const { page, say, open, expected } = await visit('artist')
  expected.push(/400/)
  const error = {
    code: 'invalidInput',
    message: 'Revisa los datos.',
    fields: { url: 'La dirección no vale.', nadie: 'De esto no hay campo.' },
  }
  await open('/dashboard/links/new')
  await page.route('**/api/portal/*/link', (route) => route.fulfill({ status: 400, json: { error } }), {
    times: 1,
  })
  await page.getByRole('button', { name: say('links.form.saveNew') }).click()
  await page.getByText('La dirección no vale.').waitFor()
  expect(await page.getByRole('alert').allInnerTexts()).toContain('De esto no hay campo.')
})
