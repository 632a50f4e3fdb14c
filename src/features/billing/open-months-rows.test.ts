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

test('a rate that has changed meanwhile is that of its own months, in the totals as in the lines', async () => {
  const { database } = world
  const { accountId } = await putAccount(database, 'Tipo')
  await putInformation(database, { accountId, taxId: 'T' })
  const begin = (validFrom: string, pct: number) =>
    database.query(
      `insert into rate (key, valid_from, kind, pct) values ('default', $1, 'vat', $2)
        on conflict (key, valid_from) do update set pct = excluded.pct`,
      [validFrom, pct],
    )
  await begin('2026-06-01', 22)
  await begin('2026-06-16', 23)
  const sold = { accountId, from: 'sales', to: 'accrued', type: 'Income' } as const
  await putEntries(database, [
    { ...sold, month: '2026-05-01', amountCents: 10_672 },
    { ...sold, month: '2026-06-01', amountCents: 13_344 },
    { ...sold, month: '2026-06-01', amountCents: 1_001, taxBp: 2_100 },
    // What came and went back is on no bill.
    { ...sold, month: '2026-04-01', amountCents: 500, taxBp: 1_000 },
    { ...sold, month: '2026-04-01', amountCents: -500, taxBp: 1_000 },
  ])
  const id = await putBill(database, { accountId, status: 'Next' })
  const { lines, totals, payableCents } = await inTrial(database, (tx) => getBill(tx, id, now))
  expect(lines.map(({ month, taxBp, amountCents }) => [month, taxBp, amountCents]).sort()).toEqual([
    ['2026-05-01', 2_100, 10_672],
    ['2026-06-01', 2_100, 1_001],
    ['2026-06-01', 2_200, 13_344],
  ])
  // 13,344 at 22 % are 2,935.68; 11,673 at 21 % are 2,451.33.
  expect(totals.groups.map(({ taxBp, baseCents, taxCents }) => [taxBp, baseCents, taxCents])).toEqual([
    [2_200, 13_344, 2_936],
    [2_100, 11_673, 2_451],
  ])
  expect(payableCents).toBe(25_017 + 2_936 + 2_451)
})

test('months of long before its account moved are taxed as they were, too', async () => {
  const { database } = world
  const { accountId } = await putAccount(database, 'Antigua')
  await putInformation(database, { accountId, taxId: 'L', since: '2026-05-01' })
  await putPast(database, accountId, { ...informationOfIssued, territory: 'canaries' })
  const sold = { accountId, from: 'sales', to: 'accrued', type: 'Income' } as const
  await putEntries(database, [{ ...sold, month: '2024-12-01', amountCents: 1_000 }])
  const id = await putBill(database, { accountId, status: 'Next' })
  const told = () => inTrial(database, (tx) => getBill(tx, id, now))
  const { lines, totals } = await told()
  expect([lines.map(({ taxBp }) => taxBp), totals.taxCents, totals.totalCents]).toEqual([[0], 0, 1_000])
  // What is open of after it is as it is now, whatever was billed before.
  await putEntries(database, [
    { ...sold, from: 'accrued', to: 'held', month: '2024-12-01', amountCents: 1_000 },
    { ...sold, month: '2026-06-01', amountCents: 200, taxBp: 1_000 },
  ])
  expect((await told()).totals).toMatchObject({ earnedCents: 200, taxCents: 20, totalCents: 220 })
})
