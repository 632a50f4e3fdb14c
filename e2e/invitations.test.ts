import { describe, expect, test } from 'vitest'
import { people, portals } from '#testing/world/cast.ts'
import { forgetSession, freshSession, hydrated, openBrowser } from './browser.ts'
import { lane } from './lane.ts'
import type { ReceivedMail } from './mailbox.ts'
import { signInAsNewMember } from './new-person.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const asking = [portals.claraVentisca, portals.perroManso]

/** Somebody with a login and a team is asked by the label to join two more. */
async function asked(locale: 'es' | 'en') {
  const visitor = await visit(undefined, { locale })
  const login = await signInAsNewMember(visitor)
  const label = await (await openBrowser()).newContext({ baseURL: lane().origin })
  await freshSession(label, 'label')
  const roles = ['Editor', 'Lector'] as const
  const invited = await label.request.post('/api/portals/team', {
    data: {
      ...{ email: login.email, name: 'Como la llaman ellos', locale },
      portals: asking.map(({ id }, at) => ({ portalId: id, role: roles[at] })),
    },
  })
  expect(invited.status()).toBe(201)
  const reached = async () => {
    const session = await (await visitor.context.request.get('/api/session')).json()
    return (session.user.portals as { name: string }[]).map(({ name }) => name).sort()
  }
  /** What the label's team shows of the person who was asked. */
  const shown = async () => {
    const team = await (await label.request.get(`/api/portal/${asking[0]?.id}/team`)).json()
    return (team.items as { email: string; name: string; pending: boolean }[])
      .filter(({ email }) => email === login.email)
      .map(({ name, pending }) => [name, pending])
  }
  return { ...visitor, ...login, label, reached, shown }
}

/** The page that the mail of an invitation leads to; the first mail was that of the login. */
async function pageInMail(to: string): Promise<string> {
  const find = async () => {
    const mails = (await (
      await fetch(`${lane().mailbox}/?to=${encodeURIComponent(to)}`)
    ).json()) as ReceivedMail[]
    return mails.map(({ text }) => /https?:\/\/\S+\/account(?=\s|$)/.exec(text)?.[0]).find(Boolean)
  }
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy()
  return (await find()) ?? ''
}

describe.each(walkedIn('es'))('a team asks before one is in it (%s)', (locale) => {
  test('who accepts is in, with what they were asked for, and may leave again', async () => {
    const { page, email, password, say, path, label, reached, shown } = await asked(locale)
    const [clara, perro] = [portals.claraVentisca.name, portals.perroManso.name]
    expect(await reached()).toEqual([portals.hotelLevante.name])
    expect(await shown()).toEqual([['Como la llaman ellos', true]])

    // From the mail, on another day.
    await forgetSession(page)
    await page.goto(await pageInMail(email))
    await hydrated(page)
    expect(path()).toBe('/login')
    await page.getByLabel(say('account.signIn.email')).fill(email)
    await page.getByLabel(say('account.signIn.password'), { exact: true }).fill(password)
    await page.getByRole('button', { name: say('account.signIn.submit'), exact: true }).click()
    const accept = page.getByRole('button', {
      name: say('team.own.acceptLabel', { portal: `${clara}, ${perro}` }),
    })
    await accept.waitFor()
    expect(path()).toBe('/account')
    // Nobody has to look for what they came for.
    expect(await accept.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    const question = page.locator('li[data-asking]')
    await question.getByText(say('team.own.asks', { name: people.label.name })).waitFor()
    for (const word of [clara, perro, say('roles.name.Editor'), say('roles.name.Lector')])
      await question.getByText(word, { exact: true }).waitFor()
    await accept.click()
    await page.getByText(say('team.own.accepted')).waitFor()
    expect(await reached()).toEqual([clara, portals.hotelLevante.name, perro].sort())
    expect(await shown()).toEqual([['Noa Lira', false]])

    // The portals are there to be chosen at once, without signing in again.
    await page
      .getByRole('button', { name: say('shell.portal.switch', { name: portals.hotelLevante.name }) })
      .click()
    await page.getByRole('menuitem', { name: clara }).waitFor()
    await page.keyboard.press('Escape')

    const leave = page.getByRole('button', { name: say('team.own.leaveLabel', { portal: clara }) })
    await leave.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText(say('team.own.leaveText')).waitFor()
    await dialog.getByRole('button', { name: say('team.own.leaveVerb'), exact: true }).click()
    await page.getByText(say('team.own.left', { portal: clara })).waitFor()
    await expect.poll(() => leave.count()).toBe(0)
    expect(await reached()).toEqual([portals.hotelLevante.name, perro])
    expect(await shown()).toEqual([])
    await label.close()
  })

  test('who declines is in nothing, and can be asked again', async () => {
    const { page, open, say, label, reached, shown } = await asked(locale)
    await open('/account')
    const names = asking.map(({ name }) => name).join(', ')
    await page.getByRole('button', { name: say('team.own.declineLabel', { portal: names }) }).click()
    await page.getByText(say('team.own.declined')).waitFor()
    await expect.poll(() => page.locator('li[data-asking]').count()).toBe(0)
    expect(await reached()).toEqual([portals.hotelLevante.name])
    expect(await shown()).toEqual([])
    await label.close()
  })
})
