import { expect, test } from 'vitest'
import { settled } from './browser.ts'
import { visit } from './visit.ts'

interface Head {
  id: string
  version: number
  type: number
  status: string
  blocked: string[]
  period: string | null
  account: { id: string; name: string }
}

test('months are closed account by account in one go, and what stays open is told until the page is left', async () => {
  const { page, context, say, open, path, origin } = await visit('super')
  const bills = async (query: string): Promise<Head[]> =>
    (await (await context.request.get(`/api/billing?type=1&${query}`)).json()).items
  const { request } = context

  // A bill that is sent back is open again, with its month. Another journey accepts Niño Lobo's.
  const pending = (await bills('status=Pending')).find((one) => one.account.name !== 'Niño Lobo')
  const { version } = await (await request.get(`/api/bill/${pending?.id}`)).json()
  const sentBack = await request.put(`/api/bill/${pending?.id}/dispute`, {
    data: { reason: 'Falta una venta' },
    headers: { origin, 'If-Match': `"${version}"` },
  })
  expect(sentBack.ok(), await sentBack.text()).toBe(true)
  const next = await bills('status=Next')
  const account = pending?.account.name ?? ''
  // Whoever was not told of has nothing to close; where another journey has told it all, there is nothing of last month.
  const others = next.filter((one) => one.account.name !== account)
  const stays = others.find((one) => one.blocked.includes('information')) ?? others[0]
  const blocked = stays?.account.name ?? ''
  const why = stays?.blocked.includes('information') ? 'billing.blocked.information' : 'billing.bulk.nothing'
  expect([account, blocked]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])

  await open('/billing?type=1&status=Next')
  const box = (name: string) => page.getByLabel(say('billing.list.select', { bill: name }))
  const close = page.getByRole('button', { name: say('billing.bulk.close'), exact: true })
  const dialog = page.getByRole('dialog')

  // All at once, and none of them.
  await page.getByLabel(say('billing.bulk.all')).check()
  await page.getByText(say('billing.bulk.count', { count: next.length })).waitFor()
  await page.getByLabel(say('billing.bulk.all')).uncheck()
  expect(await close.count()).toBe(0)

  // Asked first: no is no.
  await box(account).check()
  await box(blocked).check()
  await close.click()
  await dialog.getByText(say('billing.bulk.askText')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await bills('status=Next')).length).toBe(next.length)

  // A reload forgets what was chosen, a look at one of the bills does not.
  await page.reload()
  await settled(page)
  expect([await box(account).isChecked(), await close.count()]).toEqual([false, 0])
  await box(account).check()
  await page.getByRole('link', { name: account, exact: true }).first().click()
  await page.waitForURL(/\/billing\/[0-9a-f-]{36}/)
  await page.goBack()
  await box(account).waitFor()
  expect([path(), await box(account).isChecked()]).toEqual(['/billing', true])

  await box(blocked).check()
  await close.click()
  await dialog.getByRole('button', { name: say('billing.bulk.close') }).click()
  await page.getByText(say('billing.bulk.left', { closed: 1, left: 1 })).waitFor()
  const left = page.getByRole('main').getByRole('listitem').filter({ hasText: blocked })
  await left.getByText(say(why)).waitFor()
  expect(await page.getByRole('main').getByRole('listitem').filter({ hasText: account }).count()).toBe(0)
  const closed = (await bills('status=Pending')).find((one) => one.account.name === account)
  expect(closed).toMatchObject({ status: 'Pending', period: pending?.period })

  // It stays said while the list is looked at otherwise, and is gone with the page; nothing is closed twice.
  await page.getByRole('searchbox', { name: say('billing.filter.search') }).fill(account)
  await page.waitForURL(/q=/)
  await left.waitFor()
  await page.reload()
  await settled(page)
  expect(await left.count()).toBe(0)
  await box(account).check()
  await close.click()
  await dialog.getByRole('button', { name: say('billing.bulk.close') }).click()
  await page.getByText(say('billing.bulk.left', { closed: 0, left: 1 })).waitFor()
  await page.getByText(say('billing.bulk.nothing')).waitFor()

  // As it is answered when somebody else was faster.
  await page.route('**/api/billing/closing', (route) => route.fulfill({ json: { closed: 0, left: [] } }))
  await box(account).check()
  await close.click()
  await dialog.getByRole('button', { name: say('billing.bulk.close') }).click()
  await page.getByText(say('billing.bulk.gone', { gone: 1, closed: 0 })).waitFor()
})
