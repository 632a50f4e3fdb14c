import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const today = dayOf(Date.now())
const days = { f: formatDay(today - 59), t: formatDay(today + 2) }

test('a label sees its artists over the same days, the one that sold most first', async () => {
  const label = await as(world.database, 'label')
  const found = ok(await label.analytics.sideBySide(days))
  expect(found).toMatchObject({ from: days.f, to: days.t, more: false })
  expect(found.buckets).toHaveLength(62)
  const own = Object.values(portals).filter(({ accountId }) => accountId === accounts.bajamar.id)
  expect(found.items.length).toBeGreaterThan(3)
  for (const { id } of found.items) expect(own.map((portal) => portal.id)).toContain(id)
  const figures = found.items.map(({ netCents }) => netCents)
  expect(figures).toEqual([...figures].sort((a, b) => b - a))

  // Each is what its own page tells, bucket by bucket; what has not begun has no figure.
  const [first] = found.items
  if (!first) throw new Error('Nothing sold')
  const alone = ok(await label.analytics.netSalesDetailInfo({ ...days, portals: [first.id] }))
  expect(first.netCents).toBe(alone.totals.netCents)
  expect(first.previousCents).toBe(alone.previous.netCents)
  expect(first.deltaPct).toBe(alone.deltaPct.netCents)
  expect(first.series.slice(0, 60)).toEqual(alone.series.slice(0, 60).map(({ value }) => value))
  expect(first.series.slice(60)).toEqual([null, null])
})

test('whose portals sold nothing has nobody to hold against another, and days are asked for', async () => {
  const artist = await as(world.database, 'artist')
  // Before there was anything; an order may come in at any hour of today.
  const before = { f: '2015-01-01', t: '2015-01-31' }
  expect(ok(await artist.analytics.sideBySide(before))).toMatchObject({ items: [], more: false })
  expect(failureCode(await artist.analytics.sideBySide({}))).toBe('analytics.datesRequired')
})
