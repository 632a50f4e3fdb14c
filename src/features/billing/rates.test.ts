import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const month = formatDay(startOfMonth(dayOf(Date.now()), -1))

test('a commission is tried on the sales of last month before it is set', async () => {
  const [staff, artist] = [await as(world.database, 'billing'), await as(world.database, 'artist')]
  const tried = async (bp: number, more: object = { portalId }) =>
    ok(await staff.billing.previewRate({ key: 'apparel', bp, ...more }))
  const before = await tried(2_000)
  const line = { id: '1', sku: 'SIN-PRODUCTO', name: 'Pegatina', units: 1, unitPrice: '100' }
  const order = {
    portalId,
    externalId: 'T-1',
    placedAt: `${month}T12:00:00Z`,
    currency: 'EUR',
    lines: [line],
  }
  ok(await artist.orders.putOrder(order))
  const now = await tried(2_000)
  expect(now).toMatchObject({ month, portals: 1, netCents: before.netCents + 10_000 })
  // As it was made, at 20 %; then at 25 %, to the cent.
  expect(now.commissionCents - before.commissionCents).toBe(2_000)
  expect(now.wouldBeCents).toBe(now.commissionCents)
  expect((await tried(2_500)).wouldBeCents).toBe(Math.round((await tried(2_500)).netCents * 0.25))
  const { items } = ok(await staff.billing.listRates({}))
  expect(items.filter(({ portal }) => portal !== null)).toEqual([])
  // A portal with a rate of its own is not touched by the common one.
  const all = await tried(2_500, {})
  ok(await staff.billing.setRate({ key: 'apparel', bp: 1_500, validFrom: month, portalId }))
  expect(all.netCents - (await tried(2_500, {})).netCents).toBe(now.netCents)
  expect(failureCode(await artist.billing.previewRate({ key: 'apparel', bp: 1 }))).toBe('forbidden')
  const nobody = '00000000-0000-7000-8000-000000000000'
  expect(failureCode(await staff.billing.previewRate({ key: 'apparel', bp: 1, portalId: nobody }))).toBe(
    'notFound',
  )
})
