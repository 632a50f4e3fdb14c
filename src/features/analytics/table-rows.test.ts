import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { rows, type Tx } from '#platform/db.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import type { Measure } from './contract.ts'
import {
  type Asked,
  askedOnce,
  placeRows,
  portalRows,
  productRows,
  type TableRows,
  trafficRows,
  variantRows,
} from './server/detail-rows.ts'
import { type FilterQuery, ofTheseOnly, readSelection, type Selection } from './server/selection.ts'
import type { AnalyticsStore, SalesQuestion, VisitsQuestion } from './server/store.ts'

/** The rows of a table by what a store tells: products, variants, portals, places and where visits came from. */

const { world, run, putGood, putVariant, putSku } = skuRows()
const span = { first: 20_000, last: 20_030 }
const of = { label: '', one: '', two: '', other: '', shirt: '', mug: '', small: '', plain: '' }
const sku = { small: '', again: '', plain: '', loose: '', bare: '', nameless: '', mug: '', other: '' }

beforeAll(async () => {
  const made = await putAccount(world.database, 'Uno')
  ;[of.label, of.one] = [made.accountId, made.portalId]
  of.two = await putPortal(world.database, of.label, { name: 'Dos' })
  of.other = (await putAccount(world.database, 'Ajeno')).portalId
  of.shirt = await putGood(of.one, 'Camiseta', { name: { es: 'Camiseta', en: 'Shirt' }, category: 'apparel' })
  of.mug = await putGood(of.two, 'Taza', { category: 'accessory', sku: 'TAZA' })
  of.small = await putVariant(of.one, of.shirt, { size: 'S', colour: 'Rojo', sku: 'CAM-S' })
  of.plain = await putVariant(of.one, of.shirt)
  const ofShirt = (name: string, variantId: string | null) =>
    putSku(of.one, { sku: name, name: `Es ${name}`, productId: of.shirt, variantId }, [])
  sku.small = await ofShirt('C-1', of.small)
  sku.again = await ofShirt('C-2', of.small)
  sku.plain = await ofShirt('C-3', of.plain)
  sku.loose = await ofShirt('C-4', null)
  sku.bare = await putSku(of.one, { sku: 'S-1', name: 'Suelto' }, [])
  sku.nameless = await putSku(of.one, { sku: 'S-2', name: '' }, [])
  sku.mug = await putSku(of.two, { sku: 'T-1', productId: of.mug, name: 'No es su nombre' }, [])
  sku.other = await putSku(of.other, { sku: 'X' }, [])
})

type Told = readonly (readonly [key: string, ...figures: number[]])[]
let asked: (SalesQuestion | VisitsQuestion)[] = []
beforeEach(() => {
  asked = []
})
const table = (told: Told, type: string, names: readonly string[]) =>
  sql`select (x->>0)::${sql.raw(type)} as key, null::timestamptz as t, ${sql.raw(
    names.map((name, at) => `(x->>${at + 1})::float8 as ${name}`).join(', '),
  )} from jsonb_array_elements(${JSON.stringify(told)}::jsonb) x`
/** Tells sales as units and net, whatever is asked for, and visits as visits, visitors and clicks. */
const storeOf = (sales: Told, visits: Told = []) =>
  ({
    sales: async (question: SalesQuestion) => {
      asked.push(question)
      const uuid = question.key === 'sku' || question.key === 'portal'
      return table(sales, uuid ? 'uuid' : 'text', ['units', 'net_micros'])
    },
    visits: async (question: VisitsQuestion) => {
      asked.push(question)
      return table(visits, question.key === 'portal' ? 'uuid' : 'text', ['visits', 'visitors', 'clicks'])
    },
  }) as unknown as AnalyticsStore

interface More {
  measures?: Measure[]
  filters?: FilterQuery
  locale?: string
  base?: Parameters<typeof readSelection>[1]
}
const sold: Measure[] = ['units', 'netCents']
const asking = async (
  tx: Tx,
  store: AnalyticsStore,
  { measures = sold, filters = {}, locale = 'es', base }: More,
): Promise<Asked> => {
  const selection = await readSelection(tx, base ?? { accountId: of.label }, filters)
  return { store, selection, span, locale, measures }
}
const read = (tx: Tx, facts: SQL) =>
  rows<Record<string, unknown>>(tx, sql`select * from (${facts}) r order by name, id`)
const ask = (store: AnalyticsStore, make: (asked: Asked) => TableRows, more: More = {}) =>
  run(async (tx) => {
    const made = make(await asking(tx, store, more))
    return (await read(tx, made.named(await made.sums()))).map((row) => ({ ...row }))
  })

const skuFacts = (): Told => [
  [sku.small, 2, 200],
  [sku.small, 1, 100],
  [sku.again, 4, 400],
  [sku.plain, 8, 800],
  [sku.loose, 16, 1_600],
  [sku.bare, 32, 3_200],
  [sku.nameless, 64, 6_400],
  [sku.mug, 128, 12_800],
  [sku.other, 256, 25_600],
]

describe('products', () => {
  test('are all of their SKUs, and a SKU of none stands for itself', async () => {
    const found = await ask(storeOf(skuFacts()), productRows)
    const one = { portal_id: of.one, portalName: 'Uno' }
    expect(found).toEqual([
      {
        ...{ ...one, id: of.shirt, units: 31, netMicros: 3_100, name: 'Camiseta', sku: 'C-4' },
        ...{ category: 'apparel', hasVariants: true },
      },
      {
        ...{ ...one, id: sku.nameless, units: 64, netMicros: 6_400, name: 'S-2', sku: 'S-2' },
        ...{ category: 'unmapped', hasVariants: false },
      },
      {
        ...{ ...one, id: sku.bare, units: 32, netMicros: 3_200, name: 'Suelto', sku: 'S-1' },
        ...{ category: 'unmapped', hasVariants: false },
      },
      {
        ...{ id: of.mug, portal_id: of.two, portalName: 'Dos', units: 128, netMicros: 12_800, name: 'Taza' },
        ...{ sku: 'TAZA', category: 'accessory', hasVariants: false },
      },
    ])
    expect(asked.map(({ key, span: days }) => [key, days])).toEqual([['sku', span]])
    expect((asked[0] as SalesQuestion).columns).toEqual(['units', 'net_micros'])
    const english = await ask(storeOf(skuFacts()), productRows, { locale: 'en' })
    expect(english.map(({ name }) => name as string)).toEqual(['S-2', 'Shirt', 'Suelto', 'Taza'])
  })

  test('are the same however they are asked for, and only what is measured is added up', async () => {
    const names = async (more: More) =>
      (await ask(storeOf(skuFacts()), productRows, more)).map(({ name, units }) => `${name} ${units}`)
    const all = ['Camiseta 31', 'S-2 64', 'Suelto 32', 'Taza 128']
    expect(await names({ filters: { products: [of.shirt, of.mug, sku.bare, sku.nameless] } })).toEqual(all)
    expect(await names({ base: { portalId: of.two } })).toEqual(['Taza 128'])
    expect(await names({ base: 'everything' })).toEqual([...all.slice(0, 3), 'Taza 128', 'X 256'])
    const [first] = await ask(storeOf(skuFacts()), productRows, { measures: ['netCents'] })
    expect(Object.keys(first ?? {})).not.toContain('units')
  })

  test('of everything, or of more than a hundred portals, a page is found by some sums alone', async () => {
    const many = (n: number): Selection => ({
      ...{ countries: [], goods: undefined, named: undefined, categories: undefined },
      ...ofTheseOnly(
        [of.one, of.two, ...Array.from({ length: n - 2 }, () => of.other)].map((id) => ({
          ...{ id, orders: new Set<number>(), visits: new Set<number>() },
        })),
      ),
    })
    await run(async (tx) => {
      const base = await asking(tx, storeOf(skuFacts()), {})
      expect(productRows(base).lean).toBeUndefined()
      expect(productRows({ ...base, selection: many(100) }).lean).toBeUndefined()
      expect(productRows(await asking(tx, storeOf([]), { base: 'everything' })).lean).toBeDefined()
      const made = productRows({ ...base, selection: many(101) })
      const lean = await made.lean?.sums(['units'])
      const found = await read(tx, made.named(lean ?? sql``))
      expect(found.map(({ name, units, netMicros }) => [name, units, netMicros])).toEqual([
        ...[
          ['Camiseta', 31, undefined],
          ['S-2', 64, undefined],
          ['Suelto', 32, undefined],
        ],
        ...[
          ['Taza', 128, undefined],
          ['X', 256, undefined],
        ],
      ])
      const within = await made.lean?.within([of.two])
      const ofTwo = await read(tx, made.named(within ?? sql``))
      expect(ofTwo.map(({ name, units, netMicros }) => [name, units, netMicros])).toEqual([
        ['Taza', 128, 12_800],
      ])
      expect(asked.at(-1)?.selection.portals.map(({ id }) => id)).toEqual([of.two])
    })
  })
})

test('variants of a product are called by what sets them apart, or as their SKUs are', async () => {
  const found = await ask(storeOf(skuFacts()), (asked) => variantRows(asked, of.shirt))
  expect(found).toEqual([
    { id: of.plain, portal_id: of.one, units: 8, netMicros: 800, name: 'Es C-3', sku: 'C-3' },
    { id: sku.loose, portal_id: of.one, units: 16, netMicros: 1_600, name: 'Es C-4', sku: 'C-4' },
    { id: of.small, portal_id: of.one, units: 7, netMicros: 700, name: 'S · Rojo', sku: 'CAM-S' },
  ])
  expect(await ask(storeOf(skuFacts()), (asked) => variantRows(asked, sku.nameless))).toEqual([
    { id: sku.nameless, portal_id: of.one, units: 64, netMicros: 6_400, name: 'S-2', sku: 'S-2' },
  ])
})

describe('portals', () => {
  const store = () =>
    storeOf(
      [
        [of.one, 2, 200],
        [of.one, 1, 100],
      ],
      [
        [of.one, 10, 8, 1],
        [of.two, 20, 18, 2],
        [of.one, 5, 4, 3],
      ],
    )
  const measures: Measure[] = ['units', 'visits', 'clicks']

  test('have their sales and visits side by side, with nothing where there were none', async () => {
    expect(await ask(store(), portalRows, { measures })).toEqual([
      { id: of.two, units: 0, visits: 20, clicks: 2, name: 'Dos', labelName: 'Uno' },
      { id: of.one, units: 3, visits: 15, clicks: 4, name: 'Uno', labelName: 'Uno' },
    ])
    expect(asked.map(({ key }) => key)).toEqual(['portal', 'portal'])
  })

  test('have sales alone where goods are told apart, or nothing else is measured', async () => {
    expect(await ask(store(), portalRows, { measures, filters: { products: of.shirt } })).toEqual([
      { id: of.one, units: 3, visits: 0, clicks: 0, name: 'Uno', labelName: 'Uno' },
    ])
    expect(await ask(store(), portalRows, { measures: ['netCents'] })).toEqual([
      { id: of.one, netMicros: 300, name: 'Uno', labelName: 'Uno' },
    ])
    expect(await ask(store(), portalRows, { measures: ['visitors'] })).toEqual([
      { id: of.two, visitors: 18, name: 'Dos', labelName: 'Uno' },
      { id: of.one, visitors: 12, name: 'Uno', labelName: 'Uno' },
    ])
    expect(asked.map(({ key }) => key)).toEqual(['portal', 'portal', 'portal'])
  })
})

test('places have what was bought there and who came from there, and visits what they came from', async () => {
  const store = storeOf(
    [
      ['ES', 2, 200],
      ['', 1, 100],
    ],
    [
      ['ES', 10, 8, 1],
      ['PT', 20, 18, 2],
      ['', 5, 4, 3],
    ],
  )
  const measures: Measure[] = ['units', 'visits']
  for (const by of ['countries', 'provinces', 'cities'] as const)
    expect(await ask(store, (asked) => placeRows(asked, by), { measures })).toEqual([
      { id: '', name: '', units: 1, visits: 5 },
      { id: 'ES', name: 'ES', units: 2, visits: 10 },
      { id: 'PT', name: 'PT', units: 0, visits: 20 },
    ])
  const keys = ['country', 'country', 'province', 'province', 'city', 'city']
  expect(asked.map(({ key }) => key)).toEqual(keys)
  asked = []
  const ofGoods = { measures, filters: { categories: 'album' } }
  expect(await ask(store, (asked) => placeRows(asked, 'cities'), ofGoods)).toEqual([
    { id: '', name: '', units: 1, visits: 0 },
    { id: 'ES', name: 'ES', units: 2, visits: 0 },
  ])
  expect(asked.map(({ key }) => key)).toEqual(['city'])
  expect(
    await ask(store, (asked) => trafficRows(asked, 'source'), { measures: ['visits', 'clicks'] }),
  ).toEqual([
    { id: '', name: '', visits: 5, clicks: 3 },
    { id: 'ES', name: 'ES', visits: 10, clicks: 1 },
    { id: 'PT', name: 'PT', visits: 20, clicks: 2 },
  ])
})

test('what was clicked has its own name, and none once it is gone', async () => {
  const gone = '00000000-0000-7000-8000-00000000dead'
  const store = storeOf(
    [],
    [
      [of.shirt, 0, 0, 3],
      [of.shirt, 0, 0, 2],
      ['', 0, 0, 9],
      [gone, 0, 0, 1],
    ],
  )
  const found = await ask(store, (asked) => trafficRows(asked, 'link'), { measures: ['clicks'] })
  expect(found).toMatchObject([
    { id: gone, name: '', clicks: 1, portalName: null },
    { id: of.shirt, name: 'Camiseta', clicks: 5, portalName: 'Uno' },
  ])
  expect(found).toHaveLength(2)
})

test('a table’s rows are asked of the store once, however often they are looked at', async () => {
  await run(async (tx) => {
    const base = await asking(tx, storeOf(skuFacts()), { base: 'everything' })
    const made = askedOnce(productRows(base))
    await made.sums()
    await made.sums()
    expect(asked).toHaveLength(1)
    await made.lean?.sums(['units'])
    await made.lean?.sums(['units'])
    expect(asked).toHaveLength(2)
    await made.lean?.within([of.one])
    expect(asked).toHaveLength(3)
    expect(askedOnce(portalRows(base)).lean).toBeUndefined()
  })
})

test('which texts a table has beside its names', async () => {
  await run(async (tx) => {
    const base = await asking(tx, storeOf([]), {})
    const texts = (table: TableRows) => [
      table.texts.map(({ key, kind }) => `${key} ${kind}`).join(', '),
      table.ofPlaces,
    ]
    expect(texts(productRows(base))).toEqual(['sku text, portalName text, category text', undefined])
    expect(texts(variantRows(base, of.shirt))).toEqual(['sku text', undefined])
    expect(texts(portalRows(base))).toEqual(['labelName text', undefined])
    expect(texts(placeRows(base, 'cities'))).toEqual(['', true])
    expect(texts(trafficRows(base, 'source'))).toEqual(['', undefined])
    expect(texts(trafficRows(base, 'link'))).toEqual(['portalName text', undefined])
  })
})
