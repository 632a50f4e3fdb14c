import { expect, test } from 'vitest'
import { accessibilityFaults, overflow, settled } from './browser.ts'
import { visit } from './visit.ts'
import { walkedIn } from './words.ts'

// Where there is nothing yet, a filled list shows what there will be, as an example and to nobody as data.

test.each([
  ['/account/keys', 'super', 1440],
  ['/account/calendars', 'orquesta', 360],
  ['/stocks/connectors', 'orquesta', 1440],
] as const)('%s: an example in grey, which nobody is read', async (address, person, width) => {
  const { page, say, open } = await visit(person, { width })
  await open(address)
  await settled(page)
  const example = page.locator('figure').filter({ hasText: say('ui.example') })
  if ((await example.count()) === 0) return
  await example.waitFor()
  expect(await example.locator('[inert]').count()).toBe(1)
  expect(await overflow(page)).toBe(0)
  expect(await accessibilityFaults(page)).toEqual([])
})

test.each(walkedIn('es'))('a portal that is new sees what its lists will hold (%s)', async (locale) => {
  const { page, say, open } = await visit('super', { locale })
  await open('/account/keys')
  const example = page.locator('figure').filter({ hasText: say('ui.example') })
  await example.waitFor()
  await example.getByText(say('keys.exampleName')).waitFor()
})
