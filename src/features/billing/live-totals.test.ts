import { v7 } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import type { Tx } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { accounts } from '#testing/world/cast.ts'
import { billLine } from './server/table.ts'
import { advancesLeft, liveTotals, openByMonth, outstandingOf } from './server/totals-of-bills.ts'

/** What bills that are not issued come to, and what of an account's advances is left for which of them. */

const world = testDatabase()
const [mine, other] = [accounts.orquestaPoniente.id, accounts.ninoLobo.id]
const [now, before] = ['12345678Z', 'X0000000T']
const ids = { first: '', second: '', third: '' }

const lines = (
  billId: string,
  of: readonly [type: 'Income' | 'Extra' | 'Advance', cents: number, taxBp?: number][],
) =>
  inTrial(world.database, (tx) =>
    tx.insert(billLine).values(
      of.map(([type, amountCents, taxBp = 2_100], position) => ({
        ...{ billId, accountId: mine, position, type, month: '2031-01-01', taxBp, amountCents },
      })),
    ),
  )
const closed = (at: string, row: Partial<Parameters<typeof putBill>[1]> = {}) =>
  putBill(world.database, {
    ...{ accountId: mine, status: 'Pending', closedAt: new Date(`2031-02-${at}T00:00:00Z`) },
    ...{ information: { taxId: now } },
    ...row,
  })
async function advance(accountId: string, taxId: string | null, amountCents: number) {
  const advanceId = taxId
    ? await putBill(world.database, { accountId, type: 2, information: { taxId } })
    : v7()
  await putEntries(world.database, [
    { accountId, advanceId, billId: advanceId, from: 'advances', to: 'payable', amountCents },
  ])
}

beforeAll(async () => {
  const { database } = world
  await database.query(`update bill set status = 'Cancelled' where status = 'Pending'`)
  await database.query(`update account set settlement_bp = 5000 where id = $1`, [mine])
  await database.query(`delete from ledger_entry where account_id = any($1::uuid[])`, [[mine, other]])
  await advance(mine, now, 10_000)
  await advance(mine, before, 300)
  await advance(mine, null, 20)
  await advance(other, now, 700_000)
  // A part of it has been settled.
  await putEntries(database, [
    { accountId: mine, from: 'held', to: 'advances', amountCents: 3, advanceId: null },
  ])
  // Put in another order than they were closed in; the second by its own settings, the others by the account's.
  ids.third = await closed('03')
  ids.second = await closed('02', { information: { taxId: now, settlementBp: 10_000 } })
  ids.first = await closed('01')
  await lines(ids.first, [
    ['Income', 5_000],
    ['Extra', 1_000],
    ['Advance', 99_999],
  ])
  await lines(ids.second, [['Income', 2_001]])
  await lines(ids.third, [['Income', -4_000]])
})

const left = async (accountId: string, taxId: string | null, billId: string | null) =>
  inTrial(world.database, async (tx) => (await advancesLeft(tx, [mine, other]))(accountId, taxId, billId))

test('those that wait are served in the order in which they were closed, each by its own share', async () => {
  // 10,000 and the 20 of nobody's name, less the 3 that went back.
  const all = 10_017
  expect(await left(mine, now, ids.first)).toBe(all)
  expect(await left(mine, now, ids.second)).toBe(all - 3_000)
  expect(await left(mine, now, ids.third)).toBe(all - 3_000 - 2_001)
  // What a bill takes back gives no advance back.
  expect(await left(mine, now, null)).toBe(all - 3_000 - 2_001)
  // Of whoever had the account before only its own, which those bills take nothing of.
  expect(await left(mine, before, null)).toBe(317)
  // Where nobody has said who they are, all of it counts.
  expect(await left(mine, null, ids.second)).toBe(10_317 - 3_000)
  expect(await left(other, now, null)).toBe(700_000)
})

test('corrective bills, advances and what is issued take nothing, and none takes more than there is', async () => {
  const none = await left(mine, now, null)
  const rows = [
    await closed('04', { correctsId: ids.first }),
    await closed('04', { type: 2 }),
    await closed('04', { status: 'Approved' }),
    await closed('04', { information: { taxId: before } }),
  ]
  for (const id of rows) await lines(id, [['Income', 200]])
  expect(await left(mine, now, null)).toBe(none)
  expect(await left(mine, before, null)).toBe(317 - 100)
  const large = await closed('05')
  await lines(large, [['Income', 1_000_000]])
  expect(await left(mine, now, large)).toBe(none)
  expect(await left(mine, now, null)).toBe(0)
  await world.database.query(`update bill set status = 'Cancelled' where id = any($1::uuid[])`, [
    [large, ...rows],
  ])
})

test('what is outstanding is of the account and of the person, and of all without one', async () => {
  const of = await inTrial(world.database, (tx) => outstandingOf(tx, [mine, other]))
  expect([of(mine, now), of(mine, before), of(mine), of(mine, null), of(other, before)]).toEqual([
    ...[10_017, 317, 10_317, 10_317, 0],
  ])
  expect(of('019a0000-0000-7000-8000-000000000009', now)).toBe(0)
})

const totalsOfThem = async (tx: Tx, wanted: Parameters<typeof liveTotals>[1]) => {
  const accounts = [...new Set(wanted.map(({ accountId }) => accountId))]
  return liveTotals(tx, wanted, await openByMonth(tx, accounts))
}

test('totals are of the lines of the bill, of what is open, or of what an advance asks for', async () => {
  const { database } = world
  await putEntries(database, [
    { accountId: mine, from: 'sales', to: 'accrued', amountCents: 4_000, taxBp: null },
    { accountId: mine, from: 'sales', to: 'accrued', amountCents: 600, taxBp: 400 },
    { accountId: mine, from: 'accrued', to: 'held', amountCents: 100, taxBp: 400 },
    { accountId: other, from: 'sales', to: 'accrued', amountCents: 77_777, taxBp: 400 },
  ])
  const rates = {
    ...{ taxBp: 2_100, taxBpOfMonth: () => 2_100, charged: true },
    ...{ settlementBp: 10_000, retentionBp: 1_500 },
  }
  const of = { accountId: mine, taxId: now, open: false, amountCents: null, ...rates }
  const [open, asked, uncharged, blank, theirs] = [v7(), v7(), v7(), v7(), v7()]
  const totals = await inTrial(database, (tx) =>
    totalsOfThem(tx, [
      { ...of, id: ids.first, type: 1 },
      { ...of, id: ids.third, type: 1 },
      { ...of, id: open, type: 1, open: true },
      { ...of, id: uncharged, type: 1, open: true, charged: false, settlementBp: 0 },
      { ...of, id: asked, type: 2, amountCents: 5_000 },
      { ...of, id: blank, type: 2 },
      { ...of, id: theirs, type: 1, open: true, accountId: other, settlementBp: 0 },
    ]),
  )
  const said = (id: string) => {
    const { earnedCents, settledCents, taxCents, retentionCents, payableCents } = totals.get(id) ?? {}
    return [earnedCents, settledCents, taxCents, retentionCents, payableCents]
  }
  expect(said(ids.first)).toEqual([6_000, 6_000, 0, 0, 0])
  expect(said(ids.third)).toEqual([-4_000, 0, -840, -600, -4_240])
  // 4,000 at the rate of today and 500 at their own; 5,016 are left of what was advanced.
  expect(said(open)).toEqual([4_500, 4_500, 0, 0, 0])
  expect(totals.get(open)?.groups.map(({ taxBp, earnedCents }) => [taxBp, earnedCents])).toEqual([
    [2_100, 4_000],
    [400, 500],
  ])
  expect(said(uncharged)).toEqual([4_500, 0, 0, 675, 3_825])
  expect(totals.get(uncharged)?.groups.map(({ taxBp }) => taxBp)).toEqual([0])
  // What is open at another account is theirs alone.
  expect(said(theirs)[0]).toBe(77_777)
  // From an advance nothing is taken for other advances.
  expect(said(asked)).toEqual([5_000, 0, 1_050, 750, 5_300])
  expect(said(blank)).toEqual([0, 0, 0, 0, 0])
  expect((await inTrial(database, (tx) => totalsOfThem(tx, []))).size).toBe(0)
  const alone = await inTrial(database, (tx) => totalsOfThem(tx, [{ ...of, id: ids.first, type: 1 }]))
  expect(alone.get(ids.first)).toEqual(totals.get(ids.first))
})
