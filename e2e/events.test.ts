import { describe, expect, test } from 'vitest'
import { nextYear } from './days.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

describe.each(walkedIn('en'))('events (%s)', (locale) => {
  test('an event is added with its tickets, duplicated and deleted', async () => {
    const { page, say, open } = await visit('orquesta', { locale })
    // A second try makes another one.
    const name = `Verbena de invierno ${locale} ${Date.now()}`
    await open('/dashboard/events/new')
    await page.getByLabel(say('events.form.name'), { exact: true }).fill(name)
    await page.getByLabel(say('events.form.startsAt'), { exact: true }).fill(`${nextYear}-12-31T22:30`)
    await page.getByLabel(say('events.form.city')).fill('Cádiz')
    await page.getByLabel(say('events.form.province')).selectOption('ES-CA')
    await page.getByRole('button', { name: say('events.form.addTicket') }).click()
    await page.getByLabel(say('events.form.ticketUrl')).fill('https://entradas.orquestaponiente.invalid/')
    await page.getByLabel(say('events.form.publication')).selectOption('published')
    await page.getByRole('button', { name: say('events.form.saveNew') }).click()
    await page.getByText(say('events.form.created')).waitFor()

    await open(`/dashboard/events?q=${encodeURIComponent(name)}`)
    const row = page.getByRole('row').filter({ hasText: name })
    await row.getByText('22:30').waitFor()
    await page.getByRole('button', { name: say('events.actions', { name }) }).click()
    await page.getByRole('menuitem', { name: say('events.copy') }).click()
    await page.getByText(say('events.copied')).waitFor()
    expect(await page.getByLabel(say('events.form.publication')).inputValue()).toBe('draft')
    expect(await page.getByLabel(say('events.form.startsAt'), { exact: true }).inputValue()).toBe(
      `31/12/${nextYear} 22:30`,
    )

    await open(`/dashboard/events?publication=draft&q=${encodeURIComponent(name)}`)
    await page.getByRole('button', { name: say('events.actions', { name }) }).click()
    await page.getByRole('menuitem', { name: say('events.delete') }).click()
    await page.getByText(say('events.noResults.title', { q: name })).waitFor()
  })

  test('what disagrees is said by its field', async () => {
    const { page, say, open, expected } = await visit('orquesta', { locale })
    expected.push(/400/)
    await open('/dashboard/events/new')
    await page.getByLabel(say('events.form.name'), { exact: true }).fill('Al revés')
    await page.getByLabel(say('events.form.startsAt'), { exact: true }).fill(`${nextYear}-12-31T22:30`)
    await page.getByLabel(say('events.form.endsAt')).fill(`${nextYear}-12-31T20:30`)
    await page.getByRole('button', { name: say('events.form.saveNew') }).click()
    await page.getByText(say('problem.events.endsBeforeStart')).waitFor()
    expect(await page.locator('[aria-invalid=true]').count()).toBe(1)
  })
})

test('the calendar is handed over as a file', async () => {
  const { page, say, open } = await visit('artist')
  await open('/dashboard/events')
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: say('events.files') }).click()
  await page.getByRole('menuitem', { name: say('events.export') }).click()
  expect((await file).suggestedFilename()).toBe('lobo.ics')
})

test('staff find the events of every portal', async () => {
  const { page, say, open } = await visit('staff')
  await open('/events?q=sol')
  await page.getByRole('table', { name: say('events.title') }).waitFor()
})

test.each([1440, 360] as const)(
  'what makes a new event is in reach before anything is written, at %i px',
  async (width) => {
    const { page, say, open, expected } = await visit('artist', { width })
    // It is pressed with nothing written.
    expected.push(/400/)
    await open('/dashboard/events/new')
    const make = page.getByRole('button', { name: say('events.form.saveNew') })
    expect(await make.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await make.click()
    const name = page.getByLabel(say('events.form.name'), { exact: true })
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true)
  },
)

test('a city completes its province and zone, another city another one, and an unknown one takes them back', async () => {
  const { page, say, open } = await visit('artist')
  await open('/dashboard/events/new')
  const city = page.getByLabel(say('events.form.city'))
  const province = page.getByLabel(say('events.form.province'))
  const zone = page.getByLabel(say('events.form.timeZone'))
  await city.fill('sevilla')
  await city.blur()
  await expect.poll(() => province.inputValue()).toBe('ES-SE')
  await city.fill('Las Palmas de Gran Canaria')
  await city.blur()
  await expect.poll(() => province.inputValue()).toBe('ES-GC')
  await expect.poll(() => zone.inputValue()).toBe('Atlantic/Canary')
  await city.fill('La vega de mi abuela')
  await city.blur()
  await expect.poll(() => province.inputValue()).toBe('')
  await province.selectOption('ES-TE')
  await city.fill('Otro sitio sin nombre')
  await city.blur()
  await city.fill('lleida')
  await city.blur()
  await expect.poll(() => province.inputValue()).toBe('ES-L')
  await expect.poll(() => zone.inputValue()).toBe('Europe/Madrid')

  await page.getByRole('button', { name: say('events.form.addTicket') }).click()
  const tickets = page.getByLabel(say('events.form.ticketUrl'))
  await tickets.fill('entradas.ninolobo.es/9')
  await tickets.blur()
  await expect.poll(() => tickets.inputValue()).toBe('https://entradas.ninolobo.es/9')
})
