import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { everyRow } from '#testing/every-row.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const line = { id: '1', sku: 'RELOJ', name: 'Reloj', units: 1, unitPrice: '12.10', tax: '2.10' }

test.each([
  {
    when: 'in autumn, of 25 hours',
    day: '2025-10-26',
    before: '2025-10-25',
    last: 'T22:59:59Z',
    next: 'T23:00:00Z',
  },
  {
    when: 'in spring, of 23 hours',
    day: '2026-03-29',
    before: '2026-03-28',
    last: 'T21:59:59Z',
    next: 'T22:00:00Z',
  },
])('a day on which the clock changes is whole: $when', async ({ day, before, last, next }) => {
  const staff = await as(world.database, 'super')
  for (const [externalId, placedAt] of [
    [`${day} last`, day + last],
    [`${day} next`, day + next],
  ] as const)
    ok(
      await staff.orders.putOrder({
        ...{
          portalId,
          externalId,
          placedAt,
          updatedAt: '2026-11-11T09:00:00Z',
          currency: 'EUR',
          lines: [line],
        },
      }),
    )
  const found = async (from: string, to: string) =>
    (await everyRow(staff.orders.listOrders, { portal: portalId, q: day, from, to }))
      .map(({ externalId }) => externalId.split(' ')[1])
      .toSorted()
  expect(await found(day, day)).toEqual(['last'])
  expect(await found(before, before)).toEqual([])
})
