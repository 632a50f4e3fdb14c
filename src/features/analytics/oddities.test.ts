import { beforeAll, expect, test } from 'vitest'
import { isFailure } from '#client.ts'
import { importLines } from '#features/orders/server/import-orders.ts'
import type { LineDraft } from '#features/orders/server/line-draft.ts'
import { Big } from '#platform/money.ts'
import { dayOf, formatDay, startOfDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { veraCantil, claraVentisca } = portals
const yesterday = dayOf(Date.now()) - 1

const sale = (
  portal: { code: string },
  order: string,
  day: number,
  city: string,
  units: number,
): LineDraft => ({
  ...{
    row: 0,
    portalKey: portal.code,
    externalId: order,
    kind: 'sale',
    sku: `ODD ${city}`,
    name: `De ${city}`,
  },
  ...{ at: startOfDay(day) + 40_000_000, placedAt: startOfDay(day) + 40_000_000 },
  ...{ units, currency: 'EUR', gross: new Big(10), net: new Big(10), tax: new Big(0), scale: 2 },
  ...{ country: 'ES', province: 'ES-SE', city },
})

beforeAll(async () => {
  const lines: LineDraft[] = []
  for (let week = 1; week <= 8; week++)
    for (const city of ['Sevilla', 'Utrera'])
      lines.push(sale(veraCantil, `${city} ${week}`, yesterday - 6 - week * 7 + 3, city, 8))
  // Since the fifth day of the seven: four times the usual. Utrera sells as ever.
  for (const [at, units] of [
    [4, 12],
    [5, 10],
    [6, 10],
  ] as const)
    lines.push(sale(veraCantil, `Sevilla now ${at}`, yesterday - 6 + at, 'Sevilla', units))
  lines.push(sale(veraCantil, 'Utrera now', yesterday, 'Utrera', 9))
  lines.push(sale(claraVentisca, 'Other', yesterday, 'Huelva', 500))
  await importLines(world.database, 'test', { by: 'portal', create: false }, lines, {
    secret: Buffer.alloc(32),
  })
}, 60_000)

test('a city and its product that sell four times the usual are told with their eight weeks, nothing else', async () => {
  const { analytics } = await as(world.database, 'vera')
  const { items, to } = ok(await analytics.oddities({}))
  expect(to).toBe(formatDay(yesterday))
  const ours = items.filter(({ name, id }) => `${name} ${id}`.match(/Sevilla|Utrera|Huelva/))
  expect(ours.map(({ kind }) => kind).sort()).toEqual(['city', 'product'])
  for (const { now, usual, weeks, days, since } of ours) {
    expect({ now, usual, weeks, since }).toEqual({
      ...{ now: 32, usual: 8, weeks: Array.from({ length: 8 }, () => 8) },
      since: formatDay(yesterday - 2),
    })
    expect(days).toEqual([0, 0, 0, 0, 12, 10, 10])
  }
  expect(ours.find(({ kind }) => kind === 'product')?.portalName).toBe(veraCantil.name)
})

test('another portal’s stand nowhere, and staff see them portal by portal', async () => {
  const artist = await as(world.database, 'artist')
  const words = JSON.stringify(ok(await artist.analytics.oddities({})))
  expect(words).not.toMatch(/Sevilla|Huelva/)
  expect(isFailure(await artist.analytics.odditiesOfPortal({ portalId: veraCantil.id }))).toBe(true)
  const staff = await as(world.database, 'staff')
  expect(ok(await staff.analytics.oddities({})).items).toEqual([])
  const ofClara = ok(await staff.analytics.odditiesOfPortal({ portalId: claraVentisca.id })).items
  expect(ofClara.map(({ id }) => id)).toContain('ES-SE/Huelva')
})
