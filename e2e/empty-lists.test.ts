import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { PersonKey } from '#testing/world/cast.ts'
import { accessibilityFaults, overflow, settled } from './browser.ts'
import { visit } from './visit.ts'

// Lists that the demo world fills, as somebody meets them who has nothing yet: their answers without any rows.

const lists = [
  ['/communications', '**/api/communications/posts**', 'communications.example.post'],
  ['/communications/notifications', '**/api/communications/notifications**', 'communications.example.person'],
  ['/communications/redirects', '**/api/communications/redirects**', 'communications.example.reason'],
  ['/communications/updates', '**/api/communications/updates**', 'communications.example.update'],
  ['/account/updates', '**/api/app/updates**', 'communications.example.update'],
  ['/account/activity', /\/api\/activity(\?|$)/, 'activity.example.link'],
  ['/users', /\/api\/contacts(\?|$)/, 'contacts.example.name'],
  ['/portals', /\/api\/portals(\?|$)/, 'portals.example.artist'],
  ['/portals/accounts', /\/api\/accounts(\?|$)/, 'portals.example.artist'],
  ['/products/blanks', /\/api\/blanks(\?|$)/, 'products.blanks.example.shirt'],
  ['/products/skus', /\/api\/skus(\?|$)/, 'products.example.record'],
  ['/products/exchange-rates', '**/api/exchange-rates**', 'GBP'],
  ['/billing', /\/api\/billing(\?|$)/, 'billing.exampleAccount'],
  ['/billing/verifactu', '**/api/billing/fiscal/issuers**', 'billing.exampleAccount'],
  ['/billing/rates', /\/api\/billing\/rates(\?|$)/, 'products.example.record'],
] as const

const ofPortals = [
  ['/billing/bills', /\/api\/portal\/[^/]+\/bills(\?|$)/, /^BANDA-/],
  ['/stocks/skus', /\/api\/portal\/[^/]+\/skus(\?|$)/, 'products.example.record'],
  ['/stocks/connectors', /\/api\/portal\/[^/]+\/connectors(\?|$)/, 'orders.connectors.exampleName'],
] as const

/** From now on what such an address answers has no rows. */
const emptied = (page: Page, address: string | RegExp) =>
  page.route(address, async (route) => {
    const answer = await route.fetch()
    const json = await answer.json()
    await route.fulfill({
      response: answer,
      json: { ...json, items: [], total: 0, products: [], from: null, to: null },
    })
  })

/** What a screen reader is given to read. */
async function readOut(page: Page) {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  return nodes.flatMap(({ ignored, name }) => (ignored ? [] : [String(name?.value ?? '')]))
}

async function emptyList(
  who: PersonKey,
  path: string,
  address: string | RegExp,
  look: Parameters<typeof visit>[1] = {},
) {
  const visitor = await visit(who, look)
  const { page, open, say } = visitor
  await open('/account/keys')
  await emptied(page, address)
  await page.evaluate((to) => history.pushState({}, '', to), `${look.locale === 'en' ? '/en' : ''}${path}`)
  const example = page.locator('figure').filter({ hasText: say('ui.example') })
  return { ...visitor, example }
}

test.each([
  ...lists.map((one) => ['super', ...one] as const),
  ...ofPortals.map((one) => ['label', ...one] as const),
])('%s %s: what will stand there, as an example', async (who, path, address, shown) => {
  const { page, example, say } = await emptyList(who, path, address)
  const words = typeof shown === 'string' && shown.includes('.') ? say(shown) : shown
  await example.locator('[inert]').getByText(words).first().waitFor()
  await settled(page)
  // Nobody is read it, and nothing in it can be pressed.
  expect((await readOut(page)).filter((name) => name.match(words))).toEqual([])
  expect(await overflow(page)).toBe(0)
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

test.each([
  ['/communications?status=scheduled', '**/api/communications/posts**'],
  ['/billing?status=Cancelled', /\/api\/billing(\?|$)/],
  ['/users?q=nobody-at-all', /\/api\/contacts(\?|$)/],
  ['/portals?type=master', /\/api\/portals(\?|$)/],
] as const)('%s: what a filter leaves out is no reason for an example', async (path, address) => {
  const { page, example, say } = await emptyList('super', path, address, { locale: 'en' })
  await page.getByRole('button', { name: say('ui.clearFilters') }).waitFor()
  await settled(page)
  expect(await example.count()).toBe(0)
})

test.each([
  '/products/new',
  '/products/stock',
  '/products/connectors',
  '/products/imports',
  '/products/imports/new',
  '/events/new',
])('%s: without any portal it leads to where the first one is made', async (path) => {
  const { page, say } = await emptyList('super', path, /\/api\/portals(\?|$)/)
  await page.getByRole('heading', { name: say('portals.empty.title') }).waitFor()
  expect(await page.getByText(say('products.noPortal.text')).count()).toBe(0)
  await page.getByRole('link', { name: say('portals.firstNeeded.go') }).click()
  await page
    .getByRole('button', { name: say('portals.create.title') })
    .first()
    .waitFor()
})
