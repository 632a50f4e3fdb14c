import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { startOfDay } from '#platform/time.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import type { Compared } from './contract.ts'
import { sideBySide } from './server/side-by-side.ts'
import type { AnalyticsStore, SalesQuestion } from './server/store.ts'

/** Portals of a label beside one another, of sales that a store tells by the hour. */

const world = testDatabase()
let [accountId, one] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Uno')
  ;[accountId, one] = [made.accountId, made.portalId]
})

type Fact = readonly [portal: string, at: string, cents: number]
let asked: SalesQuestion[] = []
const storeOf = (facts: readonly Fact[]) =>
  ({
    sales: async (question: SalesQuestion) => {
      asked.push(question)
      const { span, selection, columns = [], most } = question
      const [from, until] = [startOfDay(span.first), startOfDay(span.last + 1)]
      const within = facts.filter(
        ([portal, at]) =>
          Date.parse(at) >= from &&
          Date.parse(at) < until &&
          (selection.whole || selection.portals.some(({ id }) => id === portal)),
      )
      // As many portals as are asked for: who is asked for fewer finds no others.
      const sums = Map.groupBy(within, ([portal]) => portal)
      const soldBy = (portal: string) => (sums.get(portal) ?? []).reduce((sum, [, , cents]) => sum + cents, 0)
      const best = [...sums.keys()].sort((a, b) => soldBy(b) - soldBy(a)).slice(0, most?.rows)
      const told = within.filter(([portal]) => best.includes(portal))
      const figures = columns.map(
        (name) => `${name === 'net_micros' ? '(x->>2)::bigint * 10000' : '1'} as ${name}`,
      )
      return sql`select (x->>0)::uuid as key, (x->>1)::timestamptz as t, ${sql.raw(figures.join(', '))}
        from jsonb_array_elements(${JSON.stringify(told)}::jsonb) x`
    },
  }) as unknown as AnalyticsStore
const ask = (facts: readonly Fact[], period: Compared, now: string) => {
  asked = []
  return inTrial(world.database, (tx) =>
    sideBySide({ tx, store: storeOf(facts), base: { accountId }, now: new Date(now), locale: 'es' }, period),
  )
}

test('each has its days beside those before, and what has not begun has no figure yet', async () => {
  const two = await putPortal(world.database, accountId, { name: 'Dos', pictureUrl: '/dos.png' })
  await putPortal(world.database, accountId, { name: 'Nada' })
  const other = (await putAccount(world.database, 'Ajeno')).portalId
  const facts: Fact[] = [
    // Half past midnight in Madrid.
    ...([
      [one, '2026-04-30T22:30:00Z', 300],
      [one, '2026-05-02T10:00:00Z', 150],
      [one, '2026-05-02T12:00:00Z', 50],
      [one, '2026-04-02T10:00:00Z', 100],
    ] as const),
    ...([
      [two, '2026-05-01T10:00:00Z', 600],
      [two, '2026-05-05T10:00:00Z', 9_000],
      [other, '2026-05-01T10:00:00Z', 700],
    ] as const),
  ]
  const days = { f: '2026-05-01', t: '2026-05-03' }
  const found = await ask(facts, days, '2026-05-01T22:00:00Z')
  expect(found).toEqual({
    ...{
      from: '2026-05-01',
      to: '2026-05-03',
      buckets: ['2026-05-01', '2026-05-02', '2026-05-03'],
      more: false,
    },
    items: [
      {
        ...{ id: two, name: 'Dos', pictureUrl: '/dos.png', netCents: 600, previousCents: 0, deltaPct: null },
        series: [600, 0, null],
      },
      {
        ...{ id: one, name: 'Uno', pictureUrl: null, netCents: 500, previousCents: 100, deltaPct: 400 },
        series: [300, 200, null],
      },
    ],
  })
  // The figures of all are asked for once, of both times.
  expect(asked.map(({ key, columns }) => [key, columns?.includes('net_micros')])).toEqual([
    ...[
      ['portal', true],
      ['portal', true],
      ['portal', true],
    ],
  ])
  expect((await ask(facts, days, '2026-05-01T21:59:59.999Z')).items[0]?.series).toEqual([600, null, null])
  expect((await ask(facts, days, '2027-01-01T10:00:00Z')).items[0]?.series).toEqual([600, 0, 0])
})

test('days that follow those before are asked for together, and a year before stands by itself', async () => {
  const facts: Fact[] = [
    ...([
      [one, '2026-05-05T10:00:00Z', 300],
      [one, '2026-05-02T10:00:00Z', 200],
      [one, '2025-05-06T10:00:00Z', 100],
    ] as const),
  ]
  const days = { f: '2026-05-04', t: '2026-05-06' }
  const [item] = (await ask(facts, days, '2026-06-01T10:00:00Z')).items
  expect(item).toMatchObject({ netCents: 300, previousCents: 200, deltaPct: 50, series: [0, 300, 0] })
  expect(asked).toHaveLength(2)
  const [year] = (await ask(facts, { ...days, compare: 'year' }, '2026-06-01T10:00:00Z')).items
  expect(year).toMatchObject({ netCents: 300, previousCents: 100, deltaPct: 200, series: [0, 300, 0] })
  expect(await ask([], days, '2026-06-01T10:00:00Z')).toMatchObject({ items: [], more: false })
})

test('twelve are held beside one another, those that sold most, and one more is said to be there', async () => {
  const facts: Fact[] = []
  const days = { f: '2026-05-04', t: '2026-05-06' }
  for (let n = 0; n < 13; n += 1) {
    const id = await putPortal(world.database, accountId, { name: `P-${n}` })
    facts.push([id, '2026-05-05T10:00:00Z', 100 + n])
  }
  const all = await ask(facts, days, '2026-06-01T10:00:00Z')
  expect([all.more, all.items.map(({ netCents }) => netCents)]).toEqual([
    true,
    Array.from({ length: 12 }, (_, n) => 112 - n),
  ])
  const twelve = await ask(facts.slice(1), days, '2026-06-01T10:00:00Z')
  expect([twelve.more, twelve.items]).toEqual([false, all.items])
})
