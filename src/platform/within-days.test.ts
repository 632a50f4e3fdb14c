import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { rows } from './db.ts'
import { startOfDaysAgo } from './within-days.ts'

const world = testDatabase()

test('so many days ago a day began at its own midnight, whichever clock was told by then', async () => {
  const began = (days: number, now: string) =>
    inTrial(world.database, async (tx) => {
      const asked = startOfDaysAgo(days, sql`${now}::timestamptz`)
      const [row] = await rows<{ at: string }>(
        tx,
        sql`select extract(epoch from ${asked})::float8 * 1000 as at`,
      )
      return new Date(Number(row?.at)).toISOString()
    })
  // In winter time, of days of summer time: a day that had begun at 22:00 UTC is one of the thirty.
  expect(await began(30, '2027-11-05T11:00:00Z')).toBe('2027-10-05T22:00:00.000Z')
  expect(await began(0, '2027-11-05T11:00:00Z')).toBe('2027-11-04T23:00:00.000Z')
  expect(await began(30, '2027-04-10T11:00:00Z')).toBe('2027-03-10T23:00:00.000Z')
  // Half past midnight in Madrid, on the days of 25 and of 23 hours.
  expect(await began(0, '2027-10-30T22:30:00Z')).toBe('2027-10-30T22:00:00.000Z')
  expect(await began(1, '2027-10-31T23:30:00Z')).toBe('2027-10-30T22:00:00.000Z')
  expect(await began(1, '2027-03-28T22:30:00Z')).toBe('2027-03-27T23:00:00.000Z')
})
