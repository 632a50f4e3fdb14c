import { expect, test } from 'vitest'
import { people, portals } from '#testing/world/cast.ts'
import { visit } from './visit.ts'

test.each(['es', 'en'] as const)(
  'a page that one may not see says why, and the right is asked for (%s)',
  async (locale) => {
    const { page, say, open } = await visit('tech', { locale })
    await open('/analytics')
    expect(new URL(page.url()).pathname).toMatch(/\/dashboard$/)
    await page.getByText(say('roles.key.analytics_viewanalytics'), { exact: false }).waitFor()
    // Asked once; whoever comes back, as the second language does, finds that it waits.
    const waits = page.getByText(say('shell.denied.waits', { at: '' }).split(':')[0]?.trim() ?? '')
    const ask = page.getByRole('button', { name: say('shell.denied.ask') })
    if (locale === 'es') {
      await ask.click()
      await page.getByText(say('shell.denied.asked')).waitFor()
      await waits.waitFor()
      await open('/analytics')
    }
    await waits.waitFor()
    expect(await ask.count()).toBe(0)
  },
)

test('why another page opened is asked once', async () => {
  const { page, say, open } = await visit('tech')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/account/access/')) asked++
  })
  await open('/analytics')
  await page.getByText(say('roles.key.analytics_viewanalytics'), { exact: false }).waitFor()
  expect(asked).toBe(1)
})

test('what is in nobody’s menu leads on like what one may not know of, in the same words', async () => {
  const { page, say, open } = await visit('tech', { locale: 'es' })
  for (const address of ['/staffs', '/nothing-here']) {
    await open(address)
    await page.getByText(say('shell.denied.elsewhere')).waitFor()
  }
  await page.getByRole('button', { name: say('shell.denied.close') }).click()
  await page.getByText(say('shell.denied.elsewhere')).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: say('shell.denied.ask') }).count()).toBe(0)
})

test.each(['es', 'en'] as const)(
  'a part of a page says in its own place which right is lacking, from an address and from a link (%s)',
  async (locale) => {
    const { page, say, open, expected } = await visit('lector', { locale })
    expected.push(/403/)
    expect(await open('/stocks/connectors')).toBe(403)
    const why = () => page.getByText(say('shell.denied.title', { key: say('roles.key.stocks_managestocks') }))
    await why().waitFor()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(say('orders.connectors.title'))
    expect(await page.getByRole('navigation').count()).toBeGreaterThan(0)
    if (locale === 'es') await page.getByRole('button', { name: say('shell.denied.ask') }).click()
    await page.getByText(say('shell.denied.waits', { at: '' }).split(':')[0]?.trim() ?? '').waitFor()
    // The same without a new document.
    await page.locator('a[href$="/stocks"]').first().click()
    await page.getByRole('heading', { name: say('shell.menu.stocks'), level: 1 }).waitFor()
    await page.goBack()
    await why().waitFor()
  },
)

test('what is none of theirs is not there, in their language', async () => {
  const { page, say, open, expected } = await visit('artist', { locale: 'en' })
  expected.push(/404/)
  expect(await open('/billing/rates')).toBe(404)
  await page.getByRole('heading', { name: say('errors.pageNoFound') }).waitFor()
})

test.each(['es', 'en'] as const)(
  'an address below a page that leads nowhere says so in their language, beside the menu (%s)',
  async (locale) => {
    const { page, say, open, expected } = await visit('lector', { locale })
    expected.push(/404/)
    for (const path of ['/dashboard/nothing', '/stocks/connections', '/stocks/all']) {
      expect([path, await open(path)]).toEqual([path, 404])
      await page.getByRole('heading', { name: say('errors.pageNoFound') }).waitFor()
      const shown = locale === 'en' ? `/en${path}` : path
      await page.getByText(say('errors.pageNoFoundPath', { path: shown })).waitFor()
      expect(await page.locator('[data-error]').getAttribute('data-error')).toBe(`Page Not Found: ${shown}`)
      expect(await page.getByText('Page Not Found').count()).toBe(locale === 'es' ? 0 : 1)
      expect(await page.getByRole('navigation', { name: say('shell.menu.label') }).count()).toBe(1)
    }
  },
)

test('a permission taken away while the page is open is said where it is missed, and the menu follows', async () => {
  const { page, say, open, expected } = await visit('operations', { locale: 'es' })
  expected.push(/403/)
  await open('/dashboard')
  const entry = page.locator('nav a[href="/stocks"]')
  await entry.first().waitFor()
  await without(['stocks.viewstocks'], async () => {
    await entry.first().click()
    await page.getByText(say('roles.key.stocks_viewstocks'), { exact: false }).first().waitFor()
    await page.getByRole('button', { name: say('shell.denied.ask') }).waitFor()
    expect(await entry.count()).toBe(0)
    expect(await page.getByText('forbidden').count()).toBe(0)
  })
})

test('a permission taken away takes nothing that is being typed, whatever is pointed at', async () => {
  const { page, context, say, open, path, expected } = await visit('operations', { locale: 'es' })
  expected.push(/403/)
  const { items } = await (await context.request.get(`/api/portal/${portals.bajamar.id}/events`)).json()
  await open(`/dashboard/events/${items[0].id}`)
  await page.waitForLoadState('networkidle')
  const title = page.getByRole('main').getByRole('textbox').first()
  await title.fill('Escrito a medias')
  await without(['stocks.viewstocks', 'portal.editevents', 'events.createoreditevents'], async () => {
    const refused = page.waitForResponse((answer) => answer.status() === 403)
    await page.locator('nav a[href="/stocks"]').first().hover()
    await refused
    await page.waitForLoadState('networkidle')
    expect(path()).toBe(`/dashboard/events/${items[0].id}`)
    expect(await title.inputValue()).toBe('Escrito a medias')
    await page.locator('[data-save-bar] button[type=submit]').click()
    await page.getByRole('alert').first().waitFor()
    expect(await title.inputValue()).toBe('Escrito a medias')
    // Who goes on meets it then.
    await page.getByRole('button', { name: say('ui.discard') }).click()
    await page.locator('nav a[href="/stocks"]').first().click()
    await page.getByText(say('roles.key.stocks_viewstocks'), { exact: false }).first().waitFor()
  })
})

/** Somebody of the label denies Berta Quintana these permissions for as long as `act` takes. */
async function without(denies: string[], act: () => Promise<void>) {
  const { page } = await visit('label')
  const member = `/api/portal/${portals.bajamar.id}/team/${people.operations.id}`
  const give = async (less: string[]) => {
    const { role, grants, denies: before, version } = await (await page.request.get(member)).json()
    const answer = await page.request.put(member, {
      data: { role, grants, denies: less },
      headers: { 'If-Match': `"${version}"` },
    })
    expect(answer.status()).toBe(200)
    return before as string[]
  }
  const before = await give(denies)
  try {
    await act()
  } finally {
    await give(before)
  }
}
