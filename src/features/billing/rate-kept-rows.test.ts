import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putPortal, putProduct } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { listProductRates, productRates, setProductRate } from './server/product-rates.ts'

/** What is told of products' own rates, from which days they can be, and what a new one takes the place of. */

const world = testDatabase()
// It is the second of March in Madrid.
const now = new Date('2026-03-01T23:30:00Z')
const query = (text: string, values: unknown[] = []) => world.database.query(text, values as never[])

let [accountId, portalId, lp] = ['', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Álamo')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  lp = await putProduct(world.database, portalId, 'LP')
})
const put = (
  productId: string,
  validFrom: string,
  steps: readonly (readonly [number, number])[],
  of = portalId,
) =>
  Promise.all(
    (steps.length > 0 ? steps : [[0, null] as const]).map(([fromUnits, pct]) =>
      query(
        'insert into product_rate (portal_id, product_id, valid_from, from_units, pct) values ($1, $2, $3, $4, $5)',
        [of, productId, validFrom, fromUnits, pct],
      ),
    ),
  )
const rates = (portals: readonly string[]) =>
  inTrial(world.database, (tx) =>
    productRates(tx, sql`r.portal_id = any(${`{${portals.join(',')}}`}::uuid[])`),
  )
const set = (more: Partial<Parameters<typeof setProductRate>[2]> = {}, at = now) =>
  inTrial(world.database, (tx) =>
    setProductRate(
      tx,
      portalId,
      { productId: lp, validFrom: '2026-03-02', steps: [{ fromUnits: 0, bp: 2_000 }], ...more },
      at,
    ),
  )

test('they are told by portal and product, the newest of each first, and which one is today’s', async () => {
  const second = await putPortal(world.database, accountId, { name: 'abeto' })
  const gone = await putPortal(world.database, accountId, { name: 'Ido', deletedAt: now })
  const [e, o] = [
    await putProduct(world.database, portalId, 'Éxito'),
    await putProduct(world.database, portalId, 'eco'),
  ]
  const of = await putProduct(world.database, second, 'Zeta')
  const away = await putProduct(world.database, gone, 'Nada')
  await query(`update product set name = '{"es": "Zeta", "en": "Zed"}' where id = $1`, [of])
  await put(of, '2020-01-01', [[0, 10]], second)
  await put(away, '2020-01-01', [[0, 10]], gone)
  await put(e, '2010-01-01', [])
  await put(o, '2010-01-01', [
    [500, 12.5],
    [0, 15],
    [1_000, 0],
  ])
  await put(o, '2012-01-01', [])
  await put(o, '2999-01-01', [[0, 33.33]])
  const portal = { id: portalId, name: 'Álamo' }
  const eco = { portal, product: { id: o, name: { es: 'eco' } } }
  const exito = { portal, product: { id: e, name: { es: 'Éxito' } }, validFrom: '2010-01-01', steps: [] }
  expect(await rates([portalId, second, gone])).toEqual([
    {
      ...{ portal: { id: second, name: 'abeto' }, product: { id: of, name: { es: 'Zeta', en: 'Zed' } } },
      ...{ validFrom: '2020-01-01', steps: [{ fromUnits: 0, bp: 1_000 }], current: true },
    },
    { ...eco, validFrom: '2999-01-01', steps: [{ fromUnits: 0, bp: 3_333 }], current: false },
    { ...eco, validFrom: '2012-01-01', steps: [], current: true },
    {
      ...{ ...eco, validFrom: '2010-01-01', current: false },
      steps: [
        { fromUnits: 0, bp: 1_500 },
        { fromUnits: 500, bp: 1_250 },
        { fromUnits: 1_000, bp: 0 },
      ],
    },
    { ...exito, current: true },
  ])
  expect(await rates([v7()])).toEqual([])
})

test('one that begins today is today’s', async () => {
  await put(lp, '2010-01-01', [[0, 15]])
  await query(
    `insert into product_rate (portal_id, product_id, valid_from, from_units, pct)
      values ($1, $2, (now() at time zone 'Europe/Madrid')::date, 0, 10)`,
    [portalId, lp],
  )
  const found = await rates([portalId])
  expect(found.map(({ steps, current }) => [steps[0]?.bp, current])).toEqual([
    [1_000, true],
    [1_500, false],
  ])
})

test('a catalogue is told by its names, with what each product has sold and has today', async () => {
  const [e, o] = [
    await putProduct(world.database, portalId, 'Éxito'),
    await putProduct(world.database, portalId, 'eco'),
  ]
  const other = await putAccount(world.database, 'Otra')
  await putProduct(world.database, other.portalId, 'Ajeno')
  const alike = [await putProduct(world.database, portalId, 'éco'), o].sort()
  await put(o, '2010-01-01', [[0, 15]])
  await put(o, '2012-01-01', [
    [0, 20],
    [5, 10],
  ])
  await put(o, '2999-01-01', [[0, 33]])
  await put(e, '2010-01-01', [[0, 15]])
  await put(e, '2012-01-01', [])
  for (const [sku, units] of [
    [o, 7],
    [e, -2],
  ] as const)
    await query(
      `insert into sku_total (portal_id, sku_id, grain, country, t, units) values ($1, $2, 'month', '', '2015-01-31T23:00:00Z', $3)`,
      [portalId, sku, units],
    )
  const steps = [
    { fromUnits: 0, bp: 2_000 },
    { fromUnits: 5, bp: 1_000 },
  ]
  const { products } = await inTrial(world.database, (tx) => listProductRates(tx, portalId))
  expect(products).toEqual([
    ...alike.map((id) =>
      id === o
        ? { id, name: { es: 'eco' }, soldUnits: 7, steps }
        : { id, name: { es: 'éco' }, soldUnits: 0, steps: [] },
    ),
    { id: e, name: { es: 'Éxito' }, soldUnits: -2, steps: [] },
    { id: lp, name: { es: 'LP' }, soldUnits: 0, steps: [] },
  ])
})

test('a new one takes the place of that of its day alone, and says whether its day has passed', async () => {
  const other = await putProduct(world.database, portalId, 'Otro')
  await put(lp, '2026-03-02', [
    [0, 11],
    [10, 9],
  ])
  await put(lp, '2026-03-01', [[0, 12]])
  await put(other, '2026-03-02', [[0, 13]])
  const steps = [
    { fromUnits: 0, bp: 2_050 },
    { fromUnits: 1, bp: 10_000 },
  ]
  const product = { id: lp, name: { es: 'LP' } }
  expect(await set({ steps })).toEqual({
    ...{ portal: { id: portalId, name: 'Álamo' }, product, validFrom: '2026-03-02', steps },
    ...{ current: expect.any(Boolean), past: false },
  })
  const kept = async () =>
    (await rates([portalId])).map(({ product: { id }, validFrom, steps: of }) => [
      ...[id === lp ? 'LP' : 'Otro', validFrom, of.map(({ fromUnits, bp }) => `${fromUnits}:${bp}`).join()],
    ])
  expect(await kept()).toEqual([
    ['LP', '2026-03-02', '0:2050,1:10000'],
    ['LP', '2026-03-01', '0:1200'],
    ['Otro', '2026-03-02', '0:1300'],
  ])
  // With no steps the portal's holds again from that day on; of a day before Madrid's today it says so.
  expect(await set({ validFrom: '2026-03-01', steps: [] })).toMatchObject({ steps: [], past: true })
  expect((await kept())[1]).toEqual(['LP', '2026-03-01', ''])
  const [row] = await query(
    `select from_units, pct from product_rate where product_id = $1 and valid_from = '2026-03-01'`,
    [lp],
  )
  expect(row).toEqual({ from_units: 0, pct: null })
})

test('it begins between the first shop and two years from now, with ten steps at most', async () => {
  const refused = async (more: Parameters<typeof set>[0]) => await why(set(more))
  const steps = (count: number) => Array.from({ length: count }, (_, at) => ({ fromUnits: at, bp: at }))
  for (const fine of [
    { validFrom: '1995-01-01' },
    { validFrom: '2028-03-02' },
    { steps: steps(10) },
    { steps: [] },
    { steps: [{ fromUnits: 0, bp: 10_000 }] },
  ])
    expect(await set(fine)).toMatchObject(fine)
  expect(await refused({ validFrom: '1994-12-31' })).toEqual(['validFrom dates.tooEarly'])
  expect(await refused({ validFrom: '2028-03-03' })).toEqual(['validFrom dates.tooLate'])
  expect(await refused({ steps: steps(11) })).toEqual(['steps billing.tooManySteps'])
  expect(await refused({ validFrom: '2028-03-03', steps: [{ fromUnits: 1, bp: 1 }] })).toEqual([
    ...['validFrom dates.tooLate', 'steps billing.stepFirst'],
  ])
  expect(await refused({ steps: [{ fromUnits: 0, bp: 10_001 }] })).toEqual(['steps billing.stepPct'])
  expect(await refused({ productId: v7() })).toBe('notFound')
  const other = await putAccount(world.database, 'Otra')
  const theirs = await putProduct(world.database, other.portalId, 'Ajeno')
  expect(await refused({ productId: theirs })).toBe('notFound')
})
