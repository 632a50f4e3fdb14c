import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { accessibilityFaults, overflow, settled } from './browser.ts'
import { madridDay } from './days.ts'
import { visit } from './visit.ts'

interface Answer {
  url?: string
  previewUrl?: string
}

/** The public page's address, as the dashboard's API tells it. */
const addressOf = async (who: 'artist' | 'orquesta' | 'editor', portalId: string) => {
  const { page, origin } = await visit(who)
  const answer: Answer = await (await page.request.get(`${origin}/api/portal/${portalId}/appearance`)).json()
  return answer.url ?? ''
}

describe('the public page', () => {
  test('reads well on a phone and on a desk, in both languages, without faults', async () => {
    const url = await addressOf('editor', portals.claraVentisca.id)
    for (const [width, locale] of [
      [360, 'es'],
      [1440, 'en'],
    ] as const) {
      const { page } = await visit(undefined, { width, locale })
      await page.goto(locale === 'en' ? url.replace(/\/([^/]+)$/, '/en/$1') : url)
      await settled(page)
      expect(await overflow(page)).toBe(0)
      expect(await accessibilityFaults(page)).toEqual([])
      expect(await page.locator('h1').textContent()).toMatch(/clara/i)
    }
  })

  test('shows its largest part with the first answer, and nothing moves afterwards', async () => {
    const url = await addressOf('editor', portals.claraVentisca.id)
    const { page } = await visit(undefined, { width: 360 })
    await page.addInitScript(() => {
      const seen = { shift: 0, largest: '' }
      Object.assign(globalThis, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
          seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { element?: Element })[])
          seen.largest = entry.element?.textContent ?? ''
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    const answer = await page.goto(url)
    const html = (await answer?.text()) ?? ''
    await settled(page)
    const seen = await page.evaluate(
      () => (globalThis as unknown as { seen: { shift: number; largest: string } }).seen,
    )
    expect(seen.shift).toBe(0)
    expect(seen.largest.trim().length).toBeGreaterThan(0)
    expect(html).toContain(seen.largest.trim().split(/\s+/)[0])
    // The only script there is counts a release down; without one none is loaded.
    expect(scripts.filter((url) => !url.endsWith('/js/countdown.js'))).toEqual([])
  })

  test('a fan follows a link: the visit and the click stand in the figures', async () => {
    const portalId = portals.orquestaPoniente.id
    const url = await addressOf('orquesta', portalId)
    const { page: dashboard, origin } = await visit('orquesta')
    const today = madridDay()
    const visits = async () => {
      const answer = await dashboard.request.get(
        `${origin}/api/analytics/portalVisitsInfo/${portalId}?f=${today}&t=${today}`,
      )
      return (await answer.json()).totals.visits as number
    }
    const before = await visits()
    const { page, expected } = await visit(undefined, { width: 360 })
    // The demo's links lead to names that do not exist.
    expected.push(/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED|ERR_/)
    // Neither the test's own browser, which calls itself headless, nor the one that the team is signed in with.
    await page.setExtraHTTPHeaders({
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) Version/26.1 Mobile/15E148 Safari/604.1',
    })
    await page.goto(url)
    const first = page.locator('.links a[href^="/go/"]').first()
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/go/')),
      first.click(),
    ])
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toMatch(/^https:\/\//)
    await expect.poll(visits).toBe(before + 1)
  })

  test('an address that leads nowhere says so', async () => {
    const url = await addressOf('artist', portals.ninoLobo.id)
    const { page, expected } = await visit(undefined, { width: 360 })
    expected.push(/404/)
    const answer = await page.goto(url.replace(/[^/]+$/, 'nobody-here'))
    expect(answer?.status()).toBe(404)
    expect(await page.locator('h1').textContent()).toBe('Aquí no toca nadie')
    expect(await accessibilityFaults(page)).toEqual([])
  })
})
