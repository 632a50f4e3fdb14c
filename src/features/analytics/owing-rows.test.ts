import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { asService } from '#platform/db.ts'
import { parseDay } from '#platform/time.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { owingOf } from './server/owing.ts'
import type { Question } from './server/period.ts'
import type { FilterQuery, Selection } from './server/selection.ts'

/** From the income of a month to what its bills hold, with lines at each edge. Nothing else of the world is of 2031. */

const world = testDatabase()
const { id: portalId, accountId } = portals.claraVentisca
let ordinal = 30_000
async function sold(cents: number, at: string, owedAt: string | null = null, rest: object = {}) {
  const [row] = await world.database.query(
    `insert into order_line select (jsonb_populate_record(l, $2::jsonb)).* from order_line l where portal_id = $1 limit 1
      returning ordinal`,
    [
      portalId,
      JSON.stringify({
        at,
        owed_at: owedAt,
        income_micros: cents * 10_000,
        ordinal: ordinal++,
        split_id: null,
        ...rest,
      }),
    ],
  )
  expect(row).toBeDefined()
}
const one = { whole: false, inPortals: (column) => sql`${column} = ${portalId}` } as Selection
const owing = (
  [f, t]: readonly [string, string],
  now: string,
  { selection = one, query = {} }: { selection?: Selection; query?: object } = {},
) => {
  const span = { first: parseDay(f) ?? 0, last: parseDay(t) ?? 0 }
  const question = { span, previous: span, grouping: 'day', now: new Date(now) } as Question
  return world.database.transaction(asService('trial'), (tx) =>
    owingOf(tx, question, selection, query as FilterQuery, 10_000),
  )
}
const june = ['2031-06-01', '2031-06-30'] as const
// The month in Madrid, and the moments just before its edges.
const [from, until] = ['2031-05-31T22:00:00Z', '2031-06-30T22:00:00Z']
const [before, last] = ['2031-05-31T21:59:59.999Z', '2031-06-30T21:59:59.999Z']
const within = '2031-06-10T12:00:00Z'
const later = '2031-08-01T12:00:00Z'

test('what is owed later or never goes off the income of a month, and what was sold before and is owed in it comes to it', async () => {
  expect(await owing(june, later)).toBeUndefined()
  await sold(1, within)
  expect(await owing(june, later)).toBeUndefined()
  await sold(2, within, until)
  await sold(4, within, last)
  await sold(8, last, 'infinity')
  await sold(512, from, 'infinity')
  await sold(16, before, from)
  await sold(128, before, last)
  // None of these: owed before, owed after, sold after, never owed and sold before.
  await sold(32, before, before)
  await sold(64, before, until)
  await sold(256, until, 'infinity')
  await sold(1_024, before, 'infinity')
  const said = {
    incomeCents: 10_000,
    heldBackCents: 2,
    neverOwedCents: 520,
    releasedCents: 144,
    sharedCents: 0,
  }
  expect(await owing(june, later)).toEqual({ ...said, owedCents: 10_000 - 2 - 520 + 144 })
  // In the middle of the month what is owed at its end is still to come.
  expect(await owing(june, '2031-06-15T12:00:00Z')).toEqual({
    ...{ incomeCents: 10_000, heldBackCents: 6, neverOwedCents: 520, releasedCents: 16, sharedCents: 0 },
    owedCents: 10_000 - 6 - 520 + 16,
  })
  expect((await owing(june, last))?.heldBackCents).toBe(6)
  expect((await owing(june, until))?.heldBackCents).toBe(2)
})

test('of a part of what is sold, and of everything at once, nobody can tell', async () => {
  const [september, later] = [['2031-09-01', '2031-09-30'], '2031-10-01T12:00:00Z'] as const
  await sold(1, '2031-09-10T12:00:00Z', 'infinity')
  expect(await owing(september, later, { selection: { ...one, whole: true } })).toBeUndefined()
  const names = ['countries', 'categories', 'addedCategories', 'products', 'excludedProducts']
  for (const name of names) {
    expect(await owing(september, later, { query: { [name]: ['x'] } }), name).toBeUndefined()
    expect(await owing(september, later, { query: { [name]: 'x' } }), name).toBeUndefined()
    expect(await owing(september, later, { query: { [name]: [] } }), name).toBeDefined()
  }
  const other = { ...one, inPortals: (column) => sql`${column} = ${portals.casaCal.id}` } as Selection
  expect(await owing(september, later, { selection: other })).toBeUndefined()
})

test('what others are paid of it by the provider goes off, and what the account pays them itself does not', async () => {
  const share = async (payer: 'provider' | 'account', own: number | null) => {
    const id = v7()
    await world.database.query(
      `insert into split (id, portal_id, valid_from, payer) values ($1, $2, '2031-01-01', $3)`,
      [id, portalId, payer],
    )
    const parties = [[accounts.ninoLobo.id, 1_000], ...(own === null ? [] : [[accountId, own]])]
    for (const [at, [accountId, bp]] of parties.entries())
      await world.database.query(
        'insert into split_party (split_id, account_id, position, share_bp) values ($1, $2, $3, $4)',
        [id, accountId, at, bp],
      )
    return { split_id: id }
  }
  const july = ['2031-07-01', '2031-07-31'] as const
  const [start, end] = ['2031-06-30T22:00:00Z', '2031-07-31T22:00:00Z']
  const justBefore = '2031-07-31T21:59:59.999Z'
  const [shared, alone, byAccount] = [
    await share('provider', 7_000),
    await share('provider', null),
    await share('account', 7_000),
  ]
  const sharedCents = async (now = later) => (await owing(july, now))?.sharedCents ?? 0
  const first = await sharedCents()
  expect(first).toBe(0)
  await sold(1_000, start, null, shared)
  await sold(10, justBefore, null, shared)
  await sold(100, '2031-07-05T00:00:00Z', null, alone)
  await sold(100_000, '2031-07-05T00:00:00Z', null, byAccount)
  await sold(100_000, end, null, shared)
  await sold(100_000, '2031-06-30T21:59:59.999Z', null, shared)
  expect(await sharedCents()).toBe(300 + 3 + 100)
  // What is owed in the month counts whenever it was sold, and what is owed after it does not.
  await sold(20, '2031-06-01T00:00:00Z', start, shared)
  await sold(200, '2031-07-05T00:00:00Z', end, shared)
  await sold(2_000, '2031-06-01T00:00:00Z', justBefore, shared)
  expect(await sharedCents()).toBe(403 + 6 + 600)
  expect(await sharedCents('2031-07-15T00:00:00Z')).toBe(403 + 6)
})
