import { beforeAll, expect, test } from 'vitest'
import { importLines } from '#features/orders/server/import-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { Big } from '#platform/money.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const { ninoLobo } = portals
const days = { f: '2021-05-03', t: '2021-05-09' }
let link = ''

beforeAll(async () => {
  const [found] = await world.database.query<{ id: string }>(
    'select id from link where portal_id = $1 order by id limit 1',
    [ninoLobo.id],
  )
  link = found?.id ?? ''
  const line = (
    externalId: string,
    kind: 'sale' | 'refund' | 'cancellation',
    day: string,
    euros: number,
  ) => ({
    row: 0,
    portalKey: ninoLobo.code,
    externalId,
    kind,
    ordinal: 1,
    at: Date.parse(`${day}T10:00:00Z`),
    placedAt: Date.parse('2021-05-05T10:00:00Z'),
    sku: 'SUELTO',
    name: 'Suelto',
    units: kind === 'sale' ? 1 : kind === 'refund' ? 0 : -1,
    currency: 'EUR',
    gross: new Big(kind === 'sale' ? euros : 0),
    net: new Big(euros),
    tax: new Big(0),
    scale: 2,
    clickId: link,
    campaign: 'gira',
  })
  await importLines(
    world.database,
    'clicks',
    { by: 'portal', create: false },
    [
      line('kept', 'sale', '2021-05-05', 20),
      line('cancelled', 'sale', '2021-05-05', 30),
      line('cancelled', 'cancellation', '2021-05-06', -30),
      line('refunded', 'sale', '2021-05-05', 40),
      line('refunded', 'refund', '2021-05-20', -40),
    ],
    { secret: Buffer.alloc(32) },
  )
  await rollWaitingBatches(world.database)
})

test('orders of a click are counted as all others: not those cancelled, and refunds on their own day', async () => {
  const { analytics } = await as(world.database, 'artist')
  const funnel = ok(await analytics.salesFunnel(days))
  expect(funnel).toMatchObject({
    orders: 2,
    netCents: 6000,
    attributedOrders: 2,
    attributedNetCents: 6000,
  })
  expect(funnel.rows).toMatchObject([{ id: link, orders: 2, netCents: 6000 }])
})

test('the funnel ends in income', async () => {
  const { analytics } = await as(world.database, 'artist')
  const funnel = ok(await analytics.salesFunnelOfPortal({ ...days, portalId: ninoLobo.id }))
  const { incomeCents } = ok(await analytics.incomeDetailInfo(days)).totals
  expect(incomeCents).toBeGreaterThan(0)
  expect(funnel).toMatchObject({ incomeCents, attributedIncomeCents: incomeCents })
  expect(funnel.rows).toMatchObject([{ incomeCents }])
  expect(funnel.campaigns).toMatchObject([{ id: 'gira', incomeCents }])
})

test('a scheduled event whose hour has come is announced there', async () => {
  const event = (name: string, publication: string, publishAt: string | null) =>
    world.database.query(
      `insert into event (portal_id, id, name, kind, starts_at, time_zone, city, country, publication, publish_at)
        values ($1, gen_random_uuid(), $2, 'concert', now() + interval '30 days', 'Europe/Madrid', 'Lugo', 'ES', $3, $4)`,
      [ninoLobo.id, name, publication, publishAt],
    )
  const sold = {
    row: 0,
    portalKey: ninoLobo.code,
    externalId: 'lugo',
    kind: 'sale' as const,
    at: Date.parse('2021-06-05T10:00:00Z'),
    placedAt: Date.parse('2021-06-05T10:00:00Z'),
    sku: 'SUELTO',
    name: 'Suelto',
    units: 1,
    currency: 'EUR',
    gross: new Big(9),
    net: new Big(9),
    tax: new Big(0),
    scale: 2,
    country: 'ES',
    province: 'ES-LU',
    city: 'Lugo',
  }
  await importLines(world.database, 'lugo', { by: 'portal', create: false }, [sold], {
    secret: Buffer.alloc(32),
  })
  await rollWaitingBatches(world.database)
  const { analytics } = await as(world.database, 'artist')
  const lugo = async () =>
    ok(await analytics.whereToPlay({ f: '2021-06-05', t: '2021-06-05' })).items.map(({ event }) => event)
  await event('Sin anunciar', 'scheduled', '2999-01-01T00:00:00Z')
  await event('Borrador', 'draft', null)
  expect(await lugo()).toEqual([null])
  await event('Ya anunciado', 'scheduled', '2026-01-01T00:00:00Z')
  expect(await lugo()).toEqual(['Ya anunciado'])
})
