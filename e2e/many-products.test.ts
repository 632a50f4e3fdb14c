import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'

/** A portal with more products on sale than are told at once: the first forty here, and one that is found by its words. */

const one = (n: number) => ({
  ...{ id: `01932000-0000-7000-8000-${String(n).padStart(12, '0')}`, shown: n === 1 },
  ...{ name: { es: n === 0 ? 'Vinilo de Écija' : `Lámina ${n}` }, priceCents: 1200, pictureUrl: null },
  category: 'merch',
})
const first = Array.from({ length: 40 }, (_, n) => one(n + 1))
const withMany = (page: Page) =>
  page.route(/\/api\/portal\/[^/]+\/products/, (route) => {
    const items = new URL(route.request().url()).searchParams.has('q') ? [one(1), one(0)] : first
    return route.fulfill({ json: { items, chosen: false, total: 606, version: 1 } })
  })

test('one that is found by its name is called by it', async () => {
  const { page, say, open } = await visit('vera')
  await withMany(page)
  await open('/dashboard/releases')
  await page
    .getByRole('link', { name: say('releases.new') })
    .first()
    .click()
  const label = say('releases.form.product')
  await page.getByRole('combobox', { name: `${label}: ` }).click()
  await page.getByRole('combobox', { name: say('ui.pick.search', { label }) }).fill('ecija')
  await page.getByRole('option', { name: 'Vinilo de Écija' }).click()
  await page.getByRole('combobox', { name: `${label}: Vinilo de Écija`, exact: true }).waitFor()
})

test('… and by a release that is opened again', async () => {
  const { page, say, open, context, origin } = await visit('vera')
  const api = `/api/portal/${portals.veraCantil.id}`
  const { items } = await (await context.request.get(`${api}/products`)).json()
  const release = await context.request.post(`${api}/release`, {
    headers: { origin },
    data: {
      ...{ title: { es: 'Maqueta' }, productId: items[0].id, durationDays: 7, status: 'draft' },
      releaseAt: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  expect(release.status()).toBe(201)
  const { id } = await release.json()
  await withMany(page)
  await open('/dashboard/releases')
  await page.getByRole('link', { name: 'Maqueta' }).click()
  const label = say('releases.form.product')
  await page.getByRole('combobox', { name: `${label}: ${items[0].name.es}`, exact: true }).waitFor()
  expect((await context.request.delete(`${api}/release/${id}`, { headers: { origin } })).status()).toBe(204)
})

test('a search says how many it found, not how many the newest are', async () => {
  const { page, say, open } = await visit('vera')
  await withMany(page)
  await open('/dashboard/links')
  await page
    .getByRole('link', { name: say('shell.tabs.appearance') })
    .first()
    .click()
  await page.getByRole('button', { name: say('appearance.products.open') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(say('appearance.products.hiddenOf', { shown: 39, total: 605 })).waitFor()
  await dialog.getByRole('searchbox').fill('ecija')
  await dialog.getByText(say('appearance.products.foundSome', { shown: 1, total: 605 })).waitFor()
})
