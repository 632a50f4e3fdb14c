import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putPast } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { accrualDay, informationBefore } from './server/standing.ts'

/** Who an account was on a day, of what it said of itself before. */

const world = testDatabase()

test('a month is taxed as its last day was, and one that is not over as today is', () => {
  expect(accrualDay('2026-02-01', '2026-06-15')).toBe('2026-02-28')
  expect(accrualDay('2026-06-01', '2026-06-30')).toBe('2026-06-30')
  expect(accrualDay('2026-06-01', '2026-06-15')).toBe('2026-06-15')
  expect(accrualDay('2026-06-01', '2026-07-01')).toBe('2026-06-30')
})

test('before it was so, the newest that had begun counts; where none had, the first that is known', async () => {
  const { accountId } = await putAccount(world.database, 'Cuenta')
  const before = (since: string | null, day: string) =>
    inTrial(world.database, (tx) => informationBefore(tx, accountId, { since }, day))
  const on = async (day: string) => (await before('2026-07-01', day))?.taxId
  expect(await before('2026-07-01', '2026-06-30')).toBeNull()
  const at = (n: number) => new Date(Date.UTC(2026, 0, n))
  await putPast(world.database, accountId, { taxId: 'B' }, { since: '2026-03-01', at: at(2) })
  await putPast(world.database, accountId, { taxId: 'C', iban: 'ES1' }, { since: '2026-05-01', at: at(3) })
  expect(await on('2026-05-01')).toBe('C')
  expect(await on('2026-04-30')).toBe('B')
  expect(await on('2026-02-28')).toBe('B')
  expect(await before('2026-07-01', '2026-06-30')).toEqual({ taxId: 'C' })
  // It was so by then, or always.
  expect(await before('2026-07-01', '2026-07-01')).toBeNull()
  expect(await before(null, '2020-01-01')).toBeNull()
  await putPast(world.database, accountId, { taxId: 'A' }, { at: at(1) })
  expect(await on('2026-02-28')).toBe('A')
  expect(await on('2026-04-30')).toBe('B')
  // Said anew of the same days.
  await putPast(world.database, accountId, { taxId: 'D' }, { since: '2026-03-01', at: at(4) })
  expect(await on('2026-06-30')).toBe('D')
})
