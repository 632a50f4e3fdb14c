import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { accounts } from '#testing/world/cast.ts'
import { heldAmounts, openAdvances, openAmounts } from './server/ledger.ts'

/** What of advances is open to whom, and what of the books a bill would hold. */

const world = testDatabase()
const [accountId, other] = [accounts.orquestaPoniente.id, accounts.ninoLobo.id]
const [now, former] = ['12345678Z', 'X0000000T']

beforeAll(async () => {
  await world.database.query(`update bill set status = 'Cancelled' where type = 2 and status <> 'Approved'`)
})

async function advance(
  amountCents: number,
  approvedAt: string,
  row: Partial<Parameters<typeof putBill>[1]> = {},
  back = 0,
) {
  const advanceId = await putBill(world.database, {
    ...{ accountId, type: 2, amountCents, approvedAt: new Date(approvedAt), information: { taxId: now } },
    ...row,
  })
  await putEntries(world.database, [
    { accountId, advanceId, from: 'advances', to: 'payable', amountCents },
    { accountId, advanceId, from: 'held', to: 'advances', amountCents: back },
    // Books that are none of an advance's.
    { accountId, advanceId, from: 'payable', to: 'bank', amountCents: 77 },
  ])
  return advanceId
}

test('advances are open to who has the NIF, oldest first, less what was settled of each', async () => {
  const first = (await inTrial(world.database, (tx) => openAdvances(tx, accountId, now))).length
  const [late, early] = [
    await advance(500, '2031-02-01T00:00:00Z', {}, 499),
    await advance(900, '2031-01-01T00:00:00Z', {}, 900),
  ]
  const unnamed = await advance(40, '2031-03-01T00:00:00Z', { information: {} })
  const ofFormer = await advance(70, '2031-01-01T00:00:00Z', { information: { taxId: former } })
  const none = [
    await advance(1, '2031-01-01T00:00:00Z', { status: 'Pending', number: null }),
    await advance(1, '2031-01-01T00:00:00Z', { type: 1 }),
    await advance(1, '2031-01-01T00:00:00Z', { accountId: other }),
  ]
  const found = await inTrial(world.database, (tx) => openAdvances(tx, accountId, now))
  const said = found.map(({ id, grantedCents, openCents }) => [id, grantedCents, openCents])
  expect(said.slice(first)).toEqual([
    [early, 900, 0],
    [late, 500, 1],
    [unnamed, 40, 40],
  ])
  const theirs = await inTrial(world.database, (tx) => openAdvances(tx, accountId, former))
  expect(theirs.map(({ id }) => id)).toContain(ofFormer)
  expect(theirs.map(({ id }) => id)).not.toContain(late)
  for (const id of none) expect(found.map((one) => one.id)).not.toContain(id)
  // One of which the ledger holds nothing yet is listed, with nothing open.
  const bare = await putBill(world.database, {
    ...{
      accountId,
      type: 2,
      amountCents: 3,
      approvedAt: new Date('2031-04-01'),
      information: { taxId: now },
    },
  })
  const last = (await inTrial(world.database, (tx) => openAdvances(tx, accountId, now))).at(-1)
  expect(last).toMatchObject({ id: bare, grantedCents: 3, openCents: 0 })
})

test('a bill of a month holds what accrued through it, and a closed one what it took', async () => {
  const billId = await putBill(world.database, { accountId, status: 'Pending' })
  const entry = { accountId, type: 'Extra', taxBp: 1_234 } as const
  const accrue = { from: 'extra', to: 'accrued' } as const
  await putEntries(world.database, [
    { ...entry, ...accrue, month: '2031-01-01', amountCents: 100 },
    { ...entry, ...accrue, month: '2031-02-01', amountCents: 20 },
    { ...entry, ...accrue, month: '2031-03-01', amountCents: 3 },
    { ...entry, from: 'accrued', to: 'held', billId, month: '2031-01-01', amountCents: 40 },
    { ...entry, ...accrue, accountId: other, month: '2031-01-01', amountCents: 5_000 },
  ])
  const open = async (through?: string) =>
    (await inTrial(world.database, (tx) => openAmounts(tx, accountId, through)))
      .filter(({ taxBp }) => taxBp === 1_234)
      .map(({ month, amountCents }) => [month, amountCents])
  expect(await open()).toEqual([
    ['2031-01-01', 60],
    ['2031-02-01', 20],
    ['2031-03-01', 3],
  ])
  expect(await open('2031-02-01')).toHaveLength(2)
  expect(await open('2031-01-31')).toEqual([['2031-01-01', 60]])
  expect(await open('2030-12-01')).toEqual([])
  const held = await inTrial(world.database, (tx) => heldAmounts(tx, billId))
  expect(held).toMatchObject([{ month: '2031-01-01', amountCents: 40, type: 'Extra' }])
  // What comes to nothing is on no bill.
  await putEntries(world.database, [
    { ...entry, from: 'accrued', to: 'held', billId, month: '2031-03-01', amountCents: 3 },
    { ...entry, from: 'held', to: 'accrued', billId, month: '2031-03-01', amountCents: 3 },
    { ...entry, from: 'accrued', to: 'extra', month: '2031-03-01', amountCents: 3 },
  ])
  expect(await open()).toHaveLength(2)
  expect(await inTrial(world.database, (tx) => heldAmounts(tx, billId))).toHaveLength(1)
})
