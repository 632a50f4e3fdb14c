import { describe, expect, test } from 'vitest'
import { people } from '#testing/world/cast.ts'
import { freshSession } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('viewing as somebody (%s)', (locale) => {
  test('shows theirs under a banner, keeps their account shut, and ends where staff were', async () => {
    const { page, context, open, say, path } = await visit(undefined, { locale })
    await freshSession(context, 'staff')
    const reason = 'Pide ayuda con sus enlaces'
    const data = { personId: people.marketing.id, reason }
    expect((await context.request.post('/api/spy', { data })).status()).toBe(200)
    await open('/dashboard/links')
    await page.getByText(say('spy.reason', { reason })).waitFor()
    await page.getByText(say('spy.banner', { name: people.marketing.name, left: '30 min' })).waitFor()
    await open('/account')
    await page.getByText(say('spy.account', { name: people.marketing.name })).waitFor()
    expect(await page.getByLabel(say('account.page.current'), { exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: say('spy.end'), exact: true }).click()
    await page.waitForURL('**/users')
    expect(path()).toBe('/users')
    expect((await (await context.request.get('/api/session')).json()).user.id).toBe(people.staff.id)
  })

  test('a staff session that ends elsewhere takes the view with it', async () => {
    const { page, context, open, say, path, expected } = await visit(undefined, { locale })
    expected.push(/401/)
    await freshSession(context, 'super')
    const data = { personId: people.lector.id, reason: 'Comprobar su menú' }
    await context.request.post('/api/spy', { data })
    await open('/dashboard')
    await page.getByRole('button', { name: say('spy.end'), exact: true }).waitFor()
    const other = await visit(undefined, { locale })
    await freshSession(other.context, 'super')
    const { items } = await (await other.context.request.get('/api/account/sessions')).json()
    for (const { id, current } of items)
      if (!current) await other.context.request.delete(`/api/account/session/${id}`)
    await open('/dashboard')
    expect(path()).toBe('/login')
  })
})
