import { beforeAll, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const ids = new Map<string, string>()
const skus = ['MIXED-A', 'MIXED-B']

/** Of two goods: one alone, both, the other alone, and both called off on the day after. */
beforeAll(async () => {
  const { orders } = await as(world.database, 'artist')
  const order = (externalId: string, of: string[], more: object = {}) => ({
    ...{ portalId, externalId, placedAt: '2019-05-06T10:00:00+02:00', currency: 'EUR', country: 'PT' },
    lines: of.map((sku, at) => ({ id: `${at}`, sku, units: 1, unitPrice: '10.00', tax: '1.74' })),
    ...more,
  })
  const [a, b] = skus as [string, string]
  ok(await orders.putOrder(order('M-1', [a])))
  ok(await orders.putOrder(order('M-2', [a, b])))
  ok(await orders.putOrder(order('M-3', [b])))
  ok(await orders.putOrder(order('M-4', [b, a], { cancelledAt: '2019-05-07T10:00:00+02:00' })))
  const found = await world.database.query<{ sku: string; id: string }>(
    'select sku, id from sku_mapping where portal_id = $1 and sku = any($2)',
    [portalId, skus],
  )
  for (const { sku, id } of found) ids.set(sku, id)
})

test.each([
  ['some days', { f: '2019-05-06', t: '2019-05-07' }],
  ['the first of them', { f: '2019-05-06', t: '2019-05-06' }],
  ['the other', { f: '2019-05-07', t: '2019-05-07' }],
  ['years', { f: '2018-01-01', t: '2020-12-31' }],
])('an order of several goods is one of each, and one without another, over %s', async (_, days) => {
  const { analytics } = await as(world.database, 'artist')
  const sold = days.f > '2019-05-06' ? 0 : 1
  const off = days.t > '2019-05-06' ? 1 : 0
  const expected: [query: object, orders: number][] = [
    [{}, 4 * sold - off],
    [{ products: [ids.get('MIXED-A')] }, 3 * sold - off],
    [{ products: [...ids.values()] }, 4 * sold - off],
    // What sold it and nothing else goes, and nothing more.
    [{ excludedProducts: [ids.get('MIXED-A')] }, 3 * sold - off],
    [{ excludedProducts: [ids.get('MIXED-B')] }, 3 * sold - off],
    [{ excludedProducts: [...ids.values()] }, 0],
    [{ categories: ['unmapped'], excludedProducts: [ids.get('MIXED-A')] }, 3 * sold - off],
  ]
  for (const [query, orders] of expected) {
    const asked = { ...days, ...query } as never
    const { totals, heat } = ok(await analytics.ordersSoldDetailInfo(asked))
    expect({ query, orders: totals.orders }).toEqual({ query, orders })
    expect(heat?.reduce((all, { orders }) => all + orders, 0)).toBe(orders)
    const places = ok(
      await analytics.salesByLocationDetailInfo({ ...(asked as object), by: 'countries' } as never),
    )
    expect(places.rows.reduce((all, row) => all + Number(row.orders), 0)).toBe(orders)
  }
})
