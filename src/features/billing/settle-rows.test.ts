import { v7 } from 'uuid'
import { beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { accounts } from '#testing/world/cast.ts'
import { charge } from './server/charge-table.ts'
import { billTurned, chargeTurned } from './server/occasions.ts'
import { givenBack, releaseCharges, settleCharges, settledByCharges } from './server/settle-charges.ts'

/** What charges are set against, to the cent, and what is left alone. */

const world = testDatabase()
const accountId = accounts.orquestaPoniente.id
const now = new Date('2031-06-15T22:30:00Z')
/** It is the day after in Madrid. */
const today = '2031-06-16'
const paid = vi.spyOn(billTurned, 'tell')
const settled = vi.spyOn(chargeTurned, 'tell')
const provider = { taxId: 'B1' }

/** Each test's account is one person of its own, so that what another left open is not set against it. */
let taxId = ''
beforeEach(() => {
  taxId = v7()
  paid.mockClear()
  settled.mockClear()
})

type Bill = Partial<Parameters<typeof putBill>[1]>
const owed = (payableCents: number, row: Bill = {}) =>
  putBill(world.database, {
    ...{ accountId, issuedOn: '2031-01-01', provider: provider as never },
    ...{ information: { taxId }, totals: { payableCents } },
    ...row,
  })
async function charged(totalCents: number, row: Partial<typeof charge.$inferInsert> = {}) {
  const id = v7()
  await inTrial(world.database, (tx) =>
    tx.insert(charge).values({
      ...{ id, accountId, number: id, issuedOn: '2031-01-01', hash: 'h', tax: {} as never },
      ...{ provider: provider as never, information: { taxId } as never, totals: { totalCents } as never },
      ...row,
    }),
  )
  return id
}
const settle = () => inTrial(world.database, (tx) => settleCharges(tx, accountId, now))
const stateOf = async (...ids: string[]) => {
  const found = await world.database.query<{ id: string; cents: number; payment: string; paid_on: string }>(
    'select id, offset_cents::int as cents, payment, paid_on::text from bill where id = any($1::uuid[])',
    [ids],
  )
  return ids.map((id) => {
    const { cents, payment, paid_on } = found.find((one) => one.id === id) ?? {}
    return [cents, payment, paid_on ?? null]
  })
}
const entriesOf = (billId: string) =>
  world.database.query(
    `select "from", "to", amount_cents::int as cents, reason, day::text from ledger_entry where bill_id = $1 order by id`,
    [billId],
  )
const toldOf = (spy: typeof paid | typeof settled) => spy.mock.calls.map(([, id, turn]) => [id, turn])

test('a part of a bill is settled, and the rest is paid as before', async () => {
  const id = await owed(1_000)
  const chargeId = await charged(999)
  await settle()
  expect(await stateOf(id)).toEqual([[999, 'unpaid', null]])
  expect(await entriesOf(id)).toEqual([
    { from: 'payable', to: 'charged', cents: 999, reason: null, day: today },
  ])
  expect([toldOf(paid), toldOf(settled)]).toEqual([[], [[chargeId, 'settled']]])
  await charged(1, { information: { taxId: v7() } as never })
  expect(await inTrial(world.database, (tx) => settledByCharges(tx, id))).toEqual([
    { day: today, number: chargeId, cents: 999, chargeId },
  ])
  // Once: a second run finds nothing of it.
  await settle()
  expect(await stateOf(id)).toEqual([[999, 'unpaid', null]])
})

test('all of a bill is settled on the day in Madrid, and a charge is settled when nothing of it is left', async () => {
  const id = await owed(1_000, { payment: 'returned' })
  const chargeId = await charged(1_001)
  await settle()
  expect(await stateOf(id)).toEqual([[1_000, 'paid', today]])
  expect(await entriesOf(id)).toEqual([
    { from: 'payable', to: 'charged', cents: 1_000, reason: 'whole', day: today },
  ])
  expect([toldOf(paid), toldOf(settled)]).toEqual([[[id, 'paid']], []])
  const next = await owed(10)
  await settle()
  expect(await stateOf(next)).toEqual([[1, 'unpaid', null]])
  expect(toldOf(settled)).toEqual([[chargeId, 'settled']])
})

test('what a charge gives back comes first, so that the rest finds more to be set against', async () => {
  const id = await owed(100)
  await charged(150)
  await charged(-60, { issuedOn: '2031-02-01', correctsId: v7() })
  await settle()
  expect(await stateOf(id)).toEqual([[90, 'unpaid', null]])
  expect(await entriesOf(id)).toEqual([
    { from: 'charged', to: 'payable', cents: 60, reason: null, day: today },
    { from: 'payable', to: 'charged', cents: 150, reason: null, day: today },
  ])
})

test('a bill that pays more back than it is of itself is owed with that, and is set against as a whole', async () => {
  const nothing = await owed(0)
  const back = await charged(-60, { correctsId: v7() })
  await settle()
  // There is no payment that it could come with.
  expect([await stateOf(nothing), toldOf(settled)]).toEqual([[[0, 'unpaid', null]], []])
  const id = await owed(50)
  await settle()
  expect([await stateOf(id), toldOf(settled)]).toEqual([[[-60, 'unpaid', null]], [[back, 'settled']]])
  await charged(110)
  await settle()
  expect(await stateOf(id)).toEqual([[50, 'paid', today]])
})

test('the oldest of both goes first', async () => {
  const [late, early] = [await owed(100, { issuedOn: '2031-02-01' }), await owed(100)]
  await charged(150, { issuedOn: '2031-03-01' })
  const first = await charged(20, { issuedOn: '2031-01-15' })
  await settle()
  expect(await stateOf(early, late)).toEqual([
    [100, 'paid', today],
    [70, 'unpaid', null],
  ])
  expect(toldOf(settled)[0]).toEqual([first, 'settled'])
})

test('only the same two parties, and nothing of advances, corrections, the bank or what is over', async () => {
  const left = [
    await owed(100, { information: { taxId: 'other' } }),
    await owed(100, { provider: { taxId: 'B2' } as never }),
    await owed(100, { type: 2 }),
    await owed(100, { correctsId: v7() }),
    await owed(100, { payment: 'inRemittance' }),
    await owed(100, { payment: 'paid' }),
    await owed(100, { status: 'Cancelled' }),
    await owed(100, { accountId: accounts.ninoLobo.id }),
    await owed(0),
    await owed(-100),
  ]
  const asked = await owed(100)
  await owed(0, { status: 'Pending', correctsId: asked, number: null })
  const before = await stateOf(...left, asked)
  await charged(5_000)
  await settle()
  expect(await stateOf(...left, asked)).toEqual(before)
  expect(toldOf(paid)).toEqual([])
  // Once the correction is refused, it is owed as all else is.
  await world.database.query(`update bill set status = 'Cancelled' where corrects_id = $1`, [asked])
  await settle()
  expect(await stateOf(asked)).toEqual([[100, 'paid', today]])
})

test('a charge of another account is set against nothing of this one', async () => {
  const id = await owed(100)
  await charged(100, { accountId: accounts.ninoLobo.id })
  await settle()
  expect(await stateOf(id)).toEqual([[0, 'unpaid', null]])
})

test('what was set against a bill that is taken back is owed again, both ways', async () => {
  const id = await owed(100)
  const chargeId = await charged(30)
  await charged(-10, { correctsId: v7() })
  await settle()
  expect(await stateOf(id)).toEqual([[20, 'unpaid', null]])
  const before = (await entriesOf(id)).length
  await inTrial(world.database, (tx) => releaseCharges(tx, { id, accountId }, now))
  expect(await stateOf(id)).toEqual([[0, 'unpaid', null]])
  const undone = (await entriesOf(id)).slice(before) as { from: string; to: string; cents: number }[]
  expect(undone.map(({ from, to, cents }) => [from, to, cents]).sort()).toEqual([
    ['charged', 'payable', 30],
    ['payable', 'charged', 10],
  ])
  const sums = await world.database.query<{ cents: number }>(
    'select sum(amount_cents)::int as cents from charge_settlement where bill_id = $1 group by charge_id',
    [id],
  )
  expect(sums).toEqual([{ cents: 0 }, { cents: 0 }])
  // A second time there is nothing to undo, and the charge finds the bill again.
  await inTrial(world.database, (tx) => releaseCharges(tx, { id, accountId }, now))
  expect(await entriesOf(id)).toHaveLength(before + 2)
  settled.mockClear()
  await settle()
  expect(toldOf(settled)).toContainEqual([chargeId, 'settled'])
})

test('what is still to be given back is told, oldest first, and whether who was charged has the account no more', async () => {
  const [row] = await world.database.query<{ tax_id: string }>(
    'select tax_id from billing_information where account_id = $1',
    [accountId],
  )
  const present = { taxId: row?.tax_id, legalName: 'Ahora' } as never
  const [late, early] = [
    await charged(-20, { correctsId: v7(), issuedOn: '2031-02-01', information: present }),
    await charged(-10, { correctsId: v7(), information: { taxId, legalName: 'Antes' } as never }),
  ]
  const none = [
    await charged(-5),
    await charged(40, { correctsId: v7() }),
    await charged(0, { correctsId: v7() }),
  ]
  const found = await inTrial(world.database, (tx) => givenBack(tx))
  const own = found.filter(({ chargeId }) => [late, early, ...none].includes(chargeId))
  expect(own.map(({ chargeId, cents, former, legalName }) => [chargeId, cents, former, legalName])).toEqual([
    [early, 10, true, 'Antes'],
    [late, 20, false, 'Ahora'],
  ])
})
