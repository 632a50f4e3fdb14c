import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { rows } from '#platform/db.ts'
import { parseDay } from '#platform/time.ts'
import { putAccount, putPortal, putSale } from '#testing/raw-sales.ts'
import { orderFacts, orderFactsOfNothingElse, orderFactsWithout } from './server/order-facts.ts'
import { type FilterQuery, readSelection, type Selection } from './server/selection.ts'

/** Which orders sold some goods, of portals of a label: once each, where they went, and called off on its own day. */

const { world, run, putGood, putSku } = skuRows()
const span = (f: string, t: string) => ({ first: parseDay(f) ?? 0, last: parseDay(t) ?? 0 })
const month = span('2026-03-01', '2026-03-31')
const years = span('2025-01-01', '2026-12-31')
const of = { accountId: '', one: '', two: '', shirt: '', album: '' }
const sku = { shirt: '', album: '', bare: '', pin: '' }

beforeAll(async () => {
  const made = await putAccount(world.database, 'Sello')
  ;[of.accountId, of.one] = [made.accountId, made.portalId]
  of.two = await putPortal(world.database, of.accountId)
  of.shirt = await putGood(of.one, 'Camiseta', { category: 'apparel' })
  of.album = await putGood(of.one, 'Disco')
  sku.shirt = await putSku(of.one, { productId: of.shirt }, [])
  sku.album = await putSku(of.one, { productId: of.album }, [])
  sku.bare = await putSku(of.one, {}, [])
  sku.pin = await putSku(of.two, { productId: await putGood(of.two, 'Pin', { category: 'accessory' }) }, [])
  const order = async (day: number, country: string | null, skus: string[], portalId = of.one) => {
    const at = new Date(Date.UTC(2026, 2, day, 10, 30))
    const sale = (skuId: string, more: object) =>
      putSale(world.database, { portalId, productId: of.album, at, skuId, ...more })
    const orderId = await sale(skus[0] ?? '', { ordinal: 1, orders: 1 })
    for (const [n, one] of skus.slice(1).entries()) await sale(one, { orderId, ordinal: n + 2, orders: 0 })
    await world.database.query('update "order" set country = $2 where id = $1', [orderId, country])
    return { orderId, sale }
  }
  await order(4, 'ES', [sku.album, sku.shirt])
  await order(5, 'PT', [sku.shirt])
  await order(6, 'ES', [sku.album])
  const { orderId, sale } = await order(7, null, [sku.shirt])
  await sale(sku.shirt, {
    orderId,
    kind: 'cancellation',
    units: -1,
    ordinal: 1,
    orders: -1,
    at: new Date('2026-03-20T10:30:00Z'),
  })
  await order(8, 'ES', [sku.bare])
  const back = await order(9, 'ES', [sku.bare])
  // What only went back was not sold.
  await back.sale(sku.shirt, { orderId: back.orderId, kind: 'refund', units: 0, ordinal: 2, orders: 0 })
  await order(10, 'ES', [sku.pin], of.two)
})

type Key = Parameters<typeof orderFacts>[2]
type Facts = (selection: Selection) => SQL
const read = async (facts: Facts, filters: FilterQuery) =>
  run(async (tx) => {
    const selection = await readSelection(tx, { accountId: of.accountId }, filters)
    return rows<{ key: string; day: string; orders: number }>(
      tx,
      sql`select key::text as key, to_char(t at time zone 'UTC', 'DD HH24:MI') as day, orders::int as orders
        from (${facts(selection)}) f order by t, key`,
    )
  })
const days = async (facts: Facts, filters: FilterQuery) =>
  (await read(facts, filters))
    .map(({ day, orders }) => `${day.slice(0, 2)}${orders < 0 ? '−' : ''}`)
    .join(' ')
const some =
  (over = month, key: Key = 'none'): Facts =>
  (selection) =>
    orderFacts(selection, over, key, ['orders'])
const only =
  (over = month): Facts =>
  (selection) =>
    orderFactsOfNothingElse(selection, over)

describe.each([
  ['a month', month],
  ['years', years],
])('of %s', (_, over) => {
  test('orders of a product are those that sold it, and of it alone those that sold nothing else', async () => {
    const shirt = { products: of.shirt }
    expect(await days(some(over), shirt)).toBe('04 05 07 20−')
    expect(await days(only(over), shirt)).toBe('05 07 20−')
    expect(await days(some(over), { products: [of.shirt, of.album] })).toBe('04 05 06 07 20−')
    expect(await days(only(over), { products: [of.shirt, of.album] })).toBe('04 05 06 07 20−')
    expect(await days(some(over), { products: sku.bare })).toBe('08 09')
  })

  test('orders of goods that are narrowed, added and left out are those that sold any of them', async () => {
    expect(await days(some(over), { categories: 'apparel', products: of.shirt })).toBe('04 05 07 20−')
    expect(await days(some(over), { products: of.shirt, addedCategories: 'accessory' })).toBe(
      '04 05 07 10 20−',
    )
    expect(await days(some(over), { categories: ['apparel', 'album'], excludedProducts: of.shirt })).toBe(
      '04 06',
    )
    expect(await days(only(over), { categories: 'apparel', excludedProducts: of.album })).toBe('05 07 20−')
    expect(await days(some(over), { excludedProducts: [of.shirt, of.album] })).toBe('08 09 10')
  })

  test('orders go by where they went, and by portal', async () => {
    const keyed = async (key: Key, filters: FilterQuery) =>
      (await read(some(over, key), filters)).map((row) => `${row.key} ${row.orders}`)
    const shirt = { products: of.shirt }
    expect(await keyed('country', shirt)).toEqual(['ES 1', 'PT 1', ' 1', ' -1'])
    expect(await keyed('none', shirt)).toEqual([' 1', ' 1', ' 1', ' -1'])
    expect(await keyed('portal', { products: of.shirt, countries: 'PT' })).toEqual([`${of.one} 1`])
    expect(await days(some(over), { ...shirt, countries: ['ES', 'PT'] })).toBe('04 05')
  })
})

test('an order is of the day of its own line, whatever day the goods’ are of, to the hour', async () => {
  expect(await days(some(span('2026-03-05', '2026-03-19')), { products: of.shirt })).toBe('05 07')
  expect(await days(some(span('2026-03-08', '2026-04-30')), { products: of.shirt })).toBe('20−')
  const [first] = await read(some(), { products: of.shirt })
  expect(first?.day).toBe('04 10:00')
})

test('all orders without some goods are all but those that sold nothing else', async () => {
  const all = sql`select 'x'::text as key, null::timestamptz as t, 9 as orders`
  const without = await run(async (tx) => {
    const { without } = await readSelection(tx, { accountId: of.accountId }, { excludedProducts: of.shirt })
    if (!without) throw new Error('It is the rest of everything')
    const facts = orderFactsWithout(all, without, month, 'none', ['units', 'orders'])
    return rows<{ units: number; orders: number }>(
      tx,
      sql`select units, orders from (${facts}) f order by orders desc`,
    )
  })
  expect(without.map(({ units, orders }) => [Number(units), Number(orders)])).toEqual([
    [0, 9],
    [0, 1],
    [0, -1],
    [0, -1],
  ])
})

describe('of categories', () => {
  // Of a month without lines: triggers keep the facts of those.
  const later = span('2027-05-01', '2027-05-31')
  const bits = { album: 1, apparel: 2, accessory: 4, unmapped: 32 }
  beforeAll(async () => {
    await world.database.query(`insert into fact_place (id, country, province, city) values (77, 'ES', 'ES-PO', 'Vigo'), (78, null, null, null)
      on conflict do nothing`)
    const put = (portal: string, day: number, place: number, categories: number, orders: number) =>
      world.database.query(
        'insert into order_fact (portal_id, t, place_id, categories, orders) values ($1, $2, $3, $4, $5)',
        [portal, new Date(Date.UTC(2027, 4, day, 10)), place, categories, orders],
      )
    await put(of.one, 11, 77, bits.album | bits.apparel, 2)
    await put(of.one, 12, 78, bits.apparel, 3)
    await put(of.two, 13, 77, bits.unmapped, 4)
    await put(of.two, 14, 77, bits.accessory, 5)
    await put(of.one, 40, 77, bits.apparel, 99)
  })

  test('orders are told by what each sold, whatever else it did', async () => {
    const sum = async (...categories: string[]) =>
      (await read(some(later), { categories })).reduce((all, { orders }) => all + orders, 0)
    expect([
      await sum('album'),
      await sum('apparel'),
      await sum('unmapped'),
      await sum('album', 'accessory'),
    ]).toEqual([...[2, 5, 4, 7]])
    expect(await sum('culture')).toBe(0)
  })

  test('orders go by place and portal, with nothing of other columns', async () => {
    const wanted = ['units', 'orders'] as const
    const told = async (key: Key, filters: FilterQuery) =>
      run(async (tx) => {
        const selection = await readSelection(tx, { accountId: of.accountId }, filters)
        const found = await rows<Record<string, unknown>>(
          tx,
          sql`select key::text as key, units::int as units, orders::int as orders from (${orderFacts(selection, later, key, wanted)}) f order by orders`,
        )
        return found.map(({ key: of, units, orders }) => [of, units, orders])
      })
    expect(await told('city', { categories: 'apparel' })).toEqual([
      ['ES-PO/Vigo', 0, 2],
      ['', 0, 3],
    ])
    expect(await told('portal', { categories: ['apparel', 'unmapped'] })).toEqual([
      [of.one, 0, 2],
      [of.one, 0, 3],
      [of.two, 0, 4],
    ])
    expect(await told('none', { categories: 'apparel', countries: 'ES' })).toEqual([['', 0, 2]])
  })
})
