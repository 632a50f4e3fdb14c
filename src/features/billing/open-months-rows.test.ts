import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries, putInformation, putPast } from '#testing/raw-bills.ts'
import { informationOfIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { getBill } from './server/get-bill.ts'

/** What the open bill says of months in which its account was taxed in different ways. */

const world = testDatabase()
const now = new Date('2026-06-15T10:00:00Z')

test('each line of the open bill has the rate of its own month, and its totals each rate with what is of it', async () => {
  const { database } = world
  const { accountId } = await putAccount(database, 'Cuenta')
  await putInformation(database, { accountId, taxId: 'A', since: '2026-05-01' })
  // On the Canary Islands the provider receives without the peninsula's tax.
  await putPast(database, accountId, { ...informationOfIssued, territory: 'canaries' })
  const sold = { accountId, from: 'sales', to: 'accrued', type: 'Income' } as const
  await putEntries(database, [
    { ...sold, month: '2026-04-01', amountCents: 1_000 },
    { ...sold, month: '2026-05-01', amountCents: 300 },
    { ...sold, month: '2026-06-01', amountCents: 200, taxBp: 400 },
  ])
  const id = await putBill(database, { accountId, status: 'Next' })
  const { lines, totals } = await inTrial(database, (tx) => getBill(tx, id, now))
  expect(lines.map(({ month, taxBp, amountCents }) => [month, taxBp, amountCents]).sort()).toEqual([
    ['2026-04-01', 0, 1_000],
    ['2026-05-01', 2_100, 300],
    ['2026-06-01', 400, 200],
  ])
  expect(totals.groups.map(({ taxBp, earnedCents, taxCents }) => [taxBp, earnedCents, taxCents])).toEqual([
    [2_100, 300, 63],
    [400, 200, 8],
    [0, 1_000, 0],
  ])
  expect(totals).toMatchObject({ earnedCents: 1_500, taxCents: 71 })
})
