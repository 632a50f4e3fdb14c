import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putProduct, putSale } from '#testing/raw-sales.ts'
import { previewProductRate, previewRate } from './server/preview-rate.ts'

/** What another commission would have come to, product by product and unit by unit. Nothing of the world was sold so long ago. */

const world = testDatabase()
const query = (text: string, values: unknown[] = []) => world.database.query(text, values as never[])
const euros = (amount: number) => Math.round(amount * 1_000_000)
const ownRate = (portalId: string, productId: string, validFrom: string, pct: number | null, fromUnits = 0) =>
  query(
    'insert into product_rate (portal_id, product_id, valid_from, from_units, pct) values ($1, $2, $3, $4, $5)',
    [portalId, productId, validFrom, fromUnits, pct],
  )
const portalRate = (portalId: string, key: string, validFrom: string, pct: number) =>
  query('insert into portal_rate (portal_id, key, valid_from, pct) values ($1, $2, $3, $4)', [
    ...[portalId, key, validFrom, pct],
  ])

test('a commission is tried on what has no rate of its own, by product, those that moved most first', async () => {
  const now = new Date('2014-04-01T00:30:00+02:00')
  const [one, two] = [await putAccount(world.database, 'Una'), await putAccount(world.database, 'Dos')]
  const product = (portalId: string, name: string) => putProduct(world.database, portalId, name)
  const sale = (portalId: string, productId: string | null, net: number, row: object = {}) =>
    putSale(world.database, {
      ...{ portalId, productId: productId as string, at: new Date('2014-03-10T11:00:00Z') },
      ...{ category: 'apparel', netMicros: euros(net), ...row },
    })
  const [shirt, cap, bag, mug, pin] = [
    await product(one.portalId, 'Camiseta'),
    await product(one.portalId, 'Gorra'),
    await product(two.portalId, 'Bolsa'),
    await product(one.portalId, 'Taza'),
    await product(one.portalId, 'Chapa'),
  ]
  await query(`update product set name = '{"es": "Camiseta", "en": "Shirt"}' where id = $1`, [shirt])
  // The first and the last moment of the month in Madrid, and those beside them.
  await sale(one.portalId, shirt, 30.004, { units: 3, at: new Date('2014-02-28T23:00:00Z') })
  await sale(one.portalId, shirt, 10, { commissionPct: '10', at: new Date('2014-03-31T21:59:59Z') })
  await sale(one.portalId, shirt, 900, { at: new Date('2014-02-28T22:59:59Z') })
  await sale(one.portalId, shirt, 900, { at: new Date('2014-03-31T22:00:00Z') })
  await sale(one.portalId, cap, -50, { kind: 'refund', units: -2, category: 'accessory', rateOf: 'portal' })
  await sale(two.portalId, bag, 40, { category: null })
  await sale(one.portalId, mug, 40)
  await sale(one.portalId, pin, 40)
  // What is no product of the catalogue, of two SKUs, is one.
  await sale(two.portalId, null, 3, { skuId: v7(), category: null })
  await sale(two.portalId, null, 2, { skuId: v7(), units: 4 })
  for (const category of ['album', 'culture', 'digital']) await sale(one.portalId, shirt, 700, { category })
  // What has a rate of its own by now, or was sold at one, is not touched; what has one no more, or not yet, is.
  const rated = await product(one.portalId, 'Con tarifa')
  await sale(one.portalId, rated, 300)
  await ownRate(one.portalId, rated, '2010-01-01', null)
  await ownRate(one.portalId, rated, '2012-01-01', 10)
  await sale(one.portalId, mug, 300, { rateOf: 'product' })
  await ownRate(one.portalId, mug, '2010-01-01', 10)
  await ownRate(one.portalId, mug, '2012-01-01', null)
  await ownRate(one.portalId, pin, '2999-01-01', 10)
  const fresh = await product(one.portalId, 'Desde hoy')
  await sale(one.portalId, fresh, 300)
  await query(
    `insert into product_rate (portal_id, product_id, valid_from, from_units, pct)
      values ($1, $2, (now() at time zone 'Europe/Madrid')::date, 0, 10)`,
    [one.portalId, fresh],
  )
  const told = (
    portal: { portalId: string },
    name: string,
    of: { id: string; name: object } | null,
    [units, netCents, commissionCents, wouldBeCents]: readonly [number, number, number, number],
  ) => ({
    ...{ portal: { id: portal.portalId, name }, product: of, units, netCents },
    ...{ commissionCents, wouldBeCents },
  })
  const named = (id: string, es: string) => ({ id, name: { es } })
  const ofCap = told(one, 'Una', named(cap, 'Gorra'), [-2, -5_000, -1_000, -750])
  const english = { id: shirt, name: { es: 'Camiseta', en: 'Shirt' } }
  const ofShirt = told(one, 'Una', english, [4, 4_000, 700, 600])
  const ofBag = told(two, 'Dos', named(bag, 'Bolsa'), [1, 4_000, 800, 600])
  const alike = [
    told(one, 'Una', named(mug, 'Taza'), [1, 4_000, 800, 600]),
    told(one, 'Una', named(pin, 'Chapa'), [1, 4_000, 800, 600]),
  ].sort((a, b) => ((a.product?.id ?? '') < (b.product?.id ?? '') ? -1 : 1))
  const ofNone = told(two, 'Dos', null, [5, 500, 100, 75])
  const tried = (portalId?: string) =>
    inTrial(world.database, (tx) => previewRate(tx, { key: 'apparel', bp: 1_500, portalId }, now))
  expect(await tried()).toEqual({
    ...{ month: '2014-03-01', portals: 2, netCents: 11_500, commissionCents: 2_200, wouldBeCents: 1_725 },
    products: [
      ofCap,
      ofShirt,
      ...(one.portalId < two.portalId ? [...alike, ofBag] : [ofBag, ...alike]),
      ofNone,
    ],
  })
  expect(await tried(one.portalId)).toEqual({
    ...{ month: '2014-03-01', portals: 1, netCents: 7_000, commissionCents: 1_300, wouldBeCents: 1_050 },
    products: [ofCap, ofShirt, ...alike],
  })
  // One of another portal's does not end a product's.
  await ownRate(two.portalId, bag, '2013-01-01', 10)
  expect(await tried(two.portalId)).toMatchObject({ netCents: 500, products: [ofNone] })
  await query('update portal set deleted_at = now() where id = $1', [two.portalId])
  await expect(tried(two.portalId)).rejects.toMatchObject({ code: 'notFound' })
  await expect(tried(v7())).rejects.toMatchObject({ code: 'notFound' })
})

test('a month in which nothing was sold comes to nothing', async () => {
  const now = new Date('1999-01-15T12:00:00Z')
  const none = { netCents: 0, commissionCents: 0, wouldBeCents: 0 }
  const tried = inTrial(world.database, (tx) => previewRate(tx, { key: 'apparel', bp: 1_500 }, now))
  expect(await tried).toEqual({ ...{ month: '1998-12-01', portals: 0, ...none }, products: [] })
})

test('of a product each unit goes by the step that it was sold in, and what comes back by that of its order', async () => {
  const now = new Date('2015-06-10T12:00:00Z')
  const { portalId } = await putAccount(world.database, 'Tres')
  const others = await putAccount(world.database, 'Otra')
  const lp = await putProduct(world.database, portalId, 'LP')
  const second = v7()
  await query(
    `insert into sku_mapping (portal_id, id, source, sku, product_id) values ($1, $2, 'csv', 'LP-2', $3)`,
    [portalId, second, lp],
  )
  const beside = await putProduct(world.database, portalId, 'Otro')
  const total = (skuId: string, units: number, t: string, grain = 'month', country = '') =>
    query(
      'insert into sku_total (portal_id, sku_id, grain, country, t, units) values ($1, $2, $3, $4, $5, $6)',
      [portalId, skuId, grain, country, t, units],
    )
  // Three units before the month.
  await total(lp, 2, '2015-03-31T22:00:00Z')
  await total(second, 1, '2015-02-28T23:00:00Z')
  await total(lp, 50, '2015-04-30T22:00:00Z')
  await total(lp, 50, '2015-03-31T22:00:00Z', 'month', 'ES')
  await total(lp, 50, '2015-03-30T22:00:00Z', 'day')
  await total(beside, 50, '2015-03-31T22:00:00Z')
  const line = (at: string, units: number, net: number, row: object = {}) =>
    putSale(world.database, {
      ...{ portalId, productId: lp, at: new Date(at), units, netMicros: euros(net), category: 'apparel' },
      ...row,
    })
  const april = await line('2015-04-20T12:00:00Z', 1, 800)
  await line('2015-04-30T21:59:59Z', 1, 800)
  await line('2015-05-02T12:00:00Z', 9, 800, { productId: beside })
  await putSale(world.database, {
    ...{ portalId: others.portalId, productId: await putProduct(world.database, others.portalId, 'LP') },
    ...{ at: new Date('2015-05-02T12:00:00Z'), units: 9, netMicros: euros(800) },
  })
  const a = await line('2015-04-30T22:00:00Z', 4, 100)
  await line('2015-05-03T11:00:00Z', 2, 50, { commissionPct: '10' })
  await line('2015-05-04T11:00:00Z', -1, -25, { kind: 'refund', orderId: a })
  await line('2015-05-05T11:00:00Z', -1, -20, { kind: 'refund', orderId: april })
  // In one moment: what is sold before what comes back, by its order and its place in it.
  const [c, d] = ['00000000-0000-7000-8000-00000000000c', '00000000-0000-7000-8000-00000000000d']
  await line('2015-05-06T11:00:00Z', 1, 40, { orderId: d })
  await line('2015-05-06T11:00:00Z', -1, -10, { kind: 'refund', orderId: c })
  await line('2015-05-06T11:00:00Z', 1, 30, { orderId: c, ordinal: 1, skuId: second })
  await line('2015-05-06T11:00:00Z', 1, 10, { orderId: c })
  // Presold, and owed with its release: of this month, and of the next one.
  const presold = await line('2015-04-10T11:00:00Z', 3, 30, { owedAt: new Date('2015-05-05T11:00:00Z') })
  await line('2015-04-10T11:00:00Z', 3, 30, {
    ...{ orderId: presold, ordinal: 1, owedAt: new Date('2015-05-05T11:00:00Z') },
  })
  await line('2015-05-10T11:00:00Z', 1, 5, { owedAt: new Date('2015-05-20T11:00:00Z') })
  await line('2015-04-11T11:00:00Z', 6, 800, { owedAt: new Date('2015-06-05T11:00:00Z') })
  await line('2015-05-31T21:59:59Z', 1, 7)
  await line('2015-05-31T22:00:00Z', 1, 800)
  const steps = [
    { fromUnits: 0, bp: 2_000 },
    { fromUnits: 5, bp: 1_000 },
    { fromUnits: 8, bp: 500 },
  ]
  const tried = (of: typeof steps) =>
    inTrial(world.database, (tx) => previewProductRate(tx, { portalId, productId: lp, steps: of }, now))
  const sold = {
    ...{ product: { id: lp, name: { es: 'LP' } }, portal: { id: portalId, name: 'Tres' } },
    ...{ units: 14, netCents: 24_700, commissionCents: 4_440 },
  }
  // 15 and 3.75, less 3.75 and 1, and 1 and 1.50, less 1, and 2, 12 and 0.25 of what was presold, and 0.35.
  expect(await tried(steps)).toEqual({ month: '2015-05-01', tried: { ...sold, wouldBeCents: 3_010 } })
  expect((await tried([{ fromUnits: 0, bp: 1_234 }])).tried.wouldBeCents).toBe(3_048)
  // Without steps it is the portal's rate of the day of each order, or else that of all.
  await query(
    `insert into rate (key, kind, valid_from, pct) values
      ('apparelCulture', 'commission', '2015-01-01', 12), ('apparelCulture', 'commission', '2015-05-01', 24),
      ('apparelCulture', 'commission', '2016-01-01', 99)`,
  )
  expect((await tried([])).tried.wouldBeCents).toBe(5_448)
  await portalRate(portalId, 'apparelCulture', '2015-05-03', 30)
  await portalRate(portalId, 'apparelCulture', '2015-05-06', 40)
  await portalRate(portalId, 'apparelCulture', '2015-06-01', 77)
  await portalRate(portalId, 'apparel', '2015-01-01', 88)
  await portalRate(others.portalId, 'apparelCulture', '2015-01-01', 66)
  expect((await tried([])).tried).toEqual({ ...sold, wouldBeCents: 7_060 })
  await expect(
    inTrial(world.database, (tx) => previewProductRate(tx, { portalId, productId: v7(), steps }, now)),
  ).rejects.toMatchObject({ code: 'notFound' })
})
