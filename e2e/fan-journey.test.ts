import { describe, expect, onTestFinished, test } from 'vitest'
import { people } from '#testing/world/cast.ts'
import { freshSession, overflow, settled } from './browser.ts'
import { madridDay, nextYear } from './days.ts'
import { visit } from './visit.ts'
import { inLanguage, type Locale } from './words.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile/15E148 Safari/604.1'
let tries = 0

/** The portals that the journeys made, and which of them each language's fan has clicked in. */
const made: { portalId: string; code: string }[] = []
const clickedIn = new Map<Locale, string>()

describe.each(['es', 'en'] as const)('from an empty portal to a counted fan (%s)', (locale) => {
  test('create, dress, fill, publish; a fan on a phone opens and clicks, and the visit stands in the figures', async () => {
    const staff = await visit('staff', { locale })
    const { say } = staff
    const name = locale === 'es' ? 'Zahara Viento' : 'Zahara Norte'
    // A second try finds the first one's address and code taken, also after its portal was deleted.
    const mark = `${locale}${++tries}`
    const address = `zahara-${mark}`
    const code = `ZAHAR${mark}`.toUpperCase()
    await staff.open('/portals')
    await staff.page.getByRole('button', { name: say('portals.create.open') }).click()
    const dialog = staff.page.getByRole('dialog')
    await dialog.getByLabel(say('portals.form.name'), { exact: true }).fill(name)
    await dialog.getByLabel(say('portals.one.code')).fill(code)
    await dialog.getByLabel(say('portals.one.address')).fill(address)
    await dialog.getByRole('button', { name: say('portals.create.submit') }).click()
    await staff.page.waitForURL(/\/portals\/[0-9a-f-]{36}$/)
    const portalId = staff.path().split('/').at(-1) ?? ''
    const given = await staff.page.request.post(`${staff.origin}/api/portals/team`, {
      data: {
        email: people.demo.email,
        name: people.demo.name,
        portals: [{ portalId, role: 'Owner' }],
      },
    })
    expect(given.status(), await given.text()).toBe(201)
    made.push({ portalId, code })

    const owner = await visit(undefined, { locale })
    await owner.context.addCookies(await freshSession(owner.context, 'demo'))
    // A team asks before one is in it.
    const { id } = (await given.json()) as { id: string }
    const joined = await owner.page.request.put(`${owner.origin}/api/account/invitation/${id}/acceptance`, {
      data: {},
    })
    expect(joined.status(), await joined.text()).toBe(200)
    await owner.page.request.put(`${owner.origin}/api/session/portal`, { data: { portalId } })
    const { page, open } = owner
    await open('/dashboard/appearance')
    await page.getByRole('radio', { name: say('appearance.design.carab.name') }).check()
    await page.frameLocator('iframe').locator('body.d-carab').waitFor()

    await open('/dashboard/links/new')
    await page.getByRole('textbox', { name: say('links.form.title'), exact: true }).fill('Disco nuevo')
    await page.getByLabel(say('links.form.url')).fill('https://disco.zahara.invalid/')
    await page.getByRole('button', { name: say('links.form.saveNew') }).click()
    await page.getByText(say('links.form.created')).waitFor()

    await open('/dashboard/events/new')
    await page.getByLabel(say('events.form.name'), { exact: true }).fill('Zahara en Tarifa')
    await page.getByLabel(say('events.form.startsAt'), { exact: true }).fill(`${nextYear}-08-14T22:00`)
    await page.getByLabel(say('events.form.city')).fill('Tarifa')
    await page.getByRole('button', { name: say('events.form.addTicket') }).click()
    await page.getByLabel(say('events.form.ticketUrl')).fill('https://entradas.zahara.invalid/')
    await page.getByLabel(say('events.form.publication')).selectOption('published')
    await page.getByRole('button', { name: say('events.form.saveNew') }).click()
    await page.getByText(say('events.form.created')).waitFor()

    await open('/dashboard/featured/new')
    await page.getByLabel(say('featured.form.target')).selectOption({ label: 'Disco nuevo' })
    await page.getByLabel(say('featured.form.status')).selectOption('published')
    await page.getByRole('button', { name: say('featured.form.saveNew') }).click()
    await page.getByText(say('featured.form.created')).waitFor()

    await open('/dashboard/appearance')
    await page.getByRole('button', { name: say('appearance.publish') }).click()
    await page.getByText(say('appearance.published')).waitFor()
    const live =
      (await page.getByRole('link', { name: say('appearance.viewLive') }).getAttribute('href')) ?? ''
    expect(new URL(live).pathname).toMatch(new RegExp(`/${address}$`))

    const fan = await visit(undefined, { locale, width: 360 })
    // The names that the journey's links lead to do not exist.
    fan.expected.push(/ERR_/)
    // Neither the test's own browser, which calls itself headless, nor the one that the team is signed in with.
    await fan.page.setExtraHTTPHeaders({ 'user-agent': phone })
    const shown = new URL(inLanguage(locale, `/${address}`), live).href
    await fan.page.goto(shown)
    await settled(fan.page)
    expect(await overflow(fan.page)).toBe(0)
    expect(await fan.page.locator('body').getAttribute('class')).toContain('d-carab')
    for (const text of ['Disco nuevo', 'Tarifa'])
      expect(await fan.page.getByText(text).first().isVisible(), text).toBe(true)
    const press = async (selector: string, target: string) => {
      const [answer] = await Promise.all([
        fan.page.waitForResponse((response) => response.url().includes('/go/')),
        fan.page.locator(selector).first().click(),
      ])
      expect(answer.headers().location).toBe(target)
      // The browser's own error page comes a moment later, and would end the way back.
      await fan.page.waitForURL('chrome-error://**', { waitUntil: 'commit' })
      await fan.page.goto(shown)
    }
    await press('.links a', 'https://disco.zahara.invalid/')
    await press('.events .acts a', 'https://entradas.zahara.invalid/')

    const today = madridDay()
    const figures = async () => {
      const answer = await page.request.get(
        `${owner.origin}/api/analytics/portalVisitsInfo/${portalId}?f=${today}&t=${today}`,
      )
      const { totals } = await answer.json()
      return { visits: totals.visits, visitors: totals.visitors }
    }
    await expect.poll(figures).toEqual({ visits: 1, visitors: 1 })
    clickedIn.set(locale, portalId)
  }, 60_000)
})

// What was clicked is told apart by a job that runs each minute: it is waited for once, not in each language.
test('what the fans clicked stands beside the links and events', async () => {
  const staff = await visit('staff')
  // Other journeys find the cast as it was.
  onTestFinished(async () => {
    for (const { portalId, code } of made)
      await staff.page.request.delete(`${staff.origin}/api/portal/${portalId}`, { data: { code } })
  })
  const clicks = async (portalId: string) => {
    const of = async (what: string) =>
      (await (await staff.page.request.get(`${staff.origin}/api/portal/${portalId}/${what}`)).json()).items[0]
        .clicks
    return [await of('links'), await of('events')]
  }
  expect([...clickedIn.keys()]).toEqual(['es', 'en'])
  for (const [locale, portalId] of clickedIn) {
    await expect.poll(() => clicks(portalId), { timeout: 75_000, interval: 1_000 }).toEqual([1, 1])
    const owner = await visit(undefined, { locale })
    await owner.context.addCookies(await freshSession(owner.context, 'demo'))
    await owner.page.request.put(`${owner.origin}/api/session/portal`, { data: { portalId } })
    await owner.open('/dashboard/links')
    await owner.page.getByRole('row').filter({ hasText: 'Disco nuevo' }).waitFor()
  }
}, 150_000)
