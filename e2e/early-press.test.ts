import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { demoPassword, people } from '#testing/world/cast.ts'
import { visit } from './visit.ts'
import { inLanguage } from './words.ts'

/** The page stands, and its scripts are still on their way. */
async function openSlowly(page: Page, path: string): Promise<() => void> {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route('**/*.js', async (route) => {
    await arrived
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return arrive
}

test.each(['es', 'en'] as const)('somebody signs in before the page hears them (%s)', async (locale) => {
  const { page, say } = await visit(undefined, { locale })
  const arrive = await openSlowly(page, inLanguage(locale, '/login'))
  await page.getByLabel(say('account.signIn.email')).fill(people.label.email)
  const password = page.getByLabel(say('account.signIn.password'), { exact: true })
  await password.fill(demoPassword)
  await password.press('Enter')
  // The browser's own way would be another page by now.
  expect(await password.inputValue()).toBe(demoPassword)
  arrive()
  await page.waitForURL('**/dashboard')
})

test('a form is not sent without what was written before the page heard it', async () => {
  const { page, say } = await visit(undefined)
  // A machine that draws seldom: what was written is put in long after React has taken the form over.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 1500)
  })
  const arrive = await openSlowly(page, '/login')
  await page.getByLabel(say('account.signIn.email')).fill(people.label.email)
  const password = page.getByLabel(say('account.signIn.password'), { exact: true })
  await password.fill(demoPassword)
  arrive()
  await page.waitForFunction(
    () =>
      Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__reactProps')),
    undefined,
    { polling: 20 },
  )
  await password.press('Enter')
  await page.waitForURL('**/dashboard')
})

test('what is written and pressed before a page hears it is done once it does', async () => {
  const { page, say } = await visit('staff')
  const arrive = await openSlowly(page, '/portals')
  await page.getByRole('searchbox').last().fill('nino')
  await page.getByRole('button', { name: say('portals.create.open'), exact: true }).click()
  arrive()
  await page.waitForURL('**/portals?*q=nino*')
  await page.getByRole('dialog').waitFor()
  expect(await page.locator('html').getAttribute('data-early')).toBe(null)
  // Later presses count once.
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
})

test('a file that is chosen before the page hears it is read', async () => {
  const { page, say } = await visit('artist')
  const arrive = await openSlowly(page, '/stocks/imports/new')
  const rows = 'pedido,sku,unidades,precio,fecha,moneda\nZZ-2,LP,1,12.50,2026-10-01,EUR\n'
  await page
    .locator('main input[type=file]')
    .setInputFiles({ name: 'pedidos.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  arrive()
  await page.getByRole('button', { name: say('orders.import.ask.taxNone') }).waitFor()
})
