import { describe, expect, test } from 'vitest'
import { accessibilityFaults, freshSession, lookName, overflow, settled, usualLooks } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('es'))('the first hour (%s)', (locale) => {
  test('what is left to do leads there, and a thing is said once', async () => {
    const { page, say, open, path } = await visit('demo', { locale })
    await open('/dashboard')
    const list = page.locator('section', {
      has: page.getByRole('heading', { name: say('dashboard.firstHour.title') }),
    })
    const act = (id: string) =>
      list.getByRole('link', { name: new RegExp(say(`dashboard.firstHour.acts.${id}`)) })
    expect(await act('links').count()).toBe(0)
    expect(await page.getByText(say('dashboard.needs.noBillInfo')).count()).toBe(0)
    // Another journey fills in who is paid here.
    for (const link of await list.getByRole('link').all())
      expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
    await act('team').click()
    await page.getByRole('heading', { name: say('team.title'), level: 1 }).waitFor()
    expect(path()).toBe('/team')
    await page
      .getByRole('button', { name: say('team.invite') })
      .first()
      .waitFor()
  })

  test('what «Pendiente de ti» says, no banner says above it', async () => {
    const { page, say, open } = await visit('artist', { locale })
    await open('/dashboard')
    await page.getByText(say('dashboard.needs.billToAccept')).waitFor()
    const close = page.getByRole('button', { name: say('alerts.close') })
    expect(await close.count()).toBe(0)
    await open('/dashboard/links')
    await close.waitFor()
  })

  test('the tour rings what it tells of, beside it', async () => {
    const { page, say, open } = await visit('label', { locale })
    await open('/account/inbox')
    await settled(page)
    const item = page.getByRole('menuitem', { name: say('app.help.tour') })
    for (let press = 0; press < 3 && (await item.count()) === 0; press++) {
      await page.locator('header button').last().click()
      await item.waitFor({ timeout: 3_000 }).catch(() => {})
    }
    await item.click()
    const tour = page.getByRole('region', { name: say('app.tour.label') })
    await tour.getByRole('button', { name: say('app.tour.next') }).click()
    await tour.getByRole('heading', { name: say('app.tour.portal.title') }).waitFor()
    const of = await page.locator('nav[data-narrow] a[href$="/dashboard"]').boundingBox()
    const ring = await page.locator('div:has(+ section[aria-label])').last().boundingBox()
    expect(Math.abs((ring?.x ?? 0) + 4 - (of?.x ?? -9))).toBeLessThan(2)
    expect(Math.abs((ring?.y ?? 0) + 4 - (of?.y ?? -9))).toBeLessThan(2)
    expect((await tour.boundingBox())?.x).toBeGreaterThan((of?.x ?? 0) + (of?.width ?? 0))
  })
})

test.each(usualLooks.map((look) => [lookName(look), look] as const))(
  'the list stands in its frame: %s',
  async (_, look) => {
    const { page, say, open } = await visit('demo', look)
    await open('/dashboard')
    await page.getByRole('heading', { name: say('dashboard.firstHour.title') }).waitFor()
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
  },
)

test('put away, the list stays away in every browser', async () => {
  const first = await visit('orquesta')
  await first.open('/dashboard')
  const title = first.page.getByRole('heading', { name: first.say('dashboard.firstHour.title') })
  await title.waitFor()
  await first.page.getByRole('button', { name: first.say('dashboard.firstHour.hide') }).click()
  await title.waitFor({ state: 'detached' })
  const again = await visit(undefined)
  await freshSession(again.context, 'orquesta')
  await again.open('/dashboard')
  await again.page.getByRole('heading', { name: again.say('dashboard.needs.title') }).waitFor()
  expect(
    await again.page.getByRole('heading', { name: again.say('dashboard.firstHour.title') }).count(),
  ).toBe(0)
})
