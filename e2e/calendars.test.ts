import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { freshSession } from './browser.ts'
import { visit } from './visit.ts'

test.each([
  ['es', 'artist'],
  ['en', 'vera'],
] as const)(
  'a calendar is subscribed to, gets another address and is taken away (%s)',
  async (locale, who) => {
    const { page, context, open, say, path } = await visit(undefined, { locale })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await freshSession(context, who)
    const portalId = who === 'artist' ? portals.ninoLobo.id : portals.veraCantil.id
    const name = `Subscribed ${locale}`
    const startsAt = new Date(Date.now() + 40 * 86_400_000).toISOString()
    await context.request.post(`/api/portal/${portalId}/event`, { data: { name, startsAt } })

    await open('/dashboard/events')
    await page.getByRole('button', { name: say('events.files') }).click()
    await page.getByRole('menuitem', { name: say('events.subscribe') }).click()
    await expect.poll(path).toBe('/account/calendars')
    const create = page.getByRole('button', { name: say('calendars.create') })
    await create.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: say('calendars.submit') }).click()
    await page.getByText(say('calendars.created')).waitFor()

    const portal = who === 'artist' ? portals.ninoLobo.name : portals.veraCantil.name
    const copied = async () => {
      await page.getByRole('button', { name: say('calendars.copyLabel', { name: portal }) }).click()
      await page.getByText(say('calendars.copied')).first().waitFor()
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const read = async (address: string) => {
      const answer = await fetch(address)
      return { status: answer.status, text: await answer.text() }
    }
    const first = await copied()
    expect(await read(first)).toMatchObject({ status: 200, text: expect.stringContaining(`SUMMARY:${name}`) })
    const opens = await page
      .getByRole('link', { name: say('calendars.openLabel', { name: portal }) })
      .getAttribute('href')
    expect(opens).toBe(first.replace(/^http/, 'webcal').replace('webcals', 'webcal'))

    const more = page.getByRole('button', { name: say('calendars.more', { name: portal }) })
    await more.click()
    await page.getByRole('menuitem', { name: say('calendars.rotate') }).click()
    await dialog.getByRole('button', { name: say('calendars.rotate') }).click()
    await page.getByText(say('calendars.rotated')).waitFor()
    let next = first
    await expect
      .poll(async () => {
        next = await copied()
        return next
      })
      .not.toBe(first)
    expect([(await read(first)).status, (await read(next)).status]).toEqual([404, 200])

    await more.click()
    await page.getByRole('menuitem', { name: say('calendars.revoke') }).click()
    await dialog.getByRole('button', { name: say('calendars.revoke') }).click()
    await page.getByText(say('calendars.revoked')).waitFor()
    expect((await read(next)).status).toBe(404)
  },
  60_000,
)
