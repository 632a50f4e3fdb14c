import { expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { portals } from '#testing/world/cast.ts'
import { listRates, setRate } from './server/rates.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const elsewhere = portals.orquestaPoniente.id
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
  // One of another kind of goods, or from next month on, is not one.
  ok(await staff.billing.setRate({ key: 'default', bp: 1_500, validFrom: month, portalId }))
  const next = formatDay(startOfMonth(dayOf(Date.now()), 1))
  ok(await staff.billing.setRate({ key: 'apparel', bp: 1_400, validFrom: next, portalId }))
  expect(await tried(2_500, {})).toEqual(all)
  ok(await staff.billing.setRate({ key: 'apparel', bp: 1_500, validFrom: month, portalId }))
  expect(all.netCents - (await tried(2_500, {})).netCents).toBe(now.netCents)
  expect(failureCode(await artist.billing.previewRate({ key: 'apparel', bp: 1 }))).toBe('forbidden')
  const nobody = '00000000-0000-7000-8000-000000000000'
  expect(failureCode(await staff.billing.previewRate({ key: 'apparel', bp: 1, portalId: nobody }))).toBe(
    'notFound',
  )
})

test('beside the fifty products that moved most, the others are one line with what is left', async () => {
  const [staff, artist] = [await as(world.database, 'staff'), await as(world.database, 'artist')]
  const tried = async () => ok(await staff.billing.previewRate({ key: 'apparel', bp: 2_500, portalId }))
  const before = await tried()
  expect(before.netCents).toBeGreaterThan(0)
  const skus = Array.from({ length: 50 }, (_, at) => `CARA-${at}`)
  for (const sku of skus)
    ok(
      await staff.products.createProduct({
        ...{ portalId, name: { es: sku }, sku, category: 'apparel', format: 'limited' },
        ...{ priceCents: 900_000, taxClass: 'general', editionUnits: 10 },
      } as never),
    )
  const lines = skus.map((sku, at) => ({
    ...{ id: String(at), sku, name: sku, units: 1, unitPrice: '9000' },
  }))
  const placed = { portalId, placedAt: `${month}T12:00:00Z`, currency: 'EUR' }
  ok(await artist.orders.putOrder({ ...placed, externalId: 'T-50', lines }))
  const { products } = await tried()
  expect(products).toHaveLength(51)
  expect(products.slice(0, 50).every(({ units, netCents }) => units === 1 && netCents === 900_000)).toBe(true)
  expect(products[50]).toEqual({
    ...{ portal: null, product: null, units: before.products.reduce((sum, { units }) => sum + units, 0) },
    ...{ netCents: before.netCents, commissionCents: before.commissionCents },
    wouldBeCents: before.wouldBeCents,
  })
})

test('a rate is today’s from the midnight of Madrid on at which its day begins, which is not that of UTC', async () => {
  const currentAt = (moment: string) =>
    inTrial(world.database, async (tx) => {
      const now = new Date(moment)
      await setRate(tx, { key: 'default', bp: 1_100, validFrom: '2027-05-01', portalId: elsewhere }, now)
      await setRate(tx, { key: 'default', bp: 1_200, validFrom: '2027-05-02', portalId: elsewhere }, now)
      const { items } = await listRates(tx, now)
      return items.filter((one) => one.portal?.id === elsewhere && one.current).map(({ bp }) => bp)
    })
  expect(await currentAt('2027-05-01T21:59:00Z')).toEqual([1_100])
  expect(await currentAt('2027-05-01T22:00:00Z')).toEqual([1_200])
})
