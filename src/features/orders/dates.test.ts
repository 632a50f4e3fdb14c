import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const line = { id: '1', sku: 'SUELTO', name: 'Pegatina', units: 1, unitPrice: '12.10', tax: '2.10' }
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const draft = (more: object) => ({
  ...{ portalId, externalId: 'D-1', placedAt: '2026-11-10T10:00:00Z', currency: 'EUR', lines: [line] },
  ...more,
})

test.each([
  ['placedAt', { placedAt: inMinutes(10) }],
  ['placedAt', { placedAt: '1970-01-01T00:00:00Z' }],
  ['updatedAt', { updatedAt: '2031-01-01T00:00:00Z' }],
  ['cancelledAt', { cancelledAt: '2031-01-01T00:00:00Z' }],
  ['refunds.0.at', { refunds: [{ id: 'R', at: inMinutes(60), lines: [{ id: '1', amount: '1.00' }] }] }],
])('an order with a wrong %s is refused by it', async (field, more) => {
  const artist = await as(world.database, 'artist')
  const answer = await artist.orders.putOrder(draft(more))
  expect(Object.keys((answer as { error: { fields: object } }).error.fields)).toEqual([field])
})

test('a clock that is five minutes fast is no fault', async () => {
  const artist = await as(world.database, 'artist')
  expect(ok(await artist.orders.putOrder(draft({ externalId: 'D-2', placedAt: inMinutes(4) }))).applied).toBe(
    true,
  )
})

test('what is older than what is known is not applied, and says why', async () => {
  const artist = await as(world.database, 'artist')
  const at = (updatedAt: string, units: number) =>
    artist.orders.putOrder(draft({ externalId: 'D-3', updatedAt, lines: [{ ...line, units }] }))
  expect(ok(await at('2026-11-12T10:00:00Z', 2))).toMatchObject({
    applied: true,
    notAppliedBecause: null,
    units: 2,
  })
  expect(ok(await at('2026-11-11T10:00:00Z', 5))).toMatchObject({
    ...{ applied: false, notAppliedBecause: 'older', units: 2, knownAt: '2026-11-12T10:00:00.000Z' },
  })
})
