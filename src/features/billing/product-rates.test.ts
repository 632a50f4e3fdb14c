import { expect, test } from 'vitest'
import { type Failure, failureCode, type Result } from '#client.ts'
import { mapSku } from '#features/orders/server/map-sku.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'

/** What a product's own commission does to its order lines. Each test has a product of its own. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const lastMonth = formatDay(startOfMonth(dayOf(Date.now()), -1))
const monthOf = (day: string) => day.slice(0, 8)
const always = '2000-01-01'

const fieldsOf = (result: Result<unknown>) => {
  const { error } = result as Failure
  return typeof error === 'object' ? error.fields : undefined
}

async function product(sku: string) {
  const staff = await as(world.database, 'staff')
  return ok(
    await staff.products.createProduct({
      ...{ portalId, name: { es: `Camiseta ${sku}` }, sku, category: 'apparel', format: 'limited' },
      ...{ priceCents: 1000, taxClass: 'general', editionUnits: 5000 },
    } as never),
  )
}

/** An order of a SKU on a day of last month, at ten euros a unit without tax. */
const order = (externalId: string, sku: string, units: number, day = 1, more: object = {}) => ({
  ...{ portalId, externalId, placedAt: `${monthOf(lastMonth)}${String(day).padStart(2, '0')}T12:00:00Z` },
  ...{ currency: 'EUR', lines: [{ id: '1', sku, name: sku, units, unitPrice: '10' }], ...more },
})
async function sell(...orders: ReturnType<typeof order>[]) {
  const artist = await as(world.database, 'artist')
  for (const one of orders) ok(await artist.orders.putOrder(one as never))
}

/** Lines of orders whose number begins so: kind, units, commission, whose rate, from how many units, income. */
const linesOf = (prefix: string) =>
  world.database.query<{
    number: string
    kind: string
    units: number
    pct: number
    of: string | null
    step: number | null
    income: string
  }>(
    `select o.external_id as number, l.kind, l.units, l.commission_pct::float as pct, l.rate_of as of, l.rate_units as step,
       (l.income_micros / 10000) as income
     from order_line l join "order" o on o.portal_id = l.portal_id and o.id = l.order_id
     where l.portal_id = $1 and o.external_id like $2 order by l.at, o.external_id, l.kind <> 'sale', l.ordinal`,
    [portalId, `${prefix}%`],
  )
const pcts = async (prefix: string) => (await linesOf(prefix)).map(({ pct }) => pct)

const rate = async (productId: string, steps: [number, number][], validFrom = always) => {
  const staff = await as(world.database, 'billing')
  const all = steps.map(([fromUnits, bp]) => ({ fromUnits, bp }))
  return staff.billing.setProductRate({ portalId, productId, validFrom, steps: all })
}

test('a product goes before its portal, from a day on, and can go back', async () => {
  const staff = await as(world.database, 'billing')
  const { id } = await product('OWN')
  await sell(order('OWN-1', 'OWN', 1, 2))
  ok(await staff.billing.setRate({ key: 'apparel', bp: 1_800, validFrom: lastMonth, portalId }))
  await sell(order('OWN-2', 'OWN', 1, 3))
  ok(await rate(id, [[0, 1_200]], `${monthOf(lastMonth)}05`))
  ok(await rate(id, [], `${monthOf(lastMonth)}10`))
  await sell(order('OWN-3', 'OWN', 1, 4), order('OWN-4', 'OWN', 1, 6), order('OWN-5', 'OWN', 1, 11))
  const lines = await linesOf('OWN-')
  expect(lines.map(({ pct, of, step }) => [pct, of, step])).toEqual([
    [20, null, null],
    [18, 'portal', null],
    [18, 'portal', null],
    [12, 'product', 0],
    [18, 'portal', null],
  ])
  expect(lines.map(({ income }) => Number(income))).toEqual([800, 820, 820, 880, 820])
  // What comes back goes at the rate that it was sold at.
  await sell(
    order('OWN-4', 'OWN', 1, 6, {
      refunds: [{ id: 'r', at: `${monthOf(lastMonth)}12T12:00:00Z`, lines: [{ id: '1', amount: '10' }] }],
    }),
  )
  const back = (await linesOf('OWN-4')).find(({ kind }) => kind === 'refund')
  expect([back?.pct, back?.of, Number(back?.income)]).toEqual([12, 'product', -880])
  const { products } = ok(await staff.billing.listRates({}))
  expect(
    products.filter(({ product: of }) => of.id === id).map(({ steps, current }) => [steps, current]),
  ).toEqual([
    [[], true],
    [[{ fromUnits: 0, bp: 1_200 }], false],
  ])
})

test('steps go by the units that were sold before, what came back less', async () => {
  const { id } = await product('STEP')
  ok(
    await rate(id, [
      [0, 2_000],
      [10, 1_500],
      [20, 1_000],
    ]),
  )
  await sell(order('STEP-1', 'STEP', 6, 1), order('STEP-2', 'STEP', 6, 2), order('STEP-3', 'STEP', 8, 3))
  // Six were sold before: four more at 20 and two at 15. Then twelve: eight at 15.
  const mean = (4 * 20 + 2 * 15) / 6
  expect(await pcts('STEP-')).toEqual([20, expect.closeTo(mean, 9), 15])
  // To the millionth what the units earn, each at its own.
  const crossing = (await linesOf('STEP-2'))[0]
  expect(Number(crossing?.income)).toBe(4 * 800 + 2 * 850)
  const back = { cancelledAt: `${monthOf(lastMonth)}04T12:00:00Z` }
  await sell(order('STEP-3', 'STEP', 8, 3, back))
  await sell(order('STEP-4', 'STEP', 8, 5), order('STEP-5', 'STEP', 1, 6))
  expect((await linesOf('STEP-')).map(({ number, kind, pct, step }) => [number, kind, pct, step])).toEqual([
    ['STEP-1', 'sale', 20, 0],
    ['STEP-2', 'sale', expect.closeTo(mean, 9), 0],
    ['STEP-3', 'sale', 15, 10],
    ['STEP-3', 'cancellation', 15, 10],
    ['STEP-4', 'sale', 15, 10],
    ['STEP-5', 'sale', 10, 20],
  ])
})

test('one that comes late is counted where it was sold, and those after it keep theirs', async () => {
  const { id } = await product('LATE')
  ok(
    await rate(id, [
      [0, 2_000],
      [10, 1_000],
    ]),
  )
  await sell(order('LATE-2', 'LATE', 9, 10), order('LATE-3', 'LATE', 1, 11), order('LATE-4', 'LATE', 1, 12))
  expect(await pcts('LATE-')).toEqual([20, 20, 10])
  await sell(order('LATE-1', 'LATE', 5, 2))
  expect(await pcts('LATE-')).toEqual([20, 20, 20, 10])
})

test('a SKU that is given to a product goes onto its steps, and so does what came back', async () => {
  const { id } = await product('GIVEN')
  ok(
    await rate(id, [
      [0, 2_000],
      [5, 500],
    ]),
  )
  const refund = {
    refunds: [{ id: 'r', at: `${monthOf(lastMonth)}09T12:00:00Z`, lines: [{ id: '1', amount: '10' }] }],
  }
  await sell(
    order('GIVEN-1', 'GIVEN', 2, 1),
    order('GIVEN-2', 'ALIAS', 4, 2),
    order('GIVEN-3', 'ALIAS', 4, 3, refund),
  )
  expect((await linesOf('GIVEN-')).map(({ of }) => of)).toEqual(['product', 'portal', 'portal', 'portal'])
  const [sku] = await world.database.query<{ id: string }>(
    `select id from sku_mapping where portal_id = $1 and sku = 'ALIAS'`,
    [portalId],
  )
  await mapSku(world.database, portalId, sku?.id ?? '', { productId: id })
  expect((await linesOf('GIVEN-')).map(({ kind, pct, of, step }) => [kind, pct, of, step])).toEqual([
    ['sale', 20, 'product', 0],
    // Three of its four at 20, and one at 5.
    ['sale', 16.25, 'product', 0],
    ['sale', 5, 'product', 5],
    ['refund', 5, 'product', 5],
  ])
})

test('a file of many orders is the same as one after the other, whatever the order of its rows', async () => {
  const owner = await as(world.database, 'artist')
  const steps: [number, number][] = [
    [0, 2_000],
    [7, 1_700],
    [20, 1_100],
    [33, 0],
  ]
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const sold = Array.from({ length: 40 }, (_, at) => ({ at, units: 1 + random(3), minute: at }))
  // A second, stupid implementation.
  let before = 0
  const expected = sold.map(({ units }) => {
    let pct = 0
    for (let unit = 0; unit < units; unit++)
      pct += (steps.filter(([from]) => from <= before + unit).at(-1)?.[1] ?? 0) / 100
    before += units
    return expect.closeTo(pct / units, 9)
  })
  const { id } = await product('FILE')
  ok(await rate(id, steps))
  const rows = [...sold]
    .sort(() => random(2) - 0.5)
    .map(
      ({ at, units, minute }) =>
        `FILE-${String(at).padStart(2, '0')},${monthOf(lastMonth)}15T10:${String(minute).padStart(2, '0')}:00Z,FILE,${units},10.00`,
    )
  const file = new File([`Order,Date,SKU,Quantity,Price\n${rows.join('\n')}\n`], 'ventas.csv', {
    type: 'text/csv',
  })
  const reading = ok(
    await owner.orders.readOrdersFile({
      portalId,
      file,
      wish: JSON.stringify({ currency: 'EUR', decimal: '.', taxRate: '0' }),
    }),
  )
  expect(reading.questions).toEqual([])
  const { format, map, layout } = reading
  ok(
    await owner.orders.uploadOrders({
      ...{ portalId, file, format, mode: 'all', map: JSON.stringify(map), layout: JSON.stringify(layout) },
    }),
  )
  expect(await pcts('FILE-')).toEqual(expected)
})

test('without a rate of its own a product is tried at what held on the day of each order', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const { id } = await product('PLAIN')
  await sell(
    order('PLAIN-1', 'PLAIN', 6, 1),
    order('PLAIN-2', 'PLAIN', 4, 2),
    order('PLAIN-3', 'PLAIN', 10, 3),
  )
  const day = (nth: number) => `${monthOf(lastMonth)}0${nth}`
  const tried = async () => {
    const found = await staff.billing.previewProductRate({ portalId, productId: id, steps: '' })
    return ok(found).tried?.wouldBeCents
  }
  const kept = await database.query<{ key: string; valid_from: string; pct: string }>(
    'select key, valid_from::text, pct from portal_rate where portal_id = $1',
    [portalId],
  )
  await database.query('delete from portal_rate where portal_id = $1', [portalId])
  const common = (key: string, from: string, pct: number) =>
    database.query(
      `insert into rate (key, valid_from, kind, pct) values ($1, $2, 'commission', $3)
        on conflict (key, valid_from) do update set pct = excluded.pct`,
      [key, from, pct],
    )
  const own = (portal: string, key: string, from: string, pct: number) =>
    database.query('insert into portal_rate (portal_id, key, valid_from, pct) values ($1, $2, $3, $4)', [
      ...[portal, key, from, pct],
    ])
  await common('apparel', day(1), 7)
  await common('apparel', day(2), 9)
  await common('music', day(3), 70)
  // Six at 7 %, then fourteen at 9 %, of 10 € each.
  expect(await tried()).toBe(420 + 1_260)
  await own(portalId, 'apparel', day(1), 11)
  await own(portalId, 'apparel', day(2), 13)
  await own(portalId, 'music', day(3), 50)
  await own(portals.hotelLevante.id, 'apparel', day(3), 60)
  expect(await tried()).toBe(660 + 1_820)
  await database.query(`delete from portal_rate where valid_from between $1 and $2`, [day(1), day(3)])
  for (const one of kept) await own(portalId, one.key, one.valid_from, Number(one.pct))
})

test('a change is tried on what last month sold before it is saved', async () => {
  const staff = await as(world.database, 'billing')
  const { id } = await product('TRY')
  await sell(order('TRY-1', 'TRY', 6, 1), order('TRY-2', 'TRY', 4, 2), order('TRY-3', 'TRY', 10, 3))
  const [{ pct } = { pct: 0 }] = await linesOf('TRY-')
  const tried = (steps: string) => staff.billing.previewProductRate({ portalId, productId: id, steps })
  const now = { units: 20, netCents: 20_000, commissionCents: 200 * pct }
  expect(ok(await tried('0:1000'))).toMatchObject({
    month: lastMonth,
    tried: { ...now, wouldBeCents: 2_000 },
  })
  // Ten at 20 %, then ten at 5 %.
  expect(ok(await tried('0:2000,10:500'))).toMatchObject({
    month: lastMonth,
    tried: { ...now, wouldBeCents: 2_500 },
  })
  // Eight at 20 %, of which the second order has two, then twelve at 5 %.
  expect(ok(await tried('0:2000,8:500'))).toMatchObject({
    month: lastMonth,
    tried: { ...now, wouldBeCents: 2_200 },
  })
  expect(ok(await tried(''))).toMatchObject({ month: lastMonth, tried: { ...now, wouldBeCents: 200 * pct } })
  // Nothing of it was kept.
  expect(ok(await staff.billing.listRates({})).products.some(({ product: of }) => of.id === id)).toBe(false)
  // By product, and those with a rate of their own are not touched by the portal's.
  const all = ok(await staff.billing.previewRate({ key: 'apparel', bp: 1_000, portalId }))
  const mine = all.products.find(({ product: of }) => of?.id === id)
  expect(mine).toMatchObject({ units: 20, netCents: 20_000, commissionCents: 200 * pct, wouldBeCents: 2_000 })
  const sum = (name: 'netCents' | 'commissionCents' | 'wouldBeCents') =>
    all.products.reduce((cents, one) => cents + one[name], 0)
  for (const name of ['netCents', 'commissionCents', 'wouldBeCents'] as const)
    expect(Math.abs(sum(name) - all[name])).toBeLessThanOrEqual(all.products.length)
  ok(await rate(id, [[0, 1_000]]))
  const without = ok(await staff.billing.previewRate({ key: 'apparel', bp: 1_000, portalId }))
  expect(all.netCents - without.netCents).toBe(20_000)
})

test('steps go up from the first unit, and who may not sets none', async () => {
  const { id } = await product('NO')
  const refused: [[number, number][], string][] = [
    [[[5, 1_000]], 'stepFirst'],
    [
      [
        [0, 1_000],
        [5, 900],
        [5, 800],
      ],
      'stepOrder',
    ],
    [
      [
        [0, 1_000],
        [9, 900],
        [5, 800],
      ],
      'stepOrder',
    ],
  ]
  for (const [steps, code] of refused)
    expect([code, fieldsOf(await rate(id, steps))]).toEqual([code, { steps: expect.any(String) }])
  expect(fieldsOf(await rate(id, [[0, 1_000]], '1990-01-01'))).toHaveProperty('validFrom')
  const nobody = '00000000-0000-7000-8000-000000000000'
  expect(failureCode(await rate(nobody, [[0, 1]]))).toBe('notFound')
  const artist = await as(world.database, 'artist')
  expect(failureCode(await artist.billing.listProductRates({ portalId }))).toBe('forbidden')
  const staff = await as(world.database, 'billing')
  const { products } = ok(await staff.billing.listProductRates({ portalId }))
  expect(products.find((one) => one.id === id)).toMatchObject({ soldUnits: 0, steps: [] })
  expect(products.find(({ name }) => name.es === 'Camiseta STEP')).toMatchObject({ soldUnits: 21 })
})
