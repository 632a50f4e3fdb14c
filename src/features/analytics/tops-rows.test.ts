import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { rows } from '#platform/db.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { ofTheseOnly, type Selection } from './server/selection.ts'
import type { AnalyticsStore, SalesQuestion, VisitsQuestion } from './server/store.ts'
import { portalsOf, sourcesOf, topPortals, topProducts, topSources, whereSold } from './server/tops.ts'

/** Who and what stands at the top, of a store that tells what it is given. */

const { world, run, putGood, putSku } = skuRows()
const span = { first: 20_000, last: 20_030 }
const rest = { countries: [], goods: undefined, named: undefined, categories: undefined }
const only = (...ids: string[]): Selection => ({
  ...rest,
  ...ofTheseOnly(ids.map((id) => ({ id, orders: new Set(), visits: new Set() }))),
})
const whole = { ...only(), whole: true, inPortals: () => sql`true` } as Selection

type Told = readonly (readonly [key: string, ...sums: number[]])[]
const table = (told: Told, type: 'uuid' | 'text', ...names: string[]): SQL =>
  sql`select x.key::${sql.raw(type)} as key, ${sql.raw(names.map((name, at) => `(x.s->>${at})::float8 as ${name}`).join(', '))}
    from jsonb_to_recordset(${JSON.stringify(told.map(([key, ...s]) => ({ key, s })))}::jsonb) as x(key text, s jsonb)`

/** Tells each SKU's units and net sales, of portals that are asked for; and what each portal sold. */
function storeOf(skus: Told, portals: Told = []) {
  const asked: SalesQuestion[] = []
  const store = {
    sales: async (question: SalesQuestion) => {
      asked.push(question)
      return question.key === 'portal'
        ? table(portals, 'uuid', 'gross_micros')
        : sql`select f.* from (${table(skus, 'uuid', 'units', 'net_micros')}) f join sku_mapping m on m.id = f.key
            where ${question.selection.inPortals(sql`m.portal_id`)}`
    },
  } as unknown as AnalyticsStore
  return { store, asked }
}

let [one, two] = ['', '']
const ids = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b'] as const
let sku: Record<'mug' | 'cup' | 'pin' | 'bare' | 'other', string>
beforeAll(async () => {
  const { portalId, accountId } = await putAccount(world.database, 'Uno')
  one = portalId
  two = await putPortal(world.database, accountId, { name: 'Dos' })
  await putGood(one, 'Taza', {
    ...{ id: ids[0], sku: 'TAZA', name: { es: 'Taza', en: 'Mug' }, pictureUrls: ['/a.png', '/b.png'] },
  })
  await putGood(one, 'Pin', { id: ids[1] })
  sku = {
    mug: await putSku(one, { productId: ids[0], sku: 'T-1', name: 'Telling' }, []),
    cup: await putSku(one, { productId: ids[0], sku: 'T-2' }, []),
    pin: await putSku(one, { productId: ids[1], sku: 'P-1' }, []),
    bare: await putSku(one, { sku: 'S-1', name: 'Suelto' }, []),
    other: await putSku(two, { sku: 'X-1', name: 'Ajeno' }, []),
  }
})

const productsOf = (
  { store, asked: _ }: ReturnType<typeof storeOf>,
  selection: Selection,
  { locale = 'es', limit = 9, steps }: { locale?: string; limit?: number; steps?: number[] } = {},
) => run((tx) => topProducts({ tx, store }, selection, span, locale, limit, ...(steps ? [steps] : [])))

describe('products', () => {
  const told = () =>
    storeOf([
      [sku.mug, 1, 40],
      [sku.cup, 2, 30],
      [sku.pin, 4, 70],
      [sku.bare, 8, 90],
      [sku.mug, 16, 0],
      [sku.other, 32, 60],
    ])

  test('are all their SKUs together, the most sold by net first, of one amount by their ids', async () => {
    const found = await productsOf(told(), only(one, two))
    expect(found.map(({ id, netMicros, units }) => [id, netMicros, units])).toEqual([
      [sku.bare, 90, 8],
      [ids[0], 70, 19],
      [ids[1], 70, 4],
      [sku.other, 60, 32],
    ])
    expect((await productsOf(told(), only(one, two), { limit: 2 })).map(({ id }) => id)).toEqual([
      sku.bare,
      ids[0],
    ])
    expect(await productsOf(told(), only(two))).toHaveLength(1)
  })

  test('bear their own names and SKUs, and what is no product those that it was told with', async () => {
    const shown = async (locale: string) =>
      (await productsOf(told(), only(one), { locale })).map((row) => [row.name, row.sku, row.mapped])
    expect(await shown('en')).toEqual([
      ['Suelto', 'S-1', false],
      ['Mug', 'TAZA', true],
      ['Pin', 'P-1', true],
    ])
    expect((await shown('es'))[1]).toEqual(['Taza', 'TAZA', true])
    await putSku(one, { productId: ids[1], sku: 'P-0' }, [])
    const [, mug, pin] = await productsOf(told(), only(one))
    expect([mug?.portalName, mug?.pictureUrl, pin?.pictureUrl]).toEqual(['Uno', '/a.png', null])
    expect(pin?.sku).toBe('P-0')
  })
})

describe('products of everything', () => {
  /** Which portals' SKUs were asked for, after who sold most. */
  const looked = async (portals: Told, { limit = 1, steps = [1, 2] } = {}) => {
    const server = storeOf(
      [
        [sku.bare, 1, 50],
        [sku.other, 1, 40],
      ],
      portals,
    )
    const found = await productsOf(server, whole, { limit, steps })
    const names = server.asked
      .slice(1)
      .map(({ selection }) =>
        selection.whole ? 'all' : selection.portals.map(({ id }) => (id === one ? 1 : 2)).join(),
      )
    return [found.map(({ netMicros }) => netMicros), names]
  }
  const three = '00000000-0000-7000-8000-000000000003'
  const four = '00000000-0000-7000-8000-000000000004'

  test('are looked for in the portal that sold most, and no further where none else can have sold as much', async () => {
    expect(
      await looked([
        [one, 90],
        [two, 49],
      ]),
    ).toEqual([[50], ['1']])
    // Another one sold as much in all: it may be its best.
    expect(
      await looked([
        [one, 90],
        [two, 50],
        [three, 1],
      ]),
    ).toEqual([[50], ['1', '1,2']])
    // Who sold most comes first, whatever the order they are told in, and all that a portal sold counts.
    expect(
      await looked([
        [two, 49],
        [one, 20],
        [one, 70],
      ]),
    ).toEqual([[50], ['1']])
    expect(
      await looked([
        [one, 90],
        [two, 60],
        [three, 45],
      ]),
    ).toEqual([[50], ['1', '1,2']])
  })

  test('are looked for among all in the end, and at once where there are no more portals than the first few', async () => {
    expect(
      await looked([
        [one, 90],
        [two, 80],
        [three, 70],
      ]),
    ).toEqual([[50], ['1', '1,2', 'all']])
    expect(await looked([[one, 90]])).toEqual([[50], ['all']])
    expect(
      await looked([
        [one, 90],
        [two, 60],
      ]),
    ).toEqual([[50], ['1', 'all']])
    // Two are wanted, and the first portal has but one.
    expect(
      await looked(
        [
          [one, 90],
          [two, 60],
          [three, 39],
        ],
        { limit: 2 },
      ),
    ).toEqual([
      [50, 40],
      ['1', '1,2'],
    ])
    expect(
      await looked(
        [
          [one, 90],
          [two, 60],
          [three, 40],
          [four, 1],
        ],
        { limit: 2 },
      ),
    ).toEqual([
      [50, 40],
      ['1', '1,2', 'all'],
    ])
  })

  test('are asked for by who sold most, one more than the most portals that are looked into at first', async () => {
    const { store, asked } = storeOf([])
    for (const steps of [undefined, [3, 7], []])
      await whereSold({ store }, whole, span, ...(steps ? [steps] : []))
    expect(asked.map(({ key, most }) => [key, most])).toEqual(
      [501, 8, 1].map((rows) => ['portal', { of: 'gross_micros', rows }]),
    )
    await whereSold({ store }, only(one), span)
    expect(asked.at(-1)).toMatchObject({ key: 'sku', columns: ['units', 'net_micros'] })
  })
})

test('sources stand by their visits, of as many by name, and what brought none is none', async () => {
  const told = table(
    [
      ['b', 2, 1],
      ['a', 1, 1],
      ['a', 1, 2],
      ['Z', 2, 2],
      ['c', 3, 1],
      ['none', 0, 0],
    ],
    ...(['text', 'visits', 'visitors'] as const),
  )
  const found = await run((tx) => topSources(tx, told, 9))
  expect(found).toEqual([
    { value: 'c', visits: 3, visitors: 1 },
    { value: 'Z', visits: 2, visitors: 2 },
    { value: 'a', visits: 2, visitors: 3 },
    { value: 'b', visits: 2, visitors: 1 },
  ])
  expect(await run((tx) => topSources(tx, told, 2))).toHaveLength(2)
})

test('portals stand by what they are ranked by, and by their ids where they are even', async () => {
  const names = ['orders', 'units', 'albums', 'net_micros']
  const even = [one, two].toSorted()
  const told = table(
    [
      [one, 1, 2, 9, 8],
      [one, 10, 20, 0, 30],
      [two, 3, 4, 5, 90],
    ],
    ...(['uuid', ...names] as const),
  )
  const by = (rank: 'sales' | 'albums', limit = 9) => run((tx) => topPortals(tx, told, rank, limit))
  expect((await by('sales')).map(({ id }) => id)).toEqual([two, one])
  expect((await by('albums')).map(({ id }) => id)).toEqual([one, two])
  expect(await by('albums', 1)).toMatchObject([
    { id: one, name: 'Uno', pictureUrl: null, orders: 11, units: 22, albums: 9, netMicros: 38, visits: 0 },
  ])
  await world.database.query(`update portal set picture_url = '/p.png' where id = $1`, [one])
  const visits = table(
    [
      [one, 1, 1, 0],
      [one, 1, 2, 0],
      [two, 2, 5, 0],
    ],
    ...(['uuid', 'visits', 'visitors', 'clicks'] as const),
  )
  const seen = await run((tx) => topPortals(tx, visits, 'visits', 9))
  expect(seen.map(({ id }) => id)).toEqual(even)
  expect(seen.find(({ id }) => id === one)).toMatchObject({ visits: 2, visitors: 3, pictureUrl: '/p.png' })
})

test('what is asked of a store names the sum by which the most are wanted', async () => {
  const asked: unknown[] = []
  const hear = async (question: SalesQuestion | VisitsQuestion) => {
    asked.push([question.key, question.most])
    return sql``
  }
  const store = { sales: hear, visits: hear } as unknown as AnalyticsStore
  await sourcesOf({ store }, whole, span, 7)
  for (const rank of ['visits', 'sales', 'albums'] as const) await portalsOf({ store }, whole, span, rank, 7)
  expect(asked).toEqual([
    ['source', { of: 'visits', rows: 7 }],
    ['portal', { of: 'visits', rows: 7 }],
    ['portal', { of: 'net_micros', rows: 7 }],
    ['portal', { of: 'albums', rows: 7 }],
  ])
  expect(await run((tx) => rows(tx, table([], 'text', 'a')))).toEqual([])
})
