import { beforeAll, expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { rollupDifferences } from './server/rollup-differences.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const skus = { album: 'SOLD-ALBUM', digital: 'SOLD-DIGITAL', unmapped: 'SOLD-UNKNOWN' } as const
type Sold = keyof typeof skus

const line = (sold: Sold, at: number) => ({
  id: `${at}`,
  sku: skus[sold],
  units: 1,
  unitPrice: '10.00',
  tax: '1.74',
})
let minute = 0
/** Tells the order anew, as its shop does when something of it changes. */
async function tell(externalId: string, sold: Sold[], more: object = {}) {
  const { orders } = await as(world.database, 'artist')
  const updatedAt = new Date(Date.UTC(2015, 4, 8, 0, ++minute)).toISOString()
  ok(
    await orders.putOrder({
      ...{ portalId, externalId, placedAt: '2015-05-06T10:00:00+02:00', updatedAt, currency: 'EUR' },
      ...{ country: 'ES', province: 'ES-M', city: 'Madrid', lines: sold.map(line), ...more },
    }),
  )
}

async function map(sold: Sold, format: { category: string } | null) {
  const { orders, products } = await as(world.database, 'artist')
  const { items } = ok(await orders.listSkus({ portalId, q: skus[sold] }))
  const { items: sells } = ok(await products.listProducts({ portal: portalId, status: 'active' }))
  const product = sells.find(({ category }) => category === format?.category)
  if (format) expect(product).toBeDefined()
  ok(await orders.mapSkus({ portalId, skus: [{ id: items[0]?.id ?? '', productId: product?.id ?? null }] }))
}

/** Orders of a category in days of 2015, over those days and over years, by country and by city. */
async function ordersOf(categories: string[], more: object = {}) {
  const { analytics } = await as(world.database, 'artist')
  const found = []
  for (const days of [
    { f: '2015-05-01', t: '2015-05-31' },
    { f: '2014-01-01', t: '2016-12-31' },
  ]) {
    const asked = { ...days, categories, ...more } as never
    const { totals, heat } = ok(await analytics.ordersSoldDetailInfo(asked))
    const places = async (by: string) => {
      const { rows } = ok(await analytics.salesByLocationDetailInfo({ ...(asked as object), by } as never))
      return Object.fromEntries(
        rows.flatMap(({ id, orders }) => (Number(orders) ? [[id, Number(orders)]] : [])),
      )
    }
    expect(heat?.reduce((all, { orders }) => all + orders, 0)).toBe(totals.orders)
    found.push({
      orders: totals.orders,
      cities: await places('cities'),
      countries: await places('countries'),
    })
  }
  expect(found[0]).toEqual(found[1])
  return found[0]
}

const wrong = async () => {
  const kept = await world.database.query(
    `select o.external_id from "order" o join order_total t on t.portal_id = o.portal_id and t.order_id = o.id
     where t.categories <> coalesce((select bit_or(category_bit(l.category)) from order_line l
       where l.portal_id = o.portal_id and l.order_id = o.id and l.kind = 'sale'), 0)`,
  )
  return { kept, facts: (await rollupDifferences(world.database)).orderFacts }
}
const none = { kept: [], facts: 0 }

beforeAll(async () => {
  await tell('SOLD-0', ['album', 'digital', 'unmapped'])
  await map('album', { category: 'album' })
  await map('digital', { category: 'digital' })
})

test('an order counts once in each category that it sold of, whatever becomes of it', async () => {
  expect(await wrong()).toEqual(none)
  const madrid = { orders: 1, cities: { 'ES-M/Madrid': 1 }, countries: { ES: 1 } }
  const nothing = { orders: 0, cities: {}, countries: {} }
  for (const category of ['album', 'digital', 'unmapped']) expect(await ordersOf([category])).toEqual(madrid)
  expect(await ordersOf(['album', 'digital'])).toEqual(madrid)
  expect(await ordersOf(['apparel'])).toEqual(nothing)
  expect(await ordersOf(['album'], { countries: ['FR'] })).toEqual(nothing)
  expect(await ordersOf(['album'], { countries: ['FR', 'ES'] })).toEqual(madrid)

  // What came later counts for what was known before.
  await tell('SOLD-1', ['digital'])
  await tell('SOLD-1', ['digital', 'album'])
  expect(await wrong()).toEqual(none)
  expect(await ordersOf(['album'])).toMatchObject({ orders: 2 })
  expect(await ordersOf(['album', 'digital'])).toMatchObject({ orders: 2 })
  await tell('SOLD-1', ['digital'])
  expect(await wrong()).toEqual(none)
  expect(await ordersOf(['album'])).toMatchObject({ orders: 1 })

  // What a SKU turns out to be, and no longer is.
  await map('unmapped', { category: 'album' })
  expect(await wrong()).toEqual(none)
  expect(await ordersOf(['unmapped'])).toEqual(nothing)
  await map('album', null)
  expect(await wrong()).toEqual(none)
  expect(await ordersOf(['album'])).toEqual(madrid)
  await map('unmapped', null)
  expect(await wrong()).toEqual(none)
  expect(await ordersOf(['album'])).toEqual(nothing)
  expect(await ordersOf(['unmapped'])).toEqual(madrid)

  // From elsewhere, as its shop tells it, and as nobody is to know any more.
  await tell('SOLD-1', ['digital'], { country: 'PT', province: undefined, city: 'Lisboa' })
  expect(await wrong()).toEqual(none)
  const two = { orders: 2, cities: { 'ES-M/Madrid': 1, 'PT/Lisboa': 1 }, countries: { ES: 1, PT: 1 } }
  expect(await ordersOf(['digital'])).toEqual(two)
  await world.database.query(`update "order" set city = null where external_id = 'SOLD-1'`)
  expect(await wrong()).toEqual(none)
  expect(await ordersOf(['digital'])).toMatchObject({ orders: 2, cities: { 'ES-M/Madrid': 1 } })
  expect(await ordersOf(['digital'])).toMatchObject({ countries: two.countries })
  await world.database.query(`update "order" set city = 'Lisboa' where external_id = 'SOLD-1'`)

  // Called off on the day after: that day has one less.
  await tell('SOLD-1', ['digital'], {
    country: 'PT',
    city: 'Lisboa',
    cancelledAt: '2015-05-07T10:00:00+02:00',
  })
  expect(await wrong()).toEqual(none)
  expect(await ordersOf(['digital'])).toEqual(madrid)
  const { analytics } = await as(world.database, 'artist')
  const after = { f: '2015-05-07', t: '2015-05-07', categories: ['digital'] } as never
  expect(ok(await analytics.ordersSoldDetailInfo(after)).totals.orders).toBe(-1)
})
