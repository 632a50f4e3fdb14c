import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { signInAsNewMember } from './new-person.ts'
import { visit } from './visit.ts'

// One browser has one session: whoever signs in in the second tab does so for the first one too.

const cookiesOfAnother = async () => {
  const other = await visit(undefined)
  await signInAsNewMember(other, { portalId: portals.ninoLobo.id, role: 'Editor' })
  return other.context.cookies()
}

test.each(['es', 'en'] as const)(
  'what is saved in a tab never counts as what somebody did who has signed in in another one meanwhile (%s)',
  async (locale) => {
    const { page, context, say, open, expected } = await visit('artist', { locale })
    expected.push(/409/)
    const links = `/api/portal/${portals.ninoLobo.id}/links`
    const first = async () => (await (await context.request.get(links)).json()).items[0]
    const link = await first()
    await open(`/dashboard/links/${link.id}`)
    const url = page.getByLabel(say('links.form.url'))
    await url.fill('https://uno.example')

    const own = await context.cookies()
    await context.addCookies(await cookiesOfAnother())
    await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
    await page.getByText(say('problem.otherPerson', { name: 'Noa Lira' })).waitFor()
    expect((await first()).url).toBe(link.url)
    expect(await url.inputValue()).toBe('https://uno.example')

    // Their own again: what stands there is saved as theirs.
    await context.addCookies(own)
    await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
    await expect.poll(async () => (await first()).url).toBe('https://uno.example')
    await url.fill(link.url)
    await page.getByRole('button', { name: say('links.form.save'), exact: true }).click()
    await expect.poll(async () => (await first()).url).toBe(link.url)
  },
)

test('where nothing is typed the page becomes that of who is signed in, and says so', async () => {
  const { page, context, say, open, expected } = await visit('artist', { locale: 'es' })
  expected.push(/409/)
  await open('/dashboard/links')
  await context.addCookies(await cookiesOfAnother())
  await page.locator('a[href$="/dashboard/events"]').first().click()
  await page.getByText(say('shell.followed', { name: 'Noa Lira' })).waitFor()
  const session = await (await context.request.get('/api/session')).json()
  expect(session.user.name).toBe('Noa Lira')
  await page.reload()
  expect(await page.getByText(say('shell.followed', { name: 'Noa Lira' })).count()).toBe(0)
})
