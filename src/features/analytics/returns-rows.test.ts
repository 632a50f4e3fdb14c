import { type SQL, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { putAccount, putPortal, putSale } from '#testing/raw-sales.ts'
import type { Base } from './server/base.ts'
import { returns } from './server/returns.ts'
import type { FilterQuery } from './server/selection.ts'
import type { AnalyticsStore, SalesQuestion } from './server/store.ts'

/** What came back of each good, to the unit and the moment, beside what a store tells of its sales. */

const { world, run, putGood, putVariant, putSku } = skuRows()
const may = { f: '2026-05-01', t: '2026-05-31' }
const begins = '2026-04-30T22:00:00Z'
const ends = '2026-05-31T22:00:00Z'
const of = {
  units: '',
  loose: '',
  label: '',
  one: '',
  two: '',
  alone: '',
  shirt: '',
  mug: '',
  small: '',
  large: '',
}
/** What the store tells of SKUs by their name: units sold in the days. */
const sold = new Map<string, number>()
const asked: SalesQuestion[] = []
const store = {
  sales: async (question: SalesQuestion): Promise<SQL> => {
    asked.push(question)
    const told =
      question.key === 'none'
        ? [
            ['', 400],
            ['', 600],
          ]
        : [...sold]
    return sql`select (x->>0)::${sql.raw(question.key === 'none' ? 'text' : 'uuid')} as key, (x->>1)::float8 as units
      from jsonb_array_elements(${JSON.stringify(told)}::jsonb) x`
  },
} as unknown as AnalyticsStore

interface Line {
  kind?: 'sale' | 'refund' | 'cancellation'
  at?: string
  units?: number
  net?: string
}
const sale = (units: number, net: string, at = '2026-04-10T10:00:00Z'): Line => ({ units, net, at })
const paid = (net: string, at = '2026-05-10T10:00:00Z', units = 0): Line => ({
  ...{ kind: 'refund', units, net: `-${net}`, at },
})
const off = (units: number, at = '2026-05-12T10:00:00Z'): Line => ({
  ...{ kind: 'cancellation', units: -units, net: '0', at },
})
const order = async (portalId: string, skuId: string, lines: readonly Line[], country?: string) => {
  const orderId = v7()
  for (const [ordinal, { kind = 'sale', at = '', units = 1, net = '0' }] of lines.entries())
    await putSale(world.database, {
      ...{ portalId, productId: of.shirt, skuId, orderId, ordinal, kind, units, at: new Date(at) },
      ...{ netAmount: net, orders: kind === 'sale' && ordinal === 0 ? 1 : 0 },
    })
  if (country) await world.database.query('update "order" set country = $2 where id = $1', [orderId, country])
}
/** A SKU of no product, so many units of which the store tells, and orders of it. */
const bare = async (name: string, units: number | undefined, ...orders: Line[][]) => {
  const id = await putSku(of.loose, { sku: name }, [])
  if (units !== undefined) sold.set(id, units)
  for (const lines of orders) await order(of.loose, id, lines)
  return id
}

const ask = (
  query: FilterQuery & { variantsOf?: string; f?: string; t?: string } = {},
  base?: Base,
  locale: 'es' | 'en' = 'es',
) =>
  run((tx) =>
    returns(
      { tx, store, now: new Date('2026-06-15T10:00:00Z'), locale, base: base ?? { accountId: of.label } },
      { ...may, ...query },
    ),
  )
const told = async (...args: Parameters<typeof ask>) =>
  (await ask(...args)).items?.map(
    ({ name, sold, cancelled, refunded, share }) =>
      `${name}: ${cancelled} + ${refunded} of ${sold}, ${share?.toFixed(2) ?? 'none'}`,
  )

beforeAll(async () => {
  const made = await putAccount(world.database, 'Uno')
  ;[of.label, of.one] = [made.accountId, made.portalId]
  const units = await putAccount(world.database, 'Sueltas')
  ;[of.units, of.loose] = [units.accountId, units.portalId]
  await putPortal(world.database, of.units)
  of.two = await putPortal(world.database, of.label, { name: 'Dos' })
  of.alone = (await putAccount(world.database, 'Ajeno')).portalId
  of.shirt = await putGood(of.one, 'Camiseta', { name: { es: 'Camiseta', en: 'Shirt' }, category: 'apparel' })
  of.mug = await putGood(of.two, 'Taza', { name: { es: 'Taza', en: '' }, category: 'accessory' })
})

describe('by unit', () => {
  const ofUnits = () => ({ accountId: of.units })
  beforeAll(async () => {
    await bare('cuota', 10, [sale(3, '50'), paid('16.66')])
    await bare('casi', 10, [sale(3, '50'), paid('16.65')])
    await bare('dos meses', 4, [sale(2, '40'), paid('20', '2026-04-20T10:00:00Z'), paid('20')])
    await bare('de más', 4, [sale(2, '40'), paid('100')])
    await bare('anulado', 3, [sale(2, '40'), off(1), off(1)])
    await bare('dos anulados', 5, [sale(1, '10'), off(1)], [sale(1, '10'), off(1)])
    await bare('primero devuelto', 0, [sale(3, '60'), paid('20', '2026-04-20T10:00:00Z'), off(3)])
    await bare('dicho', 5, [sale(4, '40'), paid('10', undefined, -1), paid('10')])
    await bare(
      'dos dichos',
      5,
      [sale(2, '20'), paid('10', undefined, -1)],
      [sale(2, '20'), paid('10', undefined, -1)],
    )
    await bare('dicho al empezar', 3, [sale(4, '40'), paid('10', begins, -1), paid('10', ends, -1)])
    // All of it had come back before: what is paid on top brings nothing.
    const april = '2026-04-20T10:00:00Z'
    await bare('ya dicho', 1, [sale(3, '30'), paid('10', april, -1), paid('30', april), paid('1')])
    await bare('dicho antes', 5, [
      ...[sale(4, '40'), paid('10', '2026-04-20T10:00:00Z', -1), paid('10', undefined, -1)],
    ])
    await bare('antes', 1, [sale(1, '10'), off(1, '2026-04-30T21:59:59.999Z')])
    await bare('al empezar', 1, [sale(1, '10'), off(1, begins)])
    await bare('al acabar', 1, [sale(1, '10'), off(1, '2026-05-31T21:59:59.999Z')])
    await bare('después', 1, [sale(1, '10'), off(1, ends)])
    await bare('luego más', 2, [sale(2, '20'), paid('10', begins), paid('10', ends), off(1, ends)])
    await bare('gratis', 1, [sale(1, '0'), paid('5')])
    await bare('dos pedidos', 8, [sale(2, '20'), paid('10')], [sale(2, '20'), paid('10')])
    await bare('dos mitades', 8, [sale(2, '20'), paid('5')], [sale(2, '20'), paid('5')])
    await bare('dos líneas', 8, [sale(1, '10'), sale(1, '30'), paid('20')])
    await bare('sin venta', 0, [off(1)])
    await bare('sin datos', undefined, [sale(1, '10'), off(1)])
    await bare('nada vendido', -1, [sale(1, '10'), off(1)])
  })

  test('what came back is what was cancelled or paid back in whole, by the end and not by the beginning', async () => {
    expect((await told({}, ofUnits()))?.toSorted()).toEqual([
      'al acabar: 1 + 0 of 2, 0.50',
      'al empezar: 1 + 0 of 2, 0.50',
      'anulado: 2 + 0 of 5, 0.40',
      'cuota: 0 + 1 of 10, 0.10',
      'de más: 0 + 2 of 4, 0.50',
      'dicho al empezar: 0 + 1 of 4, 0.25',
      'dicho antes: 0 + 1 of 6, 0.17',
      // Told as a unit, and one more by its price.
      'dicho: 0 + 2 of 6, 0.33',
      'dos anulados: 2 + 0 of 7, 0.29',
      'dos dichos: 0 + 2 of 7, 0.29',
      'dos líneas: 0 + 1 of 8, 0.13',
      'dos meses: 0 + 1 of 4, 0.25',
      'dos pedidos: 0 + 2 of 8, 0.25',
      'luego más: 0 + 1 of 2, 0.50',
      'nada vendido: 1 + 0 of 0, none',
      // One of them had come back before, by its price.
      'primero devuelto: 3 + -1 of 3, 0.67',
      'sin datos: 1 + 0 of 1, 1.00',
      'sin venta: 1 + 0 of 1, 1.00',
    ])
  })

  test('most comes first, of as much by its id, and the sums are of everything', async () => {
    const { items, ...sums } = await ask({}, ofUnits())
    // 1000 sold by the store, 5 that came back as units, and 12 that were cancelled.
    expect(sums).toEqual({ total: 18, sold: 1_017, cancelled: 12, refunded: 13 })
    const back = items?.map(({ cancelled, refunded }) => cancelled + refunded)
    expect(back).toEqual([...Array(7).fill(2), ...Array(11).fill(1)])
    for (const n of [1, 2]) {
      const ids = items?.filter((one) => one.cancelled + one.refunded === n).map(({ id }) => id)
      expect(ids).toEqual(ids?.toSorted())
    }
    expect(items?.every(({ portalName }) => portalName === 'Sueltas')).toBe(true)
  })

  test('the store is asked for units alone: of the shown goods’ portals, and of all', async () => {
    asked.length = 0
    await ask({}, ofUnits())
    expect(asked.map(({ key, columns, selection: { portals } }) => [key, columns, portals.length])).toEqual([
      ['sku', ['units'], 1],
      ['none', ['units'], 2],
    ])
    expect(asked[0]?.span).toEqual(asked[1]?.span)
    expect(asked[0]?.selection.portals.map(({ id }) => id)).toEqual([of.loose])
  })

  test('days in which nothing came back have no goods, and what was sold is told all the same', async () => {
    expect(await ask({ f: '2025-05-01', t: '2025-05-31' }, ofUnits())).toEqual({
      ...{ items: [], total: 0, sold: 1_000, cancelled: 0, refunded: 0 },
    })
    expect(await told({ f: '2026-06-01', t: '2026-06-30' }, ofUnits())).toEqual(
      expect.arrayContaining(['después: 1 + 0 of 2, 0.50']),
    )
    expect((await ask({ f: '2026-06-01', t: '2026-06-30' }, ofUnits())).total).toBe(3)
  })

  test('of everything everywhere nothing is told', async () => {
    expect(await ask({}, 'everything')).toEqual({
      ...{ items: null, total: null, sold: null, cancelled: null, refunded: null },
    })
  })
})

describe('by good', () => {
  const ids = { plain: '', loose: '', noted: '' }
  beforeAll(async () => {
    of.small = await putVariant(of.one, of.shirt, { size: 'S', colour: 'Rojo' })
    of.large = await putVariant(of.one, of.shirt, { size: 'L' })
    const nameless = await putVariant(of.one, of.shirt)
    const ofShirt = async (sku: string, variantId: string | null, units: number, name?: string) => {
      const id = await putSku(of.one, { sku, productId: of.shirt, variantId, ...(name ? { name } : {}) }, [])
      sold.set(id, units)
      return id
    }
    const [small, again, large] = [
      await ofShirt('C-S', of.small, 10),
      await ofShirt('C-S2', of.small, 5),
      await ofShirt('C-L', of.large, 20),
    ]
    ids.noted = await ofShirt('C-X', nameless, 7, 'Talla rara')
    ids.loose = await ofShirt('C-0', null, 3)
    ids.plain = await putSku(of.two, { sku: 'P-1', name: 'Póster' }, [])
    sold.set(ids.plain, 40)
    const mug = await putSku(of.two, { sku: 'T-1', productId: of.mug }, [])
    sold.set(mug, 30)
    await order(of.one, small, [sale(9, '90'), off(4)], 'ES')
    await order(of.one, again, [sale(9, '90'), off(1), paid('20')], 'FR')
    await order(of.one, large, [sale(9, '90'), paid('40')], 'FR')
    await order(of.one, ids.noted, [sale(9, '90'), off(3)])
    await order(of.one, ids.loose, [sale(9, '90'), off(2)], 'ES')
    await order(of.two, ids.plain, [sale(9, '90'), off(8)], 'ES')
    await order(of.two, mug, [sale(9, '90'), off(7)], 'PT')
    const other = await putSku(of.alone, { sku: 'A-1' }, [])
    sold.set(other, 50)
    await order(of.alone, other, [sale(9, '90'), off(9)], 'ES')
  })

  const first = async (...args: Parameters<typeof ask>) => (await told(...args))?.slice(0, 3)

  test('a product is all of its SKUs, by its name in the reader’s language or else in Spanish', async () => {
    expect(await first()).toEqual([
      ...['Camiseta: 10 + 6 of 55, 0.29', 'Póster: 8 + 0 of 48, 0.17', 'Taza: 7 + 0 of 37, 0.19'],
    ])
    expect(await first({}, undefined, 'en')).toEqual([
      ...['Shirt: 10 + 6 of 55, 0.29', 'Póster: 8 + 0 of 48, 0.17', 'Taza: 7 + 0 of 37, 0.19'],
    ])
    const { items } = await ask()
    expect(items?.slice(0, 3).map(({ id, portalName }) => [id, portalName])).toEqual([
      [of.shirt, 'Uno'],
      [ids.plain, 'Dos'],
      [of.mug, 'Dos'],
    ])
    // Everyone's own alone.
    expect(await told({}, { portalId: of.alone })).toEqual(['A-1: 9 + 0 of 59, 0.15'])
  })

  test('filters leave what they say', async () => {
    expect(await told({ portals: of.two })).toEqual([
      ...['Póster: 8 + 0 of 48, 0.17', 'Taza: 7 + 0 of 37, 0.19'],
    ])
    expect(await told({ countries: 'FR' })).toEqual(['Camiseta: 1 + 6 of 46, 0.15'])
    expect(await told({ countries: ['PT', 'ES'] })).toEqual([
      'Póster: 8 + 0 of 48, 0.17',
      'Taza: 7 + 0 of 37, 0.19',
      'Camiseta: 6 + 0 of 51, 0.12',
    ])
    expect(await told({ categories: 'accessory' })).toEqual(['Taza: 7 + 0 of 37, 0.19'])
    expect(await told({ categories: 'unmapped', portals: of.two })).toEqual(['Póster: 8 + 0 of 48, 0.17'])
    expect(await told({ products: [of.shirt, ids.plain] })).toEqual([
      ...['Camiseta: 10 + 6 of 55, 0.29', 'Póster: 8 + 0 of 48, 0.17'],
    ])
  })

  test('variants of a product are called by what sets them apart, or as their SKUs are', async () => {
    const { items, ...sums } = await ask({ variantsOf: of.shirt })
    expect(items).toEqual([
      {
        ...{ id: of.small, name: 'S · Rojo', sold: 20, cancelled: 5, refunded: 2 },
        share: 7 / 20,
        portalName: 'Uno',
      },
      {
        ...{ id: of.large, name: 'L', sold: 20, cancelled: 0, refunded: 4 },
        share: 4 / 20,
        portalName: 'Uno',
      },
      {
        id: expect.any(String),
        name: 'Talla rara',
        sold: 10,
        cancelled: 3,
        refunded: 0,
        share: 3 / 10,
        portalName: 'Uno',
      },
      { id: ids.loose, name: 'C-0', sold: 5, cancelled: 2, refunded: 0, share: 2 / 5, portalName: 'Uno' },
    ])
    // Of the product alone: 45 as the store tells, and 10 that were cancelled.
    expect(sums).toEqual({ total: 4, sold: 55, cancelled: 10, refunded: 6 })
    expect(await ask({ variantsOf: ids.plain })).toEqual({
      items: [
        {
          id: ids.plain,
          name: 'Póster',
          sold: 48,
          cancelled: 8,
          refunded: 0,
          share: 8 / 48,
          portalName: 'Dos',
        },
      ],
      ...{ total: 1, sold: 48, cancelled: 8, refunded: 0 },
    })
    const { items: none, ...nothing } = await ask({ variantsOf: v7() })
    expect([none, nothing]).toEqual([[], { total: 0, sold: 0, cancelled: 0, refunded: 0 }])
  })
})

test('twenty goods are shown, and all are counted', async () => {
  const { portalId } = await putAccount(world.database, 'Muchos')
  for (let n = 0; n < 22; n += 1) {
    const id = await putSku(portalId, { sku: `N-${n}` }, [])
    sold.set(id, 100)
    await order(portalId, id, [sale(2, '20'), n < 20 ? off(1) : paid(n === 20 ? '20' : '1')])
  }
  const { items, ...sums } = await ask({}, { portalId })
  expect([items?.length, items?.[0]?.name, sums]).toEqual([
    ...[20, 'N-20', { total: 21, sold: 1_020, cancelled: 20, refunded: 2 }],
  ])
})
