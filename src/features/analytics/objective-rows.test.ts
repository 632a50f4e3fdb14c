import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { parseDay } from '#platform/time.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { objectiveOf } from './server/objective.ts'
import type { Question } from './server/period.ts'
import { ofTheseOnly, type Selection } from './server/selection.ts'
import type { AnalyticsStore, SalesQuestion } from './server/store.ts'

/** Where a year ends at the pace of its days so far, of a store that tells 365 € of any year. */

const world = testDatabase()
const asked: SalesQuestion['span'][] = []
const store = {
  sales: async ({ span }: SalesQuestion) => {
    asked.push(span)
    return sql`select 365000000 as net_micros`
  },
} as unknown as AnalyticsStore
let portalId = ''
beforeAll(async () => {
  const { database } = world
  const made = await putAccount(database, 'Sala')
  portalId = made.portalId
  await database.query(`update account set type = 'simple' where id = $1`, [made.accountId])
  await database.query('update portal set sales_objective_cents = 1000000 where id = $1', [portalId])
})

const projected = async (day: string, now: string) => {
  const last = parseDay(day) ?? 0
  const selection = { ...ofTheseOnly([]), countries: [] } as unknown as Selection
  const question = { span: { first: last, last }, now: new Date(`${now}T12:00:00Z`) } as Question
  const found = await inTrial(world.database, (tx) =>
    objectiveOf({ tx, store }, { portalId }, question, selection),
  )
  expect(found).toMatchObject({ objectiveCents: 1_000_000, netCents: 36_500 })
  return found?.projectedCents
}

test('a year ends where its days so far lead, one by one from the second on', async () => {
  expect(await projected('2026-03-01', '2026-01-02')).toBe(36_500 * 365)
  expect(await projected('2026-03-01', '2026-03-02')).toBe(Math.round((36_500 / 60) * 365))
  // 29 February is a day of its year.
  expect(await projected('2028-03-01', '2028-03-01')).toBe(Math.round((36_500 / 60) * 366))
  const [first, last] = [parseDay('2028-01-01'), parseDay('2028-12-31')]
  expect(asked.at(-1)).toEqual({ first, last })
})

test('of a year that is over, has just begun or is to come it is what was sold', async () => {
  expect(await projected('2025-06-30', '2026-03-02')).toBe(36_500)
  expect(await projected('2026-06-30', '2026-01-01')).toBe(36_500)
  expect(await projected('2027-06-30', '2026-03-02')).toBe(36_500)
})
