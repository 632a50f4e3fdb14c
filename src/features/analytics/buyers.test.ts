import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { ninoLobo, hotelLevante, orquestaPoniente } = portals
const hash = (who: string) => createHash('sha256').update(who).digest()

beforeAll(async () => {
  const order = (portalId: string, day: string, who: string | null, country = 'ES') =>
    world.database.query(
      `insert into "order" (portal_id, id, source, external_id, placed_at, currency, country, buyer_hash, batch_id)
        values ($1, gen_random_uuid(), 'csv', gen_random_uuid()::text, $2, 'EUR', $3, $4, gen_random_uuid())`,
      [portalId, `${day}T10:00:00Z`, country, who === null ? null : hash(who)],
    )
  // Ana bought a year before, Bea twice in the days, Carla once, at another portal of the label too; Dario only later.
  await order(ninoLobo.id, '2019-03-01', 'ana')
  await order(ninoLobo.id, '2020-05-04', 'ana')
  await order(ninoLobo.id, '2020-05-05', 'bea')
  await order(ninoLobo.id, '2020-05-06', 'bea', 'FR')
  await order(ninoLobo.id, '2020-05-06', 'carla')
  await order(ninoLobo.id, '2020-05-07', 'dario')
  await order(ninoLobo.id, '2020-06-07', 'dario')
  await order(ninoLobo.id, '2020-05-08', null)
  await order(hotelLevante.id, '2018-05-08', 'carla')
  await order(orquestaPoniente.id, '2018-05-08', 'carla')
})
const days = { f: '2020-05-01', t: '2020-05-31' }

test('who had bought before and who bought again come back; whoever buys later does not yet', async () => {
  const { analytics } = await as(world.database, 'artist')
  expect(ok(await analytics.buyersOfPortal({ portalId: ninoLobo.id, ...days }))).toEqual({
    buyers: 4,
    returning: 2,
    orders: 5,
    returningOrders: 3,
    unknownOrders: 1,
  })
})

test('a label knows a buyer again at another of its portals, and at nobody else’s', async () => {
  const { analytics } = await as(world.database, 'label')
  const found = ok(await analytics.buyers(days))
  const ofLabel = ninoLobo.accountId === hotelLevante.accountId
  const { rows } = {
    rows: await world.database.query<{ n: number }>(
      `select count(distinct p.id)::int as n from portal p where p.account_id = $1 and p.id in ($2, $3)`,
      [portals.bajamar.accountId, ninoLobo.id, hotelLevante.id],
    ),
  }
  // Of the two only those of the label count.
  expect(rows[0]?.n).toBe(ofLabel ? 2 : 1)
  expect(found.buyers).toBe(ninoLobo.accountId === portals.bajamar.accountId ? 4 : 0)
})

test('of one city only its orders, however a shop wrote it; who of them bought elsewhere too comes back', async () => {
  const { analytics } = await as(world.database, 'artist')
  await world.database.query(
    `update "order" set city = case when placed_at < '2020-05-06' then 'Málaga' else 'Bilbao' end where country = 'ES' and portal_id = $1`,
    [ninoLobo.id],
  )
  const of = async (place: string) =>
    ok(await analytics.buyersOfPortal({ portalId: ninoLobo.id, ...days, place }))
  expect(await of('ES/malaga')).toMatchObject({ buyers: 2, returning: 2, orders: 2, returningOrders: 2 })
  expect(await of('ES/Bilbao')).toMatchObject({ buyers: 2, returning: 0, orders: 2, unknownOrders: 1 })
  expect(await of('FR')).toMatchObject({ buyers: 1, returning: 1, orders: 1 })
  expect((await of('ES/Soria')).buyers).toBe(0)
})

test('of one country only its orders, and of everything at once nobody says', async () => {
  const { analytics } = await as(world.database, 'artist')
  const french = ok(await analytics.buyersOfPortal({ portalId: ninoLobo.id, ...days, countries: ['FR'] }))
  expect(french).toMatchObject({ buyers: 1, returning: 1, orders: 1 })
  const staff = await as(world.database, 'staff')
  expect(ok(await staff.analytics.buyers(days)).buyers).toBeNull()
  expect(ok(await staff.analytics.buyers({ ...days, portals: [ninoLobo.id] })).buyers).toBe(4)
  expect(failureCode(await analytics.buyersOfPortal({ portalId: hotelLevante.id, ...days }))).toBe('notFound')
})
