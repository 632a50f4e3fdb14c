import { describe, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { signInAsNewMember } from './new-person.ts'
import { visit } from './visit.ts'

type Marked = Window & { marked?: boolean; measured?: number }

describe.each(['es', 'en'] as const)('the program around the pages (%s)', (locale) => {
  const prefix = locale === 'en' ? '/en' : ''

  test.each([false, true])('a new build comes with the next navigation, guarded: %s', async (guarded) => {
    const { page, open } = await visit('artist', { locale })
    let id = 'the first'
    let asked = 0
    await page.route('**/api/app/build', (route) => {
      asked++
      return route.fulfill({ json: { id } })
    })
    await page.clock.install()
    await open('/account/inbox')
    await expect.poll(() => asked).toBeGreaterThan(0)
    await page.evaluate(() => {
      ;(window as Marked).marked = true
    })
    id = 'the second'
    const told = page.waitForResponse('**/api/app/build')
    await page.clock.runFor(61_000)
    await (await told).finished()
    if (guarded) await page.evaluate(() => sessionStorage.setItem('reloaded-at', String(Date.now())))
    await page.locator(`nav a[href="${prefix}/team"]`).first().click()
    await page.waitForURL(`**${prefix}/team`)
    await page.locator('main h1').waitFor()
    await expect.poll(() => page.evaluate(() => (window as Marked).marked === true)).toBe(guarded)
  })

  test('a part of an older build that is gone brings the whole page anew', async () => {
    const { page, open, expected } = await visit('artist', { locale })
    // What the page asked for comes back as nothing, which it says while the new one is on its way.
    expected.push(/404|Failed to fetch|MIME|reading 'loader'/)
    await open('/account/inbox')
    await page.evaluate(() => {
      ;(window as Marked).marked = true
    })
    const gone = /\/assets\/\w+\/team-page[^/]*\.js$/
    await page.route(gone, (route) => route.fulfill({ status: 404, body: 'Not found' }), { times: 1 })
    await page.locator(`nav a[href="${prefix}/team"]`).first().click()
    await expect.poll(() => page.evaluate(() => (window as Marked).marked).catch(() => true)).toBeUndefined()
    await page.waitForURL(`**${prefix}/team`)
    await page.locator('main h1').waitFor()
  })

  test('nothing measures before a yes, nor on pages about money', async () => {
    const { page, say, open, origin } = await visit('artist', { locale })
    const scripts = [`${origin}/measuring-of-a-journey.js`]
    await page.route('**/api/app/measuring', (route) => route.fulfill({ json: { scripts } }))
    await page.route('**/measuring-of-a-journey.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.measured = (window.measured ?? 0) + 1' }),
    )
    const measured = () => page.evaluate(() => (window as Marked).measured ?? 0)
    await open('/account/inbox')
    const yes = page.getByRole('button', { name: say('app.consent.yes') })
    await yes.waitFor()
    expect(await measured()).toBe(0)
    await yes.click()
    await expect.poll(measured).toBe(1)
    await page.locator(`nav a[href="${prefix}/billing"]`).first().click()
    await page.waitForURL(`**${prefix}/billing`)
    await expect.poll(measured).toBe(0)
    // The answer is remembered: no second question, and it runs again elsewhere.
    await open('/account/inbox')
    await expect.poll(measured).toBe(1)
    expect(await yes.count()).toBe(0)
  })

  test('who says no is not asked again and not measured', async () => {
    const { page, say, open, origin } = await visit('artist', { locale })
    await page.route('**/api/app/measuring', (route) =>
      route.fulfill({ json: { scripts: [`${origin}/measuring-of-a-journey.js`] } }),
    )
    await open('/account/inbox')
    const no = page.getByRole('button', { name: say('app.consent.no') })
    await no.click()
    await no.waitFor({ state: 'detached' })
    const later = page.waitForResponse('**/api/app/build')
    await open('/account/inbox')
    await later
    expect(await no.count()).toBe(0)
    expect(await page.locator('script[src*="measuring-of-a-journey"]').count()).toBe(0)
  })

  test('the tour opens by itself the first time, and never again once it is closed, in no browser', async () => {
    // Without #tour, visits are told to leave the tour away.
    const first = await visit(undefined, { locale })
    const own = await signInAsNewMember(first)
    const { page, say, open } = first
    const tour = page.getByRole('region', { name: say('app.tour.label') })
    await open('/account/inbox#tour')
    await tour.waitFor()
    const told = page.waitForResponse('**/api/app/tour')
    await tour.getByRole('button', { name: say('app.tour.skip') }).click()
    await tour.waitFor({ state: 'detached' })
    await told
    const again = await visit(undefined, { locale })
    await again.context.request.post('/api/session', { data: own })
    await again.open('/account/inbox#tour')
    // What comes after the page, the tour among it, is there.
    await again.page.waitForLoadState('networkidle')
    await settled(again.page)
    expect(await again.page.getByRole('region', { name: say('app.tour.label') }).count()).toBe(0)
  })

  test('the tour is gone through step by step, and ends', async () => {
    const { page, say, open } = await visit('label', { locale })
    await open('/account/inbox')
    const item = page.getByRole('menuitem', { name: say('app.help.tour') })
    for (let press = 0; press < 3 && (await item.count()) === 0; press++) {
      await page.locator('header button').last().click()
      await item.waitFor({ timeout: 3_000 }).catch(() => {})
    }
    await item.click()
    const tour = page.getByRole('region', { name: say('app.tour.label') })
    await tour.waitFor()
    const next = tour.getByRole('button', { name: say('app.tour.next') })
    let steps = 1
    for (; (await next.count()) > 0; steps++) await next.click()
    // A label has a portal, figures, a team and bills to be told of.
    expect(steps).toBeGreaterThan(4)
    await tour.getByRole('button', { name: say('app.tour.done') }).click()
    await tour.waitFor({ state: 'detached' })
  })
})
