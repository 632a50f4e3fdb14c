import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'

const world = testDatabase()
const days = { f: '2026-01-01', t: '2026-06-30' }

test('the objective is of everything: beside a part of the sales it is not told', async () => {
  const { analytics } = await as(world.database, 'label')
  const whole = ok(await analytics.netSalesDetailInfo(days))
  expect(whole.objective?.objectiveCents).toBe(portals.bajamar.salesObjectiveCents)
  const [product] = ok(await analytics.filterOptions({})).products
  const goods = product?.id ?? ''
  const narrower = [
    { portals: portals.claraVentisca.id },
    { labels: accounts.bajamar.id },
    { portalTypes: 'simple' as const },
    { countries: 'ES' },
    { categories: 'album' as const },
    { addedCategories: 'album' as const },
    { products: goods },
    { excludedProducts: goods },
  ]
  for (const some of narrower) {
    const answer = ok(await analytics.netSalesDetailInfo({ ...days, ...some }))
    expect([some, answer.objective]).toEqual([some, undefined])
  }
})

test('a label’s objective is of all that its portals sell, named, and not told beside its master portal alone', async () => {
  const { analytics } = await as(world.database, 'label')
  const { objective } = ok(await analytics.netSalesDetailInfo(days))
  expect(objective).toMatchObject({ portal: 'Bajamar Discos', label: true })
  const of = async (portalId: string) => ok(await analytics.netSalesDetailInfoOfPortal({ ...days, portalId }))
  expect((await of(portals.bajamar.id)).objective).toBeUndefined()
  expect((await of(portals.claraVentisca.id)).objective).toMatchObject({
    portal: 'Clara Ventisca',
    label: false,
    objectiveCents: portals.claraVentisca.salesObjectiveCents,
  })
})

test('without an objective none is told, where nothing is set and where it is nought', async () => {
  const { database } = world
  const { analytics } = await as(database, 'label')
  const of = async () =>
    ok(await analytics.netSalesDetailInfoOfPortal({ ...days, portalId: portals.hotelLevante.id })).objective
  expect(await of()).toBeDefined()
  await database.query('update portal set sales_objective_cents = 0 where id = $1', [portals.hotelLevante.id])
  expect(await of()).toBeUndefined()
})
