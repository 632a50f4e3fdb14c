import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { overflow, settled } from './browser.ts'
import { visit } from './visit.ts'

// What unfolds stays within the window, and what is being read stays where it is.

test.each([1440, 360] as const)(
  'the palette stays where and as high as it is, whatever it finds (%i)',
  async (width) => {
    const { page, say, open } = await visit('label', { width })
    await open('/dashboard/links')
    await page.getByRole('button', { name: say('search.placeholder') }).click()
    const field = page.getByRole('combobox', { name: say('search.label') })
    await field.waitFor()
    const box = async () => {
      const { y, height } = (await page.getByRole('dialog').boundingBox()) ?? { y: -1, height: -1 }
      return [y, height].map(Math.round)
    }
    await settled(page)
    const first = await box()
    expect(first[0]).toBeGreaterThan(0)
    for (const typed of ['e', 'pedido', 'clara', 'zzzzqq', '#204']) {
      await field.fill(typed)
      expect(await box(), typed).toEqual(first)
      await settled(page)
      expect(await box(), typed).toEqual(first)
    }
  },
)

/** All of it is in the window. */
async function isInside(one: Locator, height: number) {
  const box = await one.boundingBox()
  return box !== null && box.y >= 0 && box.y + box.height <= height
}

test('columns unfold upwards, or are scrolled, where the window ends', async () => {
  const { page, say, open } = await visit('staff')
  await open('/analytics/sales-by-portal?filter=3')
  const opener = page.locator('summary', { hasText: say('ui.columns') })
  const list = page.locator('details > div').filter({ has: page.getByLabel(say('ui.denseRows')) })
  for (const [height, from] of [
    [900, 850],
    [420, 210],
  ] as const) {
    await page.setViewportSize({ width: 1440, height })
    await opener.evaluate((one, y) => scrollBy(0, one.getBoundingClientRect().bottom - y), from)
    await opener.click()
    await expect.poll(() => isInside(list, height)).toBe(true)
    const last = page.getByLabel(say('ui.denseRows'))
    await last.scrollIntoViewIfNeeded()
    expect(await isInside(last, height)).toBe(true)
    await page.keyboard.press('Escape')
  }
})

test.each([1440, 360] as const)(
  'the menu of a row at the end of the window opens within it (%i)',
  async (width) => {
    const { page, open } = await visit('artist', { width })
    await open('/dashboard/links')
    const height = 740
    await page.setViewportSize({ width, height })
    const opener = page.locator('main [aria-haspopup=menu]').last()
    await opener.evaluate((one) => scrollBy(0, one.getBoundingClientRect().bottom - innerHeight + 4))
    await opener.click()
    const menu = page.getByRole('menu')
    await menu.getByRole('menuitem').first().waitFor()
    await expect.poll(() => isInside(menu, height)).toBe(true)
  },
)

test('words without a space push no page of a phone to the side', async () => {
  const word = 'Superlargosinespacios'.repeat(4).slice(0, 80)
  const staff = await visit('staff', { width: 360 })
  const owner = await visit('orquesta', { width: 360 })
  const create = async ({ context }: typeof staff, path: string, data: object) => {
    const made = await context.request.post(`/api${path}`, { data })
    expect(made.status(), await made.text()).toBe(201)
    return (await made.json()).id as string
  }
  const at = `/portal/${portals.orquestaPoniente.id}`
  const contact = await create(staff, '/contact', { name: word, organisation: word })
  const link = await create(owner, `${at}/link`, { title: { es: word }, url: `https://example.org/${word}` })
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  await create(owner, `${at}/event`, {
    ...{ name: word, startsAt, timeZone: 'Europe/Madrid', venue: word, city: word, country: 'FR' },
    publication: 'published',
  })
  const product = { es: word.padEnd(120, 'x').slice(0, 80) }
  await create(staff, `${at}/product`, {
    ...{ name: product, sku: 'SUPERLARGO'.repeat(3), category: 'album', format: 'limited' },
    priceCents: 1_000,
  })
  const [bill] = (await (await staff.context.request.get('/api/billing?status=Next&type=1')).json()).items
  const line = { type: 'Extra', description: word, amountCents: 100, reason: word }
  await create(staff, `/bill/${bill.id}/line`, line)
  for (const [{ open, page }, path] of [
    [staff, `/billing/${bill.id}`],
    [staff, '/users'],
    [staff, `/users/${contact}`],
    [staff, '/events'],
    [owner, '/dashboard'],
    [owner, '/dashboard/links'],
    [owner, `/dashboard/links/${link}`],
    [owner, '/dashboard/events'],
    [owner, '/stocks'],
  ] as const) {
    await open(path)
    await settled(page)
    expect(await overflow(page), path).toBe(0)
  }
})
