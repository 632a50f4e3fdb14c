import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { parseDay } from '#platform/time.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import type { Base } from './server/base.ts'
import { salesChange } from './server/sales-change.ts'
import type { SalesColumn } from './server/sales-columns.ts'
import type { AnalyticsStore, SalesQuestion } from './server/store.ts'

/** What a change of net sales is made of, of facts that a store tells as they are. */

const { world, run, putGood, putSku } = skuRows()
const now = new Date('2026-06-15T10:00:00Z')
const may = { f: '2026-05-01', t: '2026-05-31' }

/** A sale's figures in cents, in the days or in those before them. */
interface Fact {
  portal: string
  sku: string
  country?: string
  campaign?: string
  /** The first of its days. */
  in: string
  units?: number
  gross?: number
  discounts?: number
  refunds?: number
  net: number
}
function storeOf(facts: readonly Fact[]) {
  const asked: SalesQuestion[] = []
  const figure = (fact: Fact, column: SalesColumn) =>
    column === 'units'
      ? (fact.units ?? 0)
      : (fact[column.replace('_micros', '') as 'net' | 'gross' | 'discounts' | 'refunds'] ?? 0) * 10_000
  const store = {
    sales: async (question: SalesQuestion) => {
      asked.push(question)
      const { key, span, selection, columns = [] } = question
      const own = facts.filter(
        (fact) =>
          parseDay(fact.in) === span.first &&
          (selection.whole || selection.portals.some(({ id }) => id === fact.portal)),
      )
      const keyOf = (fact: Fact) => (key === 'none' ? '' : (fact[key as 'sku' | 'country'] ?? ''))
      const told = own.map((fact) => [keyOf(fact), ...columns.map((column) => figure(fact, column))])
      const type = sql.raw(key === 'sku' || key === 'portal' ? 'uuid' : 'text')
      const figures = sql.raw(columns.map((column, at) => `(x->>${at + 1})::bigint as ${column}`).join(', '))
      return sql`select (x->>0)::${type} as key, ${figures} from jsonb_array_elements(${JSON.stringify(told)}::jsonb) x`
    },
  } as unknown as AnalyticsStore
  return { store, asked }
}

type Query = Parameters<typeof salesChange>[1]
const of = { label: '', one: '', two: '', shirt: '', mug: '' }
const sku = { small: '', large: '', mug: '', named: '', bare: '' }
const ask = (facts: readonly Fact[], query: Query = {}, base?: Base, locale: 'es' | 'en' = 'es') =>
  run((tx) => {
    const { store } = storeOf(facts)
    return salesChange(
      { tx, store, now, locale, base: base ?? { accountId: of.label } },
      { ...may, ...query },
    )
  })
/** A split as `NAME: NOW − BEFORE = CHANGE`, and what it leaves. */
const told = ({ splits }: Awaited<ReturnType<typeof ask>>, wanted: string) => {
  const split = splits.find(({ by }) => by === wanted)
  if (!split) return undefined
  const rows = split.rows.map(
    ({ name, nowCents, beforeCents, changeCents }) =>
      `${name}: ${nowCents} − ${beforeCents} = ${changeCents}`,
  )
  return [...rows, `rest ${split.restCents} of ${split.others}`]
}

beforeAll(async () => {
  const made = await putAccount(world.database, 'Uno')
  ;[of.label, of.one] = [made.accountId, made.portalId]
  of.two = await putPortal(world.database, of.label, { name: 'Dos' })
  of.shirt = await putGood(of.one, 'Camiseta', { name: { es: 'Camiseta', en: 'Shirt' } })
  of.mug = await putGood(of.two, 'Taza', { name: { es: 'Taza', en: '' } })
  sku.small = await putSku(of.one, { productId: of.shirt }, [])
  sku.large = await putSku(of.one, { productId: of.shirt }, [])
  sku.mug = await putSku(of.two, { productId: of.mug }, [])
  sku.named = await putSku(of.one, { sku: 'S-1', name: 'Suelto' }, [])
  sku.bare = await putSku(of.one, { sku: 'S-2', name: '' }, [])
})

const [current, before] = ['2026-05-01', '2026-04-01']
const facts = (): Fact[] => {
  const [small, large] = [
    { portal: of.one, sku: sku.small, country: 'ES' },
    { portal: of.one, sku: sku.large, country: 'FR', campaign: 'gira' },
  ]
  const mug = { portal: of.two, sku: sku.mug, country: 'PT' }
  return [
    { ...small, in: current, units: 3, gross: 6_000, discounts: 500, net: 5_500 },
    { ...large, in: current, units: 1, gross: 2_500, refunds: 1_000, net: 1_500 },
    { ...mug, campaign: 'gira', in: current, units: 2, gross: 2_000, net: 2_000 },
    { portal: of.one, sku: sku.named, campaign: 'verano', in: current, units: 1, gross: 100, net: 100 },
    { ...small, in: before, units: 2, gross: 5_000, net: 5_000 },
    { ...mug, in: before, units: 5, gross: 4_000, discounts: 400, refunds: 600, net: 3_000 },
    {
      portal: of.one,
      sku: sku.bare,
      country: 'ES',
      campaign: 'otoño',
      in: before,
      units: 1,
      gross: 700,
      net: 700,
    },
  ]
}

describe('a month beside the one before', () => {
  test('is split by what each good, country, campaign and portal sold in both', async () => {
    const change = await ask(facts())
    const { splits, ...head } = change
    expect(head).toEqual({
      ...{ from: '2026-05-01', to: '2026-05-31', previousFrom: '2026-04-01', previousTo: '2026-04-30' },
      ...{ netCents: 9_100, previousCents: 8_700, changeCents: 400 },
    })
    expect(splits.map(({ by }) => by)).toEqual(['product', 'country', 'campaign', 'portal', 'price'])
    expect(splits[0]).toEqual({
      by: 'product',
      rows: [
        {
          ...{ id: of.shirt, name: 'Camiseta', portalName: 'Uno' },
          ...{ nowCents: 7_000, beforeCents: 5_000, changeCents: 2_000 },
        },
        {
          ...{ id: of.mug, name: 'Taza', portalName: 'Dos' },
          ...{ nowCents: 2_000, beforeCents: 3_000, changeCents: -1_000 },
        },
        { id: sku.bare, name: 'S-2', portalName: 'Uno', nowCents: 0, beforeCents: 700, changeCents: -700 },
        { id: sku.named, name: 'Suelto', portalName: 'Uno', nowCents: 100, beforeCents: 0, changeCents: 100 },
      ],
      ...{ restCents: 0, others: 0 },
    })
    expect(told(change, 'country')).toEqual([
      ...['FR: 1500 − 0 = 1500', 'PT: 2000 − 3000 = -1000', 'ES: 5500 − 5700 = -200'],
      ...[': 100 − 0 = 100', 'rest 0 of 0'],
    ])
    // What no campaign brought is what those of all campaigns leave of everything.
    expect(told(change, 'campaign')).toEqual([
      ...['gira: 3500 − 0 = 3500', ': 5500 − 8000 = -2500', 'otoño: 0 − 700 = -700'],
      ...['verano: 100 − 0 = 100', 'rest 0 of 0'],
    ])
    expect(told(change, 'portal')).toEqual([
      ...['Uno: 7100 − 5700 = 1400', 'Dos: 2000 − 3000 = -1000', 'rest 0 of 0'],
    ])
    const ids = splits.filter(({ by }) => by === 'portal').flatMap(({ rows }) => rows)
    expect(ids.map(({ id, portalName }) => [id, portalName])).toEqual([
      [of.one, null],
      [of.two, null],
    ])
  })

  test('is split into units at the price of before, prices, discounts, refunds and the mix', async () => {
    const { splits } = await ask(facts())
    // (7 − 8) × 97.00 / 8; 85.00 − 4 × 25.00 and 20.00 − 2 × 8.00; 4.00 − 5.00; 6.00 − 10.00; the rest of 4.00.
    expect(splits.at(-1)).toEqual({
      by: 'price',
      rows: [
        ['units', -1_213],
        ['price', -1_100],
        ['discounts', -100],
        ['refunds', -400],
        ['mix', 3_213],
      ].map(([id, changeCents]) => ({
        ...{ id, name: id, portalName: null, nowCents: null, beforeCents: null },
        changeCents,
      })),
      ...{ restCents: 0, others: 0 },
    })
  })

  test('has no price to compare where one of both sold nothing: all is of units', async () => {
    const rows = async (some: Fact[]) =>
      (await ask(some)).splits.at(-1)?.rows.map(({ id, changeCents }) => [id, changeCents])
    const sale = { portal: of.one, sku: sku.small, units: 3, gross: 6_000, discounts: 500, net: 5_500 }
    expect(await rows([{ ...sale, in: current }])).toEqual([
      ...[
        ['units', 6_000],
        ['price', 0],
        ['discounts', -500],
        ['refunds', 0],
        ['mix', 0],
      ],
    ])
    expect(await rows([{ ...sale, in: before }])).toEqual([
      ...[
        ['units', -6_000],
        ['price', 0],
        ['discounts', 500],
        ['refunds', 0],
        ['mix', 0],
      ],
    ])
    expect(await rows([])).toEqual([
      ...[
        ['units', 0],
        ['price', 0],
        ['discounts', 0],
        ['refunds', 0],
        ['mix', 0],
      ],
    ])
    // Something came back of what was sold before: units below nothing are no sale.
    expect(
      await rows([
        { ...sale, in: before },
        { ...sale, units: -1, gross: 0, discounts: 0, net: 0, in: current },
      ]),
    ).toEqual([
      ...[
        ['units', -6_000],
        ['price', 0],
        ['discounts', 500],
        ['refunds', 0],
        ['mix', 0],
      ],
    ])
    // As many came back as were sold: one good that cost more is no price of the whole.
    const dearer = { ...sale, units: 1, discounts: 0 }
    const back = { portal: of.two, sku: sku.mug, units: -1, net: -1_500, refunds: 1_500, in: current }
    expect(
      await rows([
        { ...dearer, gross: 1_000, net: 1_000, in: before },
        { ...dearer, gross: 1_500, net: 1_500, in: current },
        back,
      ]),
    ).toEqual([
      ...[
        ['units', 500],
        ['price', 0],
        ['discounts', 0],
        ['refunds', -1_500],
        ['mix', 0],
      ],
    ])
  })

  test('names goods in the reader’s language, or else in Spanish', async () => {
    const names = (await ask(facts(), {}, undefined, 'en')).splits[0]?.rows.map(({ name }) => name)
    expect(names).toEqual(['Shirt', 'Taza', 'S-2', 'Suelto'])
  })

  test('is of what filters leave, and of one portal has no portals to split by', async () => {
    const ofTwo = await ask(facts(), { portals: of.two })
    expect([ofTwo.netCents, ofTwo.previousCents, ofTwo.changeCents]).toEqual([2_000, 3_000, -1_000])
    expect(ofTwo.splits.map(({ by }) => by)).toEqual(['product', 'country', 'campaign', 'price'])
    expect(told(ofTwo, 'product')).toEqual(['Taza: 2000 − 3000 = -1000', 'rest 0 of 0'])
    expect(told(ofTwo, 'campaign')).toEqual([': 0 − 3000 = -3000', 'gira: 2000 − 0 = 2000', 'rest 0 of 0'])
    expect(await ask(facts(), {}, { portalId: of.two })).toEqual(ofTwo)
    const everywhere = await ask(facts(), {}, 'everything')
    expect(everywhere).toEqual(await ask(facts()))
  })

  test('may be beside that of a year before', async () => {
    const { previousFrom, previousTo, previousCents } = await ask(
      [{ portal: of.one, sku: sku.small, in: '2025-05-01', net: 300 }],
      { compare: 'year' },
    )
    expect([previousFrom, previousTo, previousCents]).toEqual(['2025-05-01', '2025-05-31', 300])
  })

  test('asks the store for the sums that each split is made of, of both times', async () => {
    const { store, asked } = storeOf(facts())
    await run((tx) => salesChange({ tx, store, now, locale: 'es', base: { accountId: of.label } }, may))
    const price = ['units', 'gross_micros', 'discounts_micros', 'refunds_micros']
    const twice = (key: string, columns = ['net_micros']) => [
      [key, columns, '2026-05-01'],
      [key, columns, '2026-04-01'],
    ]
    const days = [may.f, before].map((day) => [parseDay(day), day])
    expect(
      asked.map(({ key, columns, span }) => [key, columns, days.find(([day]) => day === span.first)?.[1]]),
    ).toEqual([
      ...[...twice('none'), ...twice('sku'), ...twice('country'), ...twice('campaign'), ...twice('portal')],
      ...twice('sku', price),
    ])
  })
})

describe('of many', () => {
  const goods: string[] = []
  beforeAll(async () => {
    for (let n = 0; n < 9; n += 1) goods.push(await putSku(of.one, { sku: `N-${n}` }, []))
  })
  /**
   * Five that rose by 1.00; one that fell by 9.00, one that rose by 1.80 and one that fell by 1.50, of three sales each; and one
   * that came to nothing in both.
   */
  const many = (): Fact[] =>
    goods.flatMap((sku, n) => {
      const own = { portal: of.one, sku, country: `C${n}`, campaign: `v${n}` }
      const three = (when: string, net: number) => [1, 2, 3].map(() => ({ ...own, in: when, net }))
      if (n === 6) return three(current, 60)
      if (n === 7) return three(before, 50)
      if (n === 3) return [{ ...own, in: before, net: 900 }]
      return [{ ...own, in: current, net: n === 8 ? 0 : 100 }]
    })
  const six = (names: string[]) => [
    ...[`${names[3]}: 0 − 900 = -900`, `${names[6]}: 180 − 0 = 180`, `${names[7]}: 0 − 150 = -150`],
    ...[0, 1, 2].map((n) => `${names[n]}: 100 − 0 = 100`),
    'rest 200 of 2',
  ]

  test('the six that changed most are told, of as much by their ids, and what the others come to', async () => {
    const change = await ask(many())
    expect(change.changeCents).toBe(-370)
    expect(told(change, 'product')).toEqual(six(goods.map((_, n) => `N-${n}`)))
    expect(told(change, 'country')).toEqual(six(goods.map((_, n) => `C${n}`)))
    expect(told(change, 'campaign')).toEqual(six(goods.map((_, n) => `v${n}`)))
  })

  test('what no campaign brought is one of them, where there is any', async () => {
    const more = (net: number): Fact[] => [...many(), { portal: of.one, sku: sku.small, in: current, net }]
    expect(told(await ask(more(500)), 'campaign')).toEqual([
      ...['v3: 0 − 900 = -900', ': 500 − 0 = 500'],
      ...['v6: 180 − 0 = 180', 'v7: 0 − 150 = -150'],
      ...[0, 1].map((n) => `v${n}: 100 − 0 = 100`),
      'rest 300 of 3',
    ])
    // As much as before is not nothing: it is behind the six, and counted.
    const asMuch: Fact = { portal: of.one, sku: sku.small, in: before, net: 500 }
    const names = goods.map((_, n) => `v${n}`)
    expect(told(await ask([...more(500), asMuch]), 'campaign')).toEqual([
      ...six(names).slice(0, -1),
      'rest 200 of 3',
    ])
    expect(told(await ask([asMuch]), 'campaign')).toEqual([': 0 − 500 = -500', 'rest 0 of 0'])
    expect(told(await ask([]), 'campaign')).toEqual(['rest 0 of 0'])
  })
})
