import { expect, test } from 'vitest'
import { portals } from '#testing/world/cast.ts'
import { overflow, settled } from './browser.ts'
import { nextYear } from './days.ts'
import { visit } from './visit.ts'

test.each([1440, 360] as const)(
  'at %i px what is typed of an event and of a link stands on the fans’ page beside the form',
  async (width) => {
    const { page, say, open } = await visit('artist', { width })
    const frame = page.frameLocator(`iframe[title="${say('ui.pagePreview.title')}"]`)
    await open('/dashboard/events/new')
    await page.getByText(say('events.form.previewEmpty')).waitFor()
    await page.getByLabel(say('events.form.name'), { exact: true }).fill('Prueba de luz')
    await page.getByLabel(say('events.form.startsAt'), { exact: true }).fill(`${nextYear}-07-03T21:30`)
    await page.getByLabel(say('events.form.venue')).fill('El Faro')
    await frame.getByText('El Faro').waitFor()
    await frame.getByText('Prueba de luz').waitFor()
    expect(await overflow(page)).toBe(0)
    // The page stays where it was: a frame must not scroll what is around it.
    await settled(page)
    const { items } = await (await page.request.get(`/api/portal/${portals.ninoLobo.id}/links`)).json()
    await open(`/dashboard/links/${items[0].id}`)
    await frame.getByRole('heading', { level: 2 }).waitFor()
    await page
      .getByRole('textbox', { name: say('links.form.title') })
      .first()
      .fill('Otra manera de decirlo')
    await frame.getByText('Otra manera de decirlo').waitFor()
  },
)
