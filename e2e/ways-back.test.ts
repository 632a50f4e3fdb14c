import { describe, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { visit } from './visit.ts'
import { say as words } from './words.ts'

describe('what is said above a page', () => {
  test('two notices are one line that opens, and stand there before any script has run', async () => {
    // Of its own: other journeys have seen what is new already.
    const { context: office } = await visit('super')
    const data = { title: { es: 'Un aviso nuevo' }, body: { es: 'Con su texto.' }, published: true }
    const written = await office.request.post('/api/communications/update', { data })
    expect(written.status()).toBe(201)
    const { id, version } = (await written.json()) as { id: string; version: number }
    const { page, context, say, open, origin } = await visit('label', { width: 360 })
    const html = await (await context.request.get(`${origin}/dashboard/links`)).text()
    expect(html).toContain(say('alerts.several', { count: 2 }))
    await open('/dashboard/links')
    const line = page.locator('summary').filter({ hasText: say('alerts.several', { count: 2 }) })
    const tabs = page.getByRole('navigation', { name: say('shell.tabs.label') })
    const before = (await tabs.boundingBox())?.y
    await settled(page)
    expect((await tabs.boundingBox())?.y).toBe(before)
    expect((await line.locator('..').boundingBox())?.height).toBeLessThanOrEqual(48)
    await line.click()
    const said = page.locator('[data-wide]')
    await expect.poll(() => said.filter({ visible: true }).count()).toBe(2)
    const close = page.getByRole('button', { name: say('app.update.close') })
    await close.click()
    await line.waitFor({ state: 'detached' })
    expect(await said.filter({ visible: true }).count()).toBe(1)
    const headers = { 'If-Match': `"${version}"` }
    const gone = await office.request.delete(`/api/communications/update/${id}`, { headers })
    expect(gone.status()).toBeLessThan(300)
  })

  test('an address that only another kind of portal has says so, and what is lacking is asked for', async () => {
    const artist = await visit('artist')
    await artist.open('/events')
    await artist.page.getByText(artist.say('shell.denied.onlyLabel')).waitFor()
    expect(artist.path()).toBe('/dashboard')
    const lector = await visit('lector', { locale: 'en' })
    await lector.open('/billing')
    await lector.page.locator('main').waitFor()
    expect(lector.path()).toBe('/dashboard')
    const asks = lector.page.getByRole('button', { name: words('en', 'shell.denied.ask') })
    const says = lector.page.getByText(words('en', 'shell.denied.onlyMaster'))
    await asks.or(says).waitFor()
  })
})

describe('leaving with something unsaved', () => {
  const leave = async (
    who: 'artist',
    path: string,
    fill: (visitor: Awaited<ReturnType<typeof visit>>) => Promise<void>,
  ) => {
    const visitor = await visit(who)
    const { page, say, open } = visitor
    await open(path)
    await fill(visitor)
    await page.getByRole('link', { name: say('shell.menu.team'), exact: true }).click()
    await page.getByRole('button', { name: say('ui.unsaved.stay') }).waitFor()
    await page.getByRole('button', { name: say('ui.unsaved.saveAndLeave') }).click()
    return visitor
  }

  test('what is right is saved, and one goes on to where one was going', async () => {
    const { page, say, open } = await leave(
      'artist',
      '/dashboard/links/new',
      async ({ page: form, say: word }) => {
        await form.getByRole('textbox', { name: word('links.form.title') }).fill('Antes de salir')
        await form.getByRole('textbox', { name: word('links.form.url') }).fill('https://example.com/antes')
      },
    )
    await page.waitForURL((url) => url.pathname === '/team')
    await page.getByText(say('links.form.created')).waitFor()
    await open('/dashboard/links')
    await page.getByText('Antes de salir').first().waitFor()
  })

  test('an edit is saved too', async () => {
    const { page, open } = await leave('artist', '/dashboard/links', async ({ page: form, say: word }) => {
      await form.getByRole('link', { name: 'Antes de salir' }).first().click()
      const title = form.getByRole('textbox', { name: word('links.form.title') })
      await title.fill('Salido y guardado')
    })
    await page.waitForURL((url) => url.pathname === '/team')
    await open('/dashboard/links')
    await page.getByText('Salido y guardado').first().waitFor()
  })

  test('what is refused is where one stays, with the refusal in view', async () => {
    const { page, say, path, expected } = await leave(
      'artist',
      '/dashboard/links/new',
      async ({ page: form, say: word }) => {
        await form.getByRole('textbox', { name: word('links.form.title') }).fill('Sin destino')
      },
    )
    expected.push(/400/)
    const url = page.getByRole('textbox', { name: say('links.form.url') })
    await expect.poll(() => url.getAttribute('aria-invalid')).toBe('true')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(path()).toBe('/dashboard/links/new')
    await expect.poll(() => url.evaluate((field) => field === document.activeElement)).toBe(true)
    const box = await url.boundingBox()
    expect(box && box.y > 0 && box.y + box.height < 900).toBe(true)
  })
})

test('the address is this page’s while it asks before going back, and who leaves goes there', async () => {
  const { page, say, open, path } = await visit('artist')
  await open('/dashboard/links')
  await page.locator('main table a').first().click()
  await page.waitForURL(/links\/\w+-/)
  const here = path()
  await settled(page)
  const url = page.getByLabel(say('links.form.url'))
  await url.fill('https://a-medias.example')
  // To a place within the page nobody is asked anything.
  await page.locator('a[href="#content"]').press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(await page.getByRole('dialog').count()).toBe(0)
  for (const leaves of [false, true]) {
    await page.goBack()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await expect.poll(path).toBe(here)
    await dialog
      .getByRole('button', { name: say(leaves ? 'ui.unsaved.leave' : 'ui.unsaved.stay'), exact: true })
      .click()
    await dialog.waitFor({ state: 'detached' })
    if (!leaves) expect([path(), await url.inputValue()]).toEqual([here, 'https://a-medias.example'])
  }
  await page.waitForURL('**/dashboard/links')
})

test('signing in begins in the first field, and Tab goes from it to the password', async () => {
  const { page, say, open } = await visit(undefined)
  await open('/login')
  const active = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
  await expect.poll(active).toBe('email')
  await page.keyboard.press('Tab')
  expect(await active()).toBe('password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(say('account.signIn.forgot'))
})

test('a filter closes once something is chosen, and the way back to the usual days moves nothing', async () => {
  const { page, say, open } = await visit('label')
  await open('/analytics/net-sales')
  const opener = page.getByRole('button', { name: say('detail.filter.add'), exact: true })
  const before = await opener.boundingBox()
  await page.getByText(say('analytics.period.month'), { exact: true }).first().click()
  await page.getByRole('button', { name: say('analytics.period.reset') }).waitFor()
  // The chosen days are written in bold letters: nothing else moves.
  expect(Math.abs(((await opener.boundingBox())?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(6)
  await opener.click()
  const kind = page.getByLabel(say('detail.filter.kind'))
  await kind.selectOption('categories')
  await page.getByRole('button', { name: say('detail.category.apparel'), exact: true }).click()
  await kind.waitFor({ state: 'detached' })
  await page.waitForURL(/categories=/)
  expect(Math.abs(((await opener.boundingBox())?.x ?? 0) - (before?.x ?? 0))).toBeLessThan(6)
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
})

test.each([
  ['label', 'filter=4&f=2026-01-01&t=2026-11-20'],
  ['artist', 'filter=3'],
] as const)(
  'a mark on a chart leads to what it is of, by pointer and by keyboard (%s)',
  async (who, days) => {
    const { page, open } = await visit(who)
    await open(`/analytics/net-sales?${days}`)
    const mark = page.locator('figure a[data-at]').first()
    await mark.waitFor()
    const to = await mark.getAttribute('href')
    expect(to).toMatch(/^\/(dashboard|portals|events|stocks|account)\//)
    await mark.click()
    await page.waitForURL((url) => url.pathname === to)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await mark.waitFor()
    const chart = page.locator('figure [role=group][tabindex="0"]').first()
    await chart.focus()
    const place = Number(await mark.getAttribute('data-at'))
    for (let step = 0; step <= place; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname === to)
  },
)
