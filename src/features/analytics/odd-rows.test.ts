import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { formatDay, parseDay } from '#platform/time.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import type { Base } from './server/base.ts'
import { oddities } from './server/oddities.ts'
import type { AnalyticsStore, CountsQuestion } from './server/store.ts'
import type { OddKind } from './why-contract.ts'

/** What stands out of counts that a store tells day by day. */

const { world, run, putGood, putSku } = skuRows()
// Half past midnight in Madrid: the seven days end on the fifteenth.
const now = new Date('2026-06-15T22:30:00Z')
const last = parseDay('2026-06-15') ?? 0

interface Fact {
  kind: OddKind
  key: string
  portal: string
  day: number
  n: number
}
let facts: Fact[] = []
let asked: CountsQuestion[] = []
const store = {
  counts: async (question: CountsQuestion) => {
    asked.push(question)
    const { kind, starts, skus, selection } = question
    const told = facts
      .filter((fact) => fact.kind === kind && (!skus || skus.includes(fact.key)))
      .filter(({ portal }) => selection.portals.some(({ id }) => id === portal))
      .map(({ key, portal, day, n }) => ({
        ...{ key, portal: kind === 'product' ? portal : null },
        c: starts.map((start, at) => (day >= start && day < (starts[at + 1] ?? start + 1) ? n : 0)),
      }))
    return sql`select x.key::${sql.raw(kind === 'product' ? 'uuid' : 'text')} as key, x.portal as portal_id, x.c
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb) as x (key text, portal uuid, c float8[])`
  },
} as unknown as AnalyticsStore

const of = { label: '', one: '', two: '', other: '', shirt: '', cup: '' }
const sku = { small: '', large: '', poster: '', pin: '', cup: '' }
beforeAll(async () => {
  const made = await putAccount(world.database, 'Uno')
  ;[of.label, of.one] = [made.accountId, made.portalId]
  of.two = await putPortal(world.database, of.label, { name: 'Dos' })
  of.other = (await putAccount(world.database, 'Ajeno')).portalId
  of.shirt = await putGood(of.one, 'Camiseta', { name: { es: 'Camiseta', en: 'Shirt' } })
  of.cup = await putGood(of.two, 'Taza', { name: { es: 'Taza', en: '' } })
  sku.small = await putSku(of.one, { productId: of.shirt }, [])
  sku.large = await putSku(of.one, { productId: of.shirt }, [])
  sku.poster = await putSku(of.two, { sku: 'P-1', name: 'Póster' }, [])
  sku.pin = await putSku(of.two, { sku: 'PIN', name: '' }, [])
  sku.cup = await putSku(of.two, { productId: of.cup }, [])
})
beforeEach(() => {
  facts = []
  asked = []
})

/** So many in each of eight weeks, on their fourth days, and on the seven days after them. */
function put(kind: OddKind, key: string, weeks: number | number[], days: number[], portal = of.one) {
  const eight = typeof weeks === 'number' ? Array.from({ length: 8 }, () => weeks) : weeks
  for (const [at, n] of eight.entries()) facts.push({ kind, key, portal, day: last - 6 - 56 + 7 * at + 3, n })
  for (const [at, n] of days.entries()) facts.push({ kind, key, portal, day: last - 6 + at, n })
}
const ask = (base?: Base, locale: 'es' | 'en' = 'es') =>
  run((tx) => oddities({ tx, store, now, locale, base: base ?? { accountId: of.label } }))
const names = async (...args: Parameters<typeof ask>) =>
  (await ask(...args)).items.map(({ kind, name, now, usual, since }) => [kind, name, now, usual, since])

test('what sells or draws far more than usual is told with its weeks and days, by how much more', async () => {
  put('city', 'ES-SE/Sevilla', 8, [0, 0, 0, 0, 12, 10, 10])
  put('city', 'ES-SE/Utrera', 8, [0, 0, 0, 0, 0, 0, 9])
  put('source', 'google', 20, [0, 30, 70, 0, 0, 0, 0])
  put('product', sku.small, 4, [20, 0, 0, 0, 0, 0, 0])
  put('product', sku.large, 4, [0, 28, 0, 0, 0, 0, 0])
  put('product', sku.poster, 8, [0, 0, 0, 24, 0, 0, 0], of.two)
  put('city', 'ES-M/Madrid', 8, [0, 0, 0, 0, 0, 0, 900], of.other)
  expect(await ask()).toEqual({
    ...{ from: '2026-06-09', to: '2026-06-15' },
    items: [
      {
        ...{ kind: 'product', id: of.shirt, name: 'Camiseta', portalName: 'Uno', now: 48, usual: 8 },
        ...{ weeks: Array(8).fill(8), days: [20, 28, 0, 0, 0, 0, 0], since: '2026-06-09' },
      },
      {
        ...{ kind: 'source', id: 'google', name: 'google', portalName: null, now: 100, usual: 20 },
        ...{ weeks: Array(8).fill(20), days: [0, 30, 70, 0, 0, 0, 0], since: '2026-06-10' },
      },
      {
        ...{ kind: 'city', id: 'ES-SE/Sevilla', name: 'ES-SE/Sevilla', portalName: null, now: 32, usual: 8 },
        ...{ weeks: Array(8).fill(8), days: [0, 0, 0, 0, 12, 10, 10], since: '2026-06-13' },
      },
      {
        ...{ kind: 'product', id: sku.poster, name: 'Póster', portalName: 'Dos', now: 24, usual: 8 },
        ...{ weeks: Array(8).fill(8), days: [0, 0, 0, 24, 0, 0, 0], since: '2026-06-12' },
      },
    ],
  })
  expect((await ask({ portalId: of.two })).items.map(({ id }) => id)).toEqual([sku.poster])
  expect((await ask(undefined, 'en')).items[0]?.name).toBe('Shirt')
})

test('five are told, and what was never there before is as much more as it is', async () => {
  put('city', 'ES/A', 0, [9, 0, 0, 0, 0, 0, 0])
  put('city', 'ES/B', 10, [60, 0, 0, 0, 0, 0, 0])
  put('source', 'c', 20, [0, 0, 100, 0, 0, 0, 0])
  put('source', 'd', 20, [0, 0, 0, 0, 0, 0, 80])
  put('product', sku.pin, 10, [35, 0, 0, 0, 0, 0, 0], of.two)
  put('product', sku.cup, 10, [70, 0, 0, 0, 0, 0, 0], of.two)
  put('city', 'ES/F', 10, [30, 0, 0, 0, 0, 0, 0])
  expect(await names()).toEqual([
    ['city', 'ES/A', 9, 0, '2026-06-09'],
    ['product', 'Taza', 70, 10, '2026-06-09'],
    ['city', 'ES/B', 60, 10, '2026-06-09'],
    ['source', 'c', 100, 20, '2026-06-11'],
    ['source', 'd', 80, 20, '2026-06-15'],
  ])
  facts = facts.filter(({ kind }) => kind === 'product')
  // Without a name in the reader's language the Spanish one stands, and the SKU where there is none at all.
  expect(await names(undefined, 'en')).toEqual([
    ['product', 'Taza', 70, 10, '2026-06-09'],
    ['product', 'PIN', 35, 10, '2026-06-09'],
  ])
})

test('a handful is luck, of each kind its own', async () => {
  put('city', 'ES/siete', 0, [3, 4, 0, 0, 0, 0, 0])
  put('city', 'ES/ocho', 0, [0, 0, 0, 0, 0, 4, 4])
  put('product', sku.small, 0, [3, 2, 0, 0, 0, 0, 0])
  put('product', sku.large, 0, [0, 0, 0, 0, 0, 0, 2])
  put('product', sku.poster, 0, [0, 0, 0, 0, 0, 0, 8], of.two)
  put('source', 'casi', 0, [0, 59, 0, 0, 0, 0, 0])
  put('source', 'sesenta', 0, [0, 60, 0, 0, 0, 0, 0])
  expect((await names()).map(([, name]) => name)).toEqual(['sesenta', 'ES/ocho', 'Póster'])
})

test('of products those that sold lately are looked for, and only their SKUs counted further back', async () => {
  put('product', sku.small, 4, [0, 0, 0, 0, 0, 0, 30])
  put('product', sku.large, 4, [0, 0, 0, 0, 0, 0, 0])
  put('product', sku.poster, 50, [0, 0, 0, 7, 0, 0, 0], of.two)
  expect(await names()).toEqual([['product', 'Camiseta', 30, 8, '2026-06-15']])
  const days = (starts: readonly number[]) => starts.map(formatDay)
  const each = [
    ...['2026-04-14', '2026-04-21', '2026-04-28', '2026-05-05', '2026-05-12', '2026-05-19', '2026-05-26'],
    ...['2026-06-02', '2026-06-09', '2026-06-10', '2026-06-11', '2026-06-12', '2026-06-13', '2026-06-14'],
    '2026-06-15',
  ]
  expect(asked.map(({ kind, starts }) => [kind, days(starts)])).toEqual([
    ['city', each],
    ['product', ['2026-06-09', '2026-06-15']],
    ['product', each],
    ['source', each],
  ])
  expect(asked.map(({ skus }) => skus?.toSorted())).toEqual([
    ...[undefined, undefined, [sku.small, sku.large].toSorted(), undefined],
  ])
  expect(asked[2]?.selection.portals.map(({ id }) => id)).toEqual([of.one])
})

test('days without anything, and everything at once, tell nothing', async () => {
  expect(await ask()).toEqual({ from: '2026-06-09', to: '2026-06-15', items: [] })
  asked = []
  put('city', 'ES/ocho', 0, [8, 0, 0, 0, 0, 0, 0])
  expect(await ask('everything')).toEqual({ from: '2026-06-09', to: '2026-06-15', items: [] })
  expect(asked).toEqual([])
})
