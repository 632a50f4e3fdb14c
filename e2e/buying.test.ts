import { describe, expect, test } from 'vitest'
import { people, portals } from '#testing/world/cast.ts'
import { accessibilityFaults, freshSession, overflow, settled, type Visitor } from './browser.ts'
import { madridDay } from './days.ts'
import { visit } from './visit.ts'
import { inLanguage, type Locale } from './words.ts'

const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 Version/26.1 Mobile/15E148 Safari/604.1'
const { id: portalId, customUrl } = portals.hotelLevante

const published = async ({ page, origin }: Visitor): Promise<string> => {
  const answer = await page.request.get(`${origin}/api/portal/${portalId}/appearance`)
  return new URL((await answer.json()).url).origin
}
const fanOf = async (locale: 'es' | 'en') => {
  const fan = await visit(undefined, { locale, width: 360 })
  // The demo's shops have names that do not exist.
  fan.expected.push(/ERR_/)
  // Neither the test's own browser, which calls itself headless, nor the one that the team is signed in with.
  await fan.page.setExtraHTTPHeaders({ 'user-agent': phone })
  return fan
}

/** How often the tee, its L and L's address at the shop were clicked today, and how often before each language's fan. */
const clicksOf = async (editor: Visitor) => {
  const today = madridDay()
  const answer = await editor.page.request.get(
    `${editor.origin}/api/analytics/trafficDetailInfo/${portalId}?f=${today}&t=${today}&by=link`,
  )
  const { rows } = (await answer.json()) as { rows: { name: string; clicks: number }[] }
  const of = (part: RegExp) => rows.filter(({ name }) => part.test(name)).map((row) => row.clicks)
  return [of(/Faro roto”?»?( T-shirt)?$/), of(/ · L$/), of(/ · L · Tienda oficial$/)].map((found) =>
    found.reduce((sum, one) => sum + one, 0),
  )
}
const clicksBefore = new Map<Locale, number[]>()

describe.each(['es', 'en'] as const)('buying on a portal’s page (%s)', (locale) => {
  test('a fan on a phone opens a product, chooses L and goes to L’s address at the shop', async () => {
    const editor = await visit('editor', { locale })
    const origin = await published(editor)
    const { page, say } = await fanOf(locale)
    clicksBefore.set(locale, await clicksOf(editor))
    await page.goto(origin + inLanguage(locale, `/${customUrl}`))
    const tee = locale === 'es' ? 'Camiseta «Faro roto»' : '“Faro roto” T-shirt'
    await page.getByRole('link', { name: tee }).click()
    await page.getByRole('heading', { name: tee }).waitFor()
    await settled(page)
    expect(await overflow(page)).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: 'L', exact: true }).click()
    await page.locator('.opts [aria-current=true]').getByText('L', { exact: true }).waitFor()
    // What was chosen is in sight, not the pictures again.
    const top = await page.locator('#buy h1').evaluate((heading) => heading.getBoundingClientRect().top)
    expect(top).toBeGreaterThanOrEqual(0)
    expect(top).toBeLessThan(400)
    expect(await accessibilityFaults(page)).toEqual([])
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.url().includes('/go/')),
      page.getByRole('link', { name: say('site.product.buyAt', { shop: 'Tienda oficial' }) }).click(),
    ])
    expect(answer.status()).toBe(302)
    expect(answer.headers().location).toMatch(
      /^https:\/\/tienda\.hotellevante\.es\/levante-cam1\?talla=L&click=[0-9a-f-]{36}$/,
    )
  }, 60_000)

  test('what is sold out says so, and has no button', async () => {
    const editor = await visit('editor', { locale })
    const origin = await published(editor)
    const { page, say } = await fanOf(locale)
    await page.goto(origin + inLanguage(locale, `/${customUrl}`))
    const cap = page.locator('.products li').filter({ hasText: 'Hotel Levante' })
    expect(await cap.textContent()).toContain(say('site.product.soldOut'))
    await cap.getByRole('link').click()
    await page.locator('.sold').getByText(say('site.product.soldOut')).waitFor()
    expect(await page.locator('a.btn').count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('the owner adds an address in the dashboard, and the page sells', async () => {
    const { id, customUrl: address } = portals.casaCal
    const owner = await visit(undefined, { locale })
    await owner.context.addCookies(await freshSession(owner.context, 'demo'))
    const { page, say, open } = owner
    expect(people.demo.members[0]?.portal).toBe('casaCal')
    await page.request.put(`${owner.origin}/api/session/portal`, { data: { portalId: id } })
    const origin = await published(await visit('editor'))
    const fan = await fanOf(locale)
    const shop = `Mercadillo ${locale}`
    const sells = fan.page.getByRole('link', { name: say('site.product.buyAt', { shop }) })

    await open('/stocks/products')
    await page.locator('tbody tr a').first().click()
    await page.getByText(say('products.state.title'), { exact: true }).waitFor()
    const [, productId = ''] = /([0-9a-f-]{36})$/.exec(owner.path()) ?? []
    const shown = origin + inLanguage(locale, `/${address}/product/${productId}`)
    await fan.page.goto(shown)
    expect(await sells.count()).toBe(0)

    await page.getByRole('button', { name: say('products.form.addShop') }).click()
    await page.getByLabel(say('products.form.shop'), { exact: true }).last().fill(shop)
    const url = page.getByLabel(say('products.form.shopUrl'), { exact: true }).last()
    await url.fill('http://mercadillo.example/bolsa')
    owner.expected.push(/400/)
    await page.getByRole('button', { name: say('products.form.save') }).click()
    await page.getByText(say('validation.https')).waitFor()
    await url.fill('https://mercadillo.example/bolsa')
    // The second language finds the first one's shop there: the last is put first.
    const first = page.getByRole('button', { name: say('products.form.shopFirst', { shop }) })
    if (await first.count()) await first.click()
    await page.getByRole('button', { name: say('products.form.save') }).click()
    await page.getByText(say('products.form.saved')).waitFor()
    await page.getByText(say('products.buyable.notice')).waitFor({ state: 'detached' })

    await expect
      .poll(async () => {
        await fan.page.goto(shown)
        return sells.count()
      })
      .toBe(1)
    const [answer] = await Promise.all([
      fan.page.waitForResponse((response) => response.url().includes('/go/')),
      sells.click(),
    ])
    expect(answer.headers().location).toBe('https://mercadillo.example/bolsa')
  }, 60_000)
})

// What was clicked is told apart by a job that runs each minute: it is waited for once, not in each language.
test('what the fans clicked is counted, once for each of them', async () => {
  const editor = await visit('editor')
  const before = clicksBefore.get('es') ?? []
  expect([...clicksBefore.keys()]).toEqual(['es', 'en'])
  await expect
    .poll(() => clicksOf(editor), { timeout: 75_000, interval: 1_000 })
    .toEqual(before.map((count) => count + 2))
}, 150_000)
