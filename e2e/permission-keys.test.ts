import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type PermissionKey, permissionGroups, permissionKeys } from '#platform/permissions.ts'
import { disabledKeys } from '#testing/permission-keys.ts'
import { portals } from '#testing/world/cast.ts'
import { freshSession, hydrated, openBrowser } from './browser.ts'
import { lane } from './lane.ts'
import { mailTo } from './mailbox.ts'
import { codeOf } from './totp.ts'
import { visit } from './visit.ts'

type Say = (key: string) => string
interface Control {
  who: 'staff' | 'member'
  page: string
  /** What to press before it can be seen. */
  menu?: (say: Say) => string
  shown: (say: Say) => string
  /** Keys that show it too. */
  beside?: PermissionKey[]
}

const link = (who: Control['who'], page: string, href: string): Control => ({
  who,
  page,
  shown: () => `a[href="${href}"]`,
})
const entry = (who: Control['who'], href: string, beside: PermissionKey[] = []): Control => ({
  ...link(who, '/account', href),
  beside,
})
const button = (who: Control['who'], page: string, word: string): Control => ({
  who,
  page,
  shown: (say) => `main :is(button, a):has-text("${say(word)}")`,
})
const inMenu = (page: string, word: string): Control => ({
  who: 'member',
  page,
  menu: () => 'main tbody button[aria-haspopup="menu"], main li button[aria-haspopup="menu"]',
  shown: (say) => `[role="menuitem"]:has-text("${say(word)}")`,
})
const rest = (group: keyof typeof permissionGroups, but: string) =>
  permissionGroups[group].map((action) => `${group}.${action}` as PermissionKey).filter((key) => key !== but)

type OpeningKey = Exclude<PermissionKey, 'manufacturing.viewmanufacturing' | 'comunity.viewcomunity'>
/** One control on a screen for each key; a new key does not compile without. */
const controls: Record<OpeningKey, Control | 'by the call alone'> = {
  'analytics.viewanalytics': entry('member', '/analytics'),
  'events.createoreditevents': link('member', '/dashboard/events', '/dashboard/events/new'),
  'events.deleteevents': inMenu('/dashboard/events', 'events.delete'),
  'events.viewevents': entry('member', '/events'),
  'billing.viewbillingsummary': entry('member', '/billing', rest('billing', 'billing.viewbillingsummary')),
  'billing.viewbillinginformation': link('member', '/billing', '/billing/information'),
  'billing.editbillinginformation': {
    who: 'member',
    page: '/billing/information',
    shown: () => 'main form input:enabled, main input[name]:enabled, main input:enabled',
  },
  // Their controls stand on bills that are numbered and closed: the journey of billing brings one there.
  'billing.downloadbills': 'by the call alone',
  'billing.managebills': link('staff', '/billing', '/billing/rates'),
  'billing.viewbills': link('member', '/billing', '/billing/bills'),
  'billing.viewadvances': link('member', '/billing', '/billing/advances'),
  'billing.manageadvances': button('member', '/billing/advances', 'billing.advances.ask'),
  'portal.editappearance': link('member', '/dashboard', '/dashboard/appearance'),
  'portal.editconfiguration': link('member', '/dashboard', '/dashboard/portal'),
  'portal.editreleases': link('member', '/dashboard', '/dashboard/releases'),
  'portal.editfeatured': link('member', '/dashboard', '/dashboard/featured'),
  'portal.editevents': link('member', '/dashboard', '/dashboard/events'),
  'portal.editlinks': link('member', '/dashboard/links', '/dashboard/links/new'),
  'portal.viewportals': entry('member', '/portals'),
  'portal.manageportals': button('member', '/portals', 'portals.create.open'),
  'team.createoreditteammembers': button('member', '/team', 'team.invite'),
  'team.deleteteammembers': inMenu('/team', 'team.remove'),
  'team.viewteammembers': entry('member', '/team'),
  'stocks.viewstocks': entry('member', '/stocks'),
  'stocks.managestocks': link('member', '/stocks', '/stocks/connectors'),
  'staff.viewstaff': entry('staff', '/staffs'),
  'staff.managestaff': button('staff', '/staffs', 'staff.invite.open'),
  'contacts.viewcontacts': entry('staff', '/users'),
  'contacts.managecontacts': button('staff', '/users', 'contacts.create.open'),
  'products.viewproducts': link('staff', '/products', '/products/stock'),
  'products.viewblanks': link('staff', '/products', '/products/blanks'),
  'products.manageproducts': link('staff', '/products', '/products/connectors'),
  'products.manageblanks': button('staff', '/products/blanks', 'products.blanks.new'),
  'communications.viewcommunications': entry('staff', '/communications'),
  'communications.managecommunications': button('staff', '/communications', 'communications.new'),
}

const portalId = portals.bajamar.id
const password = 'cuatro sillas y un piano'

/** Somebody who was never here before, and how to give them other keys. */
async function newcomer(who: Control['who'], context: { request: APIRequestContext }) {
  const boss = await (await openBrowser()).newContext({ baseURL: lane().origin })
  await freshSession(boss, 'super')
  const email = `${randomUUID()}@correo.test`
  const person = { email, name: 'Noa Lira', locale: 'es' }
  const asked =
    who === 'staff'
      ? await boss.request.post('/api/staff', { data: { ...person, permissions: [] } })
      : await boss.request.post('/api/portals/team', {
          data: { ...person, portals: [{ portalId, role: 'Owner' }] },
        })
  expect(asked.status()).toBe(201)
  const { text } = await mailTo(lane().mailbox, email)
  const token = new URL(/https?:\/\/\S+activate-account\S+/.exec(text)?.[0] ?? '').searchParams.get('token')
  const activated = await context.request.post('/api/account/activation', { data: { token, password } })
  expect(activated.ok()).toBe(true)
  // Staff have a second factor before anything else.
  if (who === 'staff') {
    const { secret } = await (
      await context.request.post('/api/account/two-factor', { data: { password: '' } })
    ).json()
    const confirmed = await context.request.put('/api/account/two-factor', {
      data: { code: codeOf(secret) },
    })
    expect(confirmed.ok()).toBe(true)
  }
  const { id } = (await (await context.request.get('/api/session')).json()).user
  if (who === 'member')
    for (const name of ['Verbena uno', 'Verbena dos'])
      await boss.request.post(`/api/portal/${portalId}/event`, {
        data: { name, startsAt: new Date(Date.now() + 9e8).toISOString() },
      })
  return async (without: readonly PermissionKey[]) => {
    const data =
      who === 'staff'
        ? {
            ...{ name: person.name, email, super: false, twoFactorRequired: false },
            permissions: permissionKeys.filter((key) => !without.includes(key)),
          }
        : { role: 'Owner', grants: [], denies: without }
    const address = who === 'staff' ? `/api/staff/${id}` : `/api/portal/${portalId}/team/${id}`
    const { version } = await (await boss.request.get(address)).json()
    const given = await boss.request.put(address, { data, headers: { 'if-match': `"${version}"` } })
    expect([given.status(), given.ok() ? '' : await given.text()]).toEqual([200, ''])
  }
}

async function count(page: Page, { page: path, menu, shown }: Control, say: Say) {
  await page.goto(path)
  await hydrated(page)
  if (menu) {
    const opener = page.locator(menu(say)).last()
    if ((await opener.count()) === 0) return 0
    await opener.click()
    await page.locator('[role="menuitem"]').first().waitFor()
  }
  return page.locator(shown(say)).count()
}

test.each(['member', 'staff'] as const)(
  'every key shows its control to a %s, and nobody else sees it',
  async (who) => {
    const { page, context, say, expected } = await visit(undefined)
    expected.push(/404|403/)
    const give = await newcomer(who, context)
    const wrong: string[] = []
    let checked = 0
    for (const [key, control] of Object.entries(controls) as [PermissionKey, Control | string][]) {
      if (typeof control === 'string' || control.who !== who) continue
      checked++
      await give([])
      if ((await count(page, control, say)) === 0) wrong.push(`${key}: not shown with it`)
      await give([key, ...(control.beside ?? [])])
      if ((await count(page, control, say)) > 0) wrong.push(`${key}: shown without it`)
    }
    console.log(`${checked} controls`)
    expect(wrong).toEqual([])
  },
  300_000,
)

test('no key is left out', () => {
  expect(Object.keys(controls).length + disabledKeys.length).toBe(permissionKeys.length)
})
