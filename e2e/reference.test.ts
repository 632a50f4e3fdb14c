import { expect, test } from 'vitest'
import { demoPassword } from '#testing/world/cast.ts'
import { visit } from './visit.ts'

test('the reference makes reads with the key that it is given, and never with the session of who reads it', {
  timeout: 180_000,
}, async () => {
  const { page, context, expected } = await visit('label', { locale: 'en' })
  expected.push(/401/)
  const made = await context.request.post('/api/account/keys', {
    data: { name: 'Reference', permissions: ['portal.viewportals'], days: 30, password: demoPassword },
  })
  const { secret } = await made.json()
  await page.goto('/api/reference#/portals/portals.listPortals')
  const operation = (method: string, path: string) =>
    page.locator(`.opblock-${method}`).filter({ has: page.locator(`[data-path="${path}"]`) })
  const call = operation('get', '/portals')
  // The viewer draws the whole document first.
  await call.waitFor({ timeout: 60_000 })
  const answered = async () => {
    const answer = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/portals')
    await call.getByRole('button', { name: 'Execute' }).click()
    const response = await answer
    return [response.status(), (await response.request().allHeaders())['cookie']]
  }
  await call.getByRole('button', { name: 'Try it out' }).click()
  expect(await answered()).toEqual([401, undefined])
  expect(await call.getByText('Undocumented').count()).toBe(0)
  await page.getByRole('button', { name: 'Authorize', exact: true }).first().click()
  await page.locator('#auth-bearer-value').fill(secret)
  await page.locator('form:has(#auth-bearer-value)').getByRole('button', { name: 'Apply' }).last().click()
  await page.getByRole('button', { name: 'Close' }).last().click()
  expect(await answered()).toEqual([200, undefined])
  // The lane of the journeys is production: what changes something is shown, and cannot be tried.
  await page.goto('/api/reference#/portals/portals.createPortal')
  await page.reload()
  const change = operation('post', '/portal')
  await change.getByText('Request body').first().waitFor({ timeout: 60_000 })
  expect(await change.getByRole('button', { name: 'Try it out' }).count()).toBe(0)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
