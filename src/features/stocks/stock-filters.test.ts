import { beforeAll, describe, expect, test } from 'vitest'
import type { Api } from '#client.ts'
import { dayMs, dayOf, parseDay } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { everyRow, expectFilters, holds, type Meanings, saysNothing } from '#testing/every-row.ts'
import { portals } from '#testing/world/cast.ts'
import type { AllStockRow } from './contract.ts'

const world = testDatabase()
const { ninoLobo, hotelLevante } = portals
const portalId = ninoLobo.id
type Query = Omit<Parameters<Api['stocks']['listAllStocks']>[0], 'page' | 'orderBy'>
const today = dayOf(Date.now())
let rows: AllStockRow[] = []
let api: Api
const ask = (query: object) => everyRow(api.stocks.listAllStocks, query)

/** Sold so many lately, under two SKUs, and one long before, so that all 28 days count. */
async function sell(row: AllStockRow, units: number) {
  const { orders } = await as(world.database, 'super')
  for (const [days, sold] of [
    [60, 1],
    [5, units],
  ] as const) {
    const one = { id: '1', sku: `RITMO-${row.id}`, name: 'Ritmo', units: 1, unitPrice: '5.00' }
    const lines = sold > 1 ? [one, { ...one, id: '2', sku: `${one.sku}-B`, units: sold - 1 }] : [one]
    const placedAt = new Date(Date.now() - days * dayMs).toISOString()
    const externalId = `R-${days}-${row.id}`
    ok(await orders.putOrder({ portalId, externalId, placedAt, currency: 'EUR', lines }))
  }
  const known = ok(await orders.listSkus({ portalId, q: `RITMO-${row.id}` })).items
  const variantId = row.id === row.productId ? null : row.id
  const skus = known.map(({ id }) => ({ id, productId: row.productId, variantId }))
  ok(await orders.mapSkus({ portalId, skus }))
}
const keep = (row: AllStockRow, available: number, lowAt: number | null) =>
  world.database.query(
    `insert into stock (portal_id, id, product_id, on_hand, low_at, updated_at) values ($1, $2, $3, $4, $5, now())
      on conflict (portal_id, id) do update set on_hand = excluded.on_hand + stock.committed + stock.safety,
        low_at = excluded.low_at, version = stock.version + 1, updated_at = now()`,
    [portalId, row.id, row.productId, available, lowAt],
  )

beforeAll(async () => {
  api = await as(world.database, 'super')
  await world.database.query(
    `with v as (update variant set colour = 'Rúnico', sku = 'ZX-1' where id =
        (select id from variant where portal_id = $1 order by id limit 1) returning portal_id, id, product_id)
      insert into stock (portal_id, id, product_id, on_hand) select portal_id, id, product_id, 50 from v`,
    [portalId],
  )
  const own = (await ask({ portal: portalId })).filter(({ id, productId }) => id === productId)
  expect(own.length).toBeGreaterThan(5)
  const [first, second, third, fourth, fifth, sixth] = own
  // Seven in 28 days: of 913 there is something for ten years to the day, of 914 for longer than is believed.
  for (const [row, left] of [
    [first, 913],
    [second, 914],
    [third, 15],
  ] as const) {
    if (!row) throw new Error('The portal has goods')
    await sell(row, 7)
    await keep(row, left, left === 913 ? 913 : null)
  }
  if (fourth) await sell(fourth, 7)
  for (const [row, left, lowAt] of [
    [fourth, 4, 3],
    [fifth, 0, 0],
    [sixth, -1, null],
  ] as const)
    if (row) await keep(row, left, lowAt)
  rows = await ask({})
})

const means: Meanings<Query, AllStockRow> = {
  q: (q, row) => [row.name.es, row.name.en, row.sku, row.colour].some((text) => holds(text, q)),
  portal: (portal, row) => row.portal.id === portal,
  level: (level, row) =>
    level === 'low'
      ? row.lowAt !== null && row.available <= row.lowAt
      : row.version > 0 && row.available <= 0,
  withinDays: (days, row) => row.runsOutOn !== null && (parseDay(row.runsOutOn) ?? 0) - today <= Number(days),
}
const values: Query[] = [
  ...['OXIDO', 'runico', 'zx-1', 'lp', 'vinyl'].map((q) => ({ q })),
  ...[ninoLobo, hotelLevante].map(({ id }) => ({ portal: id })),
  ...[{ level: 'low' as const }, { level: 'out' as const }],
  // Fifteen of which seven are sold in 28 days are gone in sixty.
  ...[59, 60, 365].map((withinDays) => ({ withinDays })),
]

describe('stock', () => {
  test('is gone in whole days, and in no more than ten years', () => {
    const runs = rows.filter(({ portal, soldLately }) => portal.id === portalId && soldLately === 7)
    const days = runs.map(({ available, runsOutOn }) => [
      available,
      runsOutOn === null ? null : (parseDay(runsOutOn) ?? 0) - today,
    ])
    expect(days.toSorted((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      [4, 16],
      [15, 60],
      [913, 3652],
      [914, null],
    ])
  })

  test('is what the filters say, each by itself and each with another', async () => {
    await expectFilters(rows, values, means, ask)
    expect(saysNothing(rows, values, means)).toEqual([])
  })

  test('of one portal is what the filters say as well, in each order', async () => {
    const { stocks } = await as(world.database, 'super')
    const askOne = async (query: object) => everyRow(stocks.listStocks, { portalId, ...query })
    const own = rows.filter(({ portal }) => portal.id === portalId)
    const byId = (some: readonly { id: string }[]) => some.map(({ id }) => id).toSorted()
    expect(byId(await askOne({}))).toEqual(byId(own))
    for (const query of values.filter((one) => 'q' in one || 'level' in one)) {
      const [[name, value] = ['q', '']] = Object.entries(query)
      const wanted = own.filter((row) =>
        (means[name as 'q'] as (value: unknown, row: AllStockRow) => boolean)(value, row),
      )
      expect([query, byId(await askOne(query))]).toEqual([query, byId(wanted)])
    }
    for (const column of ['available', 'onHand'] as const)
      for (const sign of [1, -1]) {
        const found = (await askOne({ orderBy: `${sign < 0 ? '-' : ''}${column}` })).map((row) => row[column])
        expect(found).toEqual(found.toSorted((a, b) => sign * (a - b)))
      }
  })

  test('stands in the order of when it runs out, and what does not stands last', async () => {
    const found = await ask({ orderBy: 'runsOut' })
    const dates = found.map(({ available, version, soldLately, runsOutOn }) =>
      version > 0 && available <= 0 && soldLately > 0 ? '' : (runsOutOn ?? '9999'),
    )
    expect(dates).toEqual(dates.toSorted())
    const down = (await ask({ orderBy: '-runsOut' })).map(({ runsOutOn }) => runsOutOn ?? '')
    const told = down.filter(Boolean)
    expect(told).toEqual(told.toSorted().reverse())
    expect(down.indexOf('')).toBeGreaterThan(0)
    expect(down[0]).toBe(dates.filter((date) => date !== '9999').at(-1))
  })
})
