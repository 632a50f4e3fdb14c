import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '#features/account/contract.ts'
import { menuFor } from '#pages/navigation.ts'
import { memberKeys, type Role, roles, toPermissionMap } from '#platform/permissions.ts'
import { portals } from '#testing/world/cast.ts'
import { forgetSession, freshSession, hydrated, openBrowser, settled } from './browser.ts'
import { lane } from './lane.ts'
import { mailTo } from './mailbox.ts'
import { codeOf } from './totp.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const portal = portals.bajamar
const password = 'cuatro sillas y un piano'
const staffKeys = ['analytics.viewanalytics', 'contacts.viewcontacts', 'contacts.managecontacts']

/** The menu that the role table promises at a label's master portal, or staff by their keys; `-` is a disabled entry. */
function promised(role: Role | 'staff'): string[] {
  const user = { id: '', name: '', email: '', super: false, spy: false, locale: 'es' as const }
  const { id, name } = portal
  const own = { id, name, pictureUrl: null, master: true, label: true }
  const session =
    role === 'staff'
      ? { user: { ...user, staff: true, permissions: toPermissionMap(staffKeys) }, currentPortalId: null }
      : {
          user: {
            ...user,
            staff: false,
            portals: [{ ...own, permissions: toPermissionMap(memberKeys(role, [], [])) }],
          },
          currentPortalId: id,
        }
  return menuFor({ ...session, environment: 'production' } as Session).map((entry) =>
    entry === 'divider' ? '|' : `${entry.disabled ? '-' : ''}${entry.id}`,
  )
}

/** Who was here before: a second try of a journey finds them activated, suspended or removed. */
const spent = new Set<string>()
/** What the app on the phone of each of the provider's people was given. */
const seeds = new Map<string, string>()

describe.each(walkedIn('es'))('from invitation to goodbye (%s)', (locale) => {
  const invited = new Map<Role | 'staff', string>()

  /** Invites somebody new as this, and answers where the mail goes. */
  async function invite(role: Role | 'staff'): Promise<string> {
    const context = await (await openBrowser()).newContext({ baseURL: lane().origin })
    await freshSession(context, role === 'staff' ? 'super' : 'label')
    const email = `${randomUUID()}@correo.test`
    const person = { email, name: 'Noa Lira', locale }
    const answer =
      role === 'staff'
        ? await context.request.post('/api/staff', { data: { ...person, permissions: staffKeys } })
        : await context.request.post('/api/portals/team', {
            data: { ...person, portals: [{ portalId: portal.id, role }] },
          })
    expect(answer.status()).toBe(201)
    await context.close()
    return email
  }

  // All at once: the mails are under way while the first of them signs in.
  beforeAll(async () => {
    for (const role of ['staff' as const, ...roles]) invited.set(role, await invite(role))
  })

  test.each([...roles, 'staff' as const])('%s', async (role) => {
    const first = invited.get(role) ?? ''
    const email = spent.has(first) ? await invite(role) : first
    spent.add(email)
    const mail = await mailTo(lane().mailbox, email)
    const link = /https?:\/\/\S+activate-account\S+/.exec(mail.text)?.[0] ?? ''
    const { page, say, expected } = await visit(undefined, { locale })
    expected.push(/40[134]/)
    const navigation = page.getByRole('navigation', { name: say('shell.menu.label') })
    await page.goto(link)
    await hydrated(page)
    await page.getByLabel(say('account.password.new'), { exact: true }).fill(password)
    await page.getByRole('button', { name: say('account.activate.submit') }).click()
    if (role === 'staff') {
      await page.getByRole('button', { name: say('twoFactor.continue') }).click()
      const seed = (await page.locator('main code').textContent()) ?? ''
      seeds.set(email, seed)
      await page.getByLabel(say('twoFactor.code')).fill(codeOf(seed))
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: say('twoFactor.saved') }).click()
    }
    await navigation.waitFor()

    // Once more from the start, as on any other day.
    await forgetSession(page)
    await page.goto(locale === 'en' ? '/en/login' : '/login')
    await hydrated(page)
    await page.getByLabel(say('account.signIn.email')).fill(email)
    await page.getByLabel(say('account.signIn.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: say('account.signIn.submit'), exact: true }).click()
    const seed = seeds.get(email)
    if (seed) {
      await page.getByLabel(say('twoFactor.stepCode')).fill(codeOf(seed, 1))
      await page.keyboard.press('Enter')
    }
    await navigation.waitFor()
    await hydrated(page)
    const shown = await navigation.locator('li').evaluateAll((list) =>
      list.map((entry) => {
        const open = entry.querySelector('a')
        if (open) return new URL(open.href).pathname.replace(/^\/(en\/)?/, '')
        return entry.querySelector('[aria-disabled]') ? '-' : '|'
      }),
    )
    expect(shown).toEqual(promised(role).map((entry) => (entry.startsWith('-') ? '-' : entry)))

    await settled(page)
    // Who invites hears of no person before they have joined: their id is told to themselves, and to the team.
    const { id } = (await (await page.context().request.get('/api/session')).json()).user

    const refused = page.waitForResponse(
      (response) => response.url().includes('/api/') && [401, 403, 404].includes(response.status()),
    )

    // Somebody else, in another window, takes it away.
    const other = (await visit(role === 'staff' ? 'super' : 'label', { locale })).context.request
    const left =
      role === 'staff'
        ? await other.put(`/api/staff/${id}/suspension`, { data: {} })
        : await other.delete(`/api/portal/${portal.id}/team/${id}`)
    expect(left.ok()).toBe(true)
    const last = role === 'staff' ? 'users' : 'team'
    const entry = navigation.getByRole('link', { name: say(`shell.menu.${last}`), exact: true })
    // A page that asks by itself hears it first, and leaves: then nothing is there to press.
    const press = entry.click({ noWaitAfter: true }).catch((fault) => {
      if (!/\/login\?/.test(page.url())) throw fault
    })
    await Promise.all([refused, press])
  })
})
