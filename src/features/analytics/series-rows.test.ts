import { type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { select } from '#platform/select.ts'
import { parseDay, startOfDay } from '#platform/time.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { answerOf } from './server/answer.ts'
import { bucketRows } from './server/detail.ts'
import { heatColumns, heatFacts, hoursOf } from './server/heat-facts.ts'
import { readPeriod } from './server/period.ts'
import { readSelection, type Selection } from './server/selection.ts'
import { rollupsWithin } from './server/span-sql.ts'
import type { AnalyticsStore } from './server/store.ts'
import { readsOf, selections, spans } from './test-reads.ts'

/** Buckets as rows, hours of the week, and since when "since ever" is. */

describe('buckets', () => {
  const points = [
    { t: '2026-01', values: { orders: 2, net: null }, previous: 1, value: 2 },
    { t: '2026-02', values: { orders: 1, net: 5 }, previous: 4, value: 1 },
    { t: '2026-03', values: { orders: 2, net: 7 }, previous: null, value: 2 },
  ]
  const by = (orderBy: string) =>
    bucketRows(points as never, { orderBy } as never, false).map(({ id }) => id.slice(-2))

  test('stand by their name or by a figure, of one figure the later first, and without one below all', () => {
    expect(by('name')).toEqual(['01', '02', '03'])
    expect(by('-name')).toEqual(['03', '02', '01'])
    expect(by('orders')).toEqual(['02', '03', '01'])
    expect(by('-orders')).toEqual(['01', '03', '02'])
    expect(by('net')).toEqual(['01', '02', '03'])
    expect(by('-net')).toEqual(['03', '02', '01'])
    // What no bucket has puts none before another.
    expect(by('none')).toEqual(['03', '02', '01'])
  })

  test('of one figure stand by their day however many there are', () => {
    const days = Array.from({ length: 92 }, (_, at) => `2026-${String(100 + at)}`)
    const many = days.map((t, at) => ({ t, values: { orders: at % 3 }, previous: null, value: at % 3 }))
    const sorted = (orderBy: string) =>
      bucketRows(many as never, { orderBy } as never, false).map(({ id }) => id)
    const rising = [0, 1, 2].flatMap((orders) => days.filter((_, at) => at % 3 === orders).toReversed())
    expect(sorted('orders')).toEqual(rising)
    expect(sorted('-orders')).toEqual(rising.toReversed())
  })

  test('say what they had before only where they are compared', () => {
    const of = (compare: boolean) => bucketRows(points as never, { orderBy: 'name' } as never, compare)[1]
    expect(of(false)).toEqual({ id: '2026-02', name: '2026-02', orders: 1, net: 5 })
    expect(of(true)).toMatchObject({ orders: 1, previous: 4, deltaPct: expect.any(Number) })
  })
})

test('two periods that meet within a month have each their own part of it', async () => {
  const question = readPeriod({ f: '2026-01-15', t: '2026-05-31' }, new Date('2026-06-10T10:00:00Z'))
  const sold = [
    { day: parseDay('2026-01-10') ?? 0, orders: 3 },
    { day: parseDay('2026-01-20') ?? 0, orders: 5 },
  ]
  const january = startOfDay(parseDay('2026-01-01') ?? 0)
  const read = async (asked: { first: number; last: number }[]) =>
    asked.map(({ first, last }) =>
      sold
        .filter(({ day }) => day >= first && day <= last)
        .map(({ orders }) => ({ t: january, sums: { orders } })),
    )
  const { meta, totals, previous, series } = await answerOf(question, ['orders'], read)
  expect([meta.grouping, meta.previousTo]).toEqual(['month', '2026-01-14'])
  expect([totals.orders, previous.orders, series[0]?.value]).toEqual([5, 3, 5])
})

test('a year before the first stands for since ever', () => {
  const first = -62_135_596_800_000
  const momentsOf = (from: number) => {
    const piece = { grain: 'year' as const, from: new Date(from), until: new Date(0) }
    return new PgDialect().sqlToQuery(rollupsWithin([piece])).params
  }
  expect(momentsOf(first)).toEqual(['year', '0001-01-01T00:00:00.000Z', '1970-01-01T00:00:00.000Z'])
  expect(momentsOf(first - 1)).toEqual(['year', '-infinity', '1970-01-01T00:00:00.000Z'])
})

/** What is read for the hours of a selection: which table, of whom, and when. */
const hoursRead = (name: keyof typeof selections) =>
  readsOf(hoursOf(selections[name], spans.days)).map((read) =>
    read
      .replace(/ by .* where (?=dimension|scope_id|true|f\.portal_id)/, ' where ')
      .replace(/\) f: /, ': ')
      .replace(/\) h: |\) h\) f: |\) h(?=: )/, ': '),
  )
const [before, months, all] = [
  '2021-01-20…2021-02-01',
  'month 2021-02-01…2021-04-01',
  '2021-01-20…2021-04-01',
]
const spanish = `f.place_id in (select id from fact_place where country in ('ES', 'PT'))`
const music = `coalesce(f.category, 'unmapped') in ('album', 'unmapped')`
const goods =
  'f.sku_id in (select m.id from sku_mapping m left join product p on p.portal_id = m.portal_id and p.id = m.product_id ' +
  `where m.portal_id = 'a'::uuid and goods)`

test.each<[keyof typeof selections, string[]]>([
  [
    'whole',
    [
      `sales_dimension where dimension = 'hour' and scope_id = 'everything': ${months}`,
      `sales_total where scope_id = 'everything': hour ${before}`,
    ],
  ],
  [
    'simple',
    [
      `sales_dimension where dimension = 'hour' and scope_id = 'simple': ${months}`,
      `sales_total where scope_id = any('{a,b,c}'::uuid[]): hour ${before}`,
    ],
  ],
  [
    'spanish',
    [
      `sales_dimension where dimension in ('hourIn ES', 'hourIn PT') and scope_id = 'everything': ${months}`,
      `sale_fact where true and ${spanish} : ${before}`,
    ],
  ],
  [
    'music',
    [
      `sales_dimension where dimension in ('hourOf album', 'hourOf unmapped') and scope_id = 'everything': ${months}`,
      `sale_fact where true and ${music}: ${before}`,
    ],
  ],
  // No rollups know both: facts do.
  ['musicSpanish', [`sale_fact where true and ${spanish} and ${music}: ${all}`]],
  ['goods', [`sale_fact where f.portal_id = 'a'::uuid and ${goods}: ${all}`]],
  [
    'without',
    [
      `sales_dimension where dimension = 'hour' and scope_id = 'everything': ${months}`,
      `sales_total where scope_id = 'everything': hour ${before}`,
      `−sale_fact where f.portal_id = 'a'::uuid and ${goods}: ${all}`,
    ],
  ],
])('hours of %s are read from the fewest rows that tell them', (name, reads) => {
  expect(hoursRead(name)).toEqual(reads)
})

describe('the week', () => {
  const { world, run, putGood, putSku, sell } = skuRows()
  const span = { first: parseDay('2026-03-01') ?? 0, last: parseDay('2026-03-31') ?? 0 }
  const hours = (told: readonly (readonly [at: string, orders: number, net: number])[]): SQL =>
    sql`select x.a as at, x.o::float8 as orders, x.n::float8 as net_micros from jsonb_to_recordset(
      ${JSON.stringify(told.map(([a, o, n]) => ({ a, o, n })))}::jsonb) as x(a text, o int, n int)`

  test('is what the store tells of it, and its orders are those that sold some of the goods', async () => {
    const { portalId } = await putAccount(world.database, 'Semana')
    const shirt = await putGood(portalId, 'Camiseta')
    const [one, other] = [await putSku(portalId, { productId: shirt }, []), await putSku(portalId, {}, [])]
    // A Wednesday at eleven in Madrid.
    const at = new Date('2026-03-04T10:30:00Z')
    await sell(portalId, one, [{ at }, { at }])
    await sell(portalId, other, [{ at }])
    const asked: boolean[] = []
    const store = {
      hours: async ({ selection }: { selection: Selection }) => {
        asked.push(selection.goods !== undefined)
        return hours([
          ['311', 9, 4],
          ['311', 1, 1],
          ['100', 2, 3],
        ])
      },
    } as unknown as AnalyticsStore
    const of = (filters: object) =>
      run(async (tx) => {
        const selection = await readSelection(tx, { portalId }, filters)
        return select(tx, heatColumns, await heatFacts(store, selection, span))
      })
    const monday = { weekday: 1, hour: 0, orders: 2, netMicros: 3 }
    expect(await of({})).toEqual([monday, { weekday: 3, hour: 11, orders: 10, netMicros: 5 }])
    expect(await of({ products: shirt })).toEqual([
      { ...monday, orders: 0 },
      { weekday: 3, hour: 11, orders: 2, netMicros: 5 },
    ])
    expect(await of({ excludedProducts: shirt })).toEqual([
      monday,
      { weekday: 3, hour: 11, orders: 8, netMicros: 5 },
    ])
    expect(asked).toEqual([false, true, true, false])
  })
})
