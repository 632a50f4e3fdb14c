import { describe, expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { nextYear } from './days.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

const portalId = portals.ninoLobo.id

describe.each(walkedIn('en'))('staff work on what is a portal’s (%s)', (locale) => {
  test('an event of any portal is made, opened, changed and deleted from /events', async () => {
    const { page, say, open, path } = await visit('staff', { locale })
    const name = `Feria del disco ${locale} ${Date.now()}`
    await open('/events')
    await page.getByRole('link', { name: say('events.new') }).click()
    await page.getByText(say('events.all.whose')).waitFor()
    await page.getByRole('combobox', { name: say('portals.column.name') }).click()
    await page.keyboard.type('Niño Lobo')
    await page.getByRole('option', { name: 'Niño Lobo' }).click()
    await page.getByLabel(say('events.form.name'), { exact: true }).fill(name)
    expect(path()).toBe(`/events/${portalId}/new`)
    await page.getByLabel(say('events.form.startsAt'), { exact: true }).fill(`${nextYear}-12-31T22:30`)
    await page.getByLabel(say('events.form.city')).fill('Cádiz')
    await page.getByRole('button', { name: say('events.form.saveNew') }).click()
    await page.getByText(say('events.form.created')).waitFor()

    await open(`/events?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByLabel(say('events.form.city')).fill('Jerez')
    await page.getByRole('button', { name: say('events.form.save') }).click()
    await page.getByText(say('events.form.saved')).waitFor()

    await open(`/events?q=${encodeURIComponent(name)}`)
    await page.getByText('Jerez').first().waitFor()
    await page.getByRole('button', { name: say('events.actions', { name }) }).click()
    await page.getByRole('menuitem', { name: say('events.delete') }).click()
    await page.getByText(say('events.noResults.title', { q: name })).waitFor()
  })

  test('a link is made and opened from the portal’s own page', async () => {
    const { page, say, open, path } = await visit('staff', { locale })
    const title = `Prensa ${locale} ${Date.now()}`
    await open(`/portals/${portalId}`)
    await page
      .getByRole('navigation', { name: say('portals.one.tabs') })
      .getByRole('link', { name: say('shell.tabs.links') })
      .click()
    await page.getByRole('link', { name: say('links.new') }).click()
    await page.getByRole('textbox', { name: say('links.form.title'), exact: true }).fill(title)
    await page.getByLabel(say('links.form.url')).fill('https://prensa.example/dossier')
    await page.getByRole('button', { name: say('links.form.saveNew') }).click()
    await page.getByText(say('links.form.created')).waitFor()
    await page.getByRole('link', { name: title }).click()
    await page.getByRole('textbox', { name: say('links.form.title'), exact: true }).waitFor()
    expect(path()).toMatch(new RegExp(`^/portals/${portalId}/links/[\\da-f-]{36}$`))
  })

  test('featured items, releases and appearance have their screens', async () => {
    const { page, say, open } = await visit('staff', { locale })
    for (const [part, title] of [
      ['featured', 'featured.title'],
      ['releases', 'releases.title'],
      ['appearance', 'appearance.title'],
    ] as const) {
      expect(await open(`/portals/${portalId}/${part}`)).toBe(200)
      await page.getByRole('heading', { level: 1, name: say(title) }).waitFor()
    }
    await open(`/portals/${portalId}/releases/new`)
    await page.getByRole('heading', { level: 1, name: say('releases.form.newTitle') }).waitFor()
    await open(`/portals/${portalId}/featured/new`)
    await page.getByRole('heading', { level: 1, name: say('featured.form.newTitle') }).waitFor()
  })
})

test('a label works on the portals of its artists without changing the portal it works in', async () => {
  const { page, say, open } = await visit('label')
  const { id } = portals.hotelLevante
  await open(`/portals/${id}/links`)
  await page
    .getByRole('link', { name: say('links.new') })
    .first()
    .waitFor()
  await open('/events')
  await page.getByRole('link', { name: say('events.new') }).waitFor()
})

test('what one may not edit is no page there, and strangers see none', async () => {
  const tech = await visit('tech')
  tech.expected.push(/404/)
  const lector = await visit('lector')
  lector.expected.push(/404/)
  for (const [who, path, heading] of [
    [lector, `/portals/${portals.bajamar.id}/appearance`, 'appearance.title'],
    [lector, `/portals/${portals.bajamar.id}/releases`, 'releases.title'],
    [tech, `/portals/${portals.claraVentisca.id}/links`, 'links.title'],
  ] as const) {
    await who.open(path)
    await who.page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await who.page.getByRole('heading', { level: 1, name: who.say(heading) }).count()).toBe(0)
  }
})
