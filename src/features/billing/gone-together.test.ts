import { beforeEach, expect, test } from 'vitest'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { accounts, portals } from '#testing/world/cast.ts'
import { books, correctWhole, pendingBill } from './test-bills.ts'

/** What is taken back, set off or sent back by a bank leaves nothing over: what is owed stands somewhere, to the cent. */

const world = testDatabase()
const portalId = portals.ninoLobo.id
const accountId = accounts.ninoLobo.id
const on = todayPlus(new Date())

const staff = () => as(world.database, 'billing')
const artist = () => as(world.database, 'artist')
const billOf = async (billId: string) => ok(await (await staff()).billing.getBill({ billId }))
async function approved(cents: number) {
  const { id, version } = await pendingBill(world.database, portalId, cents)
  return ok(await (await artist()).billing.approveBill({ billId: id }, { version }))
}
async function pay(billId: string, payment: 'paid' | 'returned') {
  const { version } = await billOf(billId)
  const api = await staff()
  return ok(await api.billing.setPayment({ billId, payment, on, reason: 'AC04' }, { version }))
}
/** A bill that was paid, and all of which came back: its corrective, which takes that off what is paid next. */
async function takenBack(cents: number) {
  const paid = await approved(cents)
  await pay(paid.id, 'paid')
  const { version } = await billOf(paid.id)
  const difference = { amountCents: -cents, description: 'Devoluciones' }
  const draft = { billId: paid.id, reason: 'Error', fault: 'returned' as const, difference }
  const { correctedBy } = ok(await (await staff()).billing.cancelBill(draft, { version }))
  const waiting = await billOf(correctedBy?.id ?? '')
  return ok(await (await artist()).billing.approveBill({ billId: waiting.id }, { version: waiting.version }))
}
const charge = async (unitCents: number) =>
  ok(
    await (await staff()).billing.issueCharge({
      ...{ portalId, lines: [{ kind: 'postage', description: 'Envíos', units: 1, unitCents }] },
    }),
  )
const openOf = async (chargeId: string) => ok(await (await staff()).billing.getCharge({ chargeId })).openCents
/** What a book of the account holds, by raw rows. */
const bookOf = async (book: string) => {
  const [row] = await world.database.query<{ cents: string | null }>(
    `select sum(case when "to" = $2 then amount_cents else -amount_cents end) as cents from ledger_entry
      where account_id = $1 and $2 in ("from", "to")`,
    [accountId, book],
  )
  return Number(row?.cents ?? 0)
}
/** What is still to be paid of its bills, those at the bank too. */
const dueOfBills = async () => {
  const [row] = await world.database.query<{ cents: string | null }>(
    `select sum((totals->>'payableCents')::bigint - offset_cents) as cents from bill
      where account_id = $1 and status = 'Approved' and payment <> 'paid'`,
    [accountId],
  )
  return Number(row?.cents ?? 0)
}

beforeEach(async () => {
  const { database } = world
  const api = await staff()
  for (const { id, openCents } of ok(await api.billing.listAllCharges({ open: '1' })).items)
    if (openCents !== 0) ok(await api.billing.payCharge({ chargeId: id, on }))
  const left = await database.query<{ id: string }>(
    `select id from bill where account_id = $1 and status = 'Approved' and payment <> 'paid' order by id`,
    [accountId],
  )
  await database.query(`update billing_information set refused_ibans = '{}' where account_id = $1`, [
    accountId,
  ])
  await database.query(
    `update bill set payment = 'unpaid', remittance_id = null where account_id = $1
    and status = 'Approved' and payment <> 'paid'`,
    [accountId],
  )
  for (const { id } of left) await pay(id, 'paid')
  expect((await books(database)).reduce((sum, { cents }) => sum + Number(cents), 0)).toBe(0)
})

test('a bill that a charge was set against and that is taken back before it is paid leaves the charge owed', async () => {
  const before = await bookOf('payable')
  const bill = await approved(100_000)
  const postage = await charge(30_000)
  expect(await openOf(postage.id)).toBe(0)
  expect((await billOf(bill.id)).offsets).toMatchObject([{ amountCents: 36_300 }])
  const taken = await correctWhole(world.database, await billOf(bill.id))
  expect(taken.status).toBe('Cancelled')
  expect(await openOf(postage.id)).toBe(36_300)
  expect(await bookOf('payable')).toBe(before)
  // Its 1,000 are open again, and the next bill pays the charge.
  const again = await approved(1_000)
  expect(await openOf(postage.id)).toBe(0)
  expect((await billOf(again.id)).offsets).toMatchObject([{ amountCents: 36_300 }])
  expect(await bookOf('payable')).toBe(before + again.totals.payableCents - 36_300)
})

test('what was set against a payment that comes back is owed again with it: the next file pays as much as this one', async () => {
  const [api, bank, payable] = [await staff(), await bookOf('bank'), await bookOf('payable')]
  const back = await takenBack(30_000)
  const [small, large, alone] = [await approved(10_000), await approved(90_000), await approved(5_000)]
  const due = small.totals.payableCents + large.totals.payableCents + back.totals.payableCents
  const send = async () => {
    const made = ok(await api.billing.createRemittance({ on }))
    ok(await api.billing.downloadRemittance({ remittanceId: made.id }))
    return made
  }
  const paid = async (remittanceId: string) =>
    (
      await world.database.query<{ bill_id: string; cents: string }>(
        `select p.bill_id, p.amount_cents::text as cents from remittance_payment p join bill b on b.id = p.bill_id
          where p.remittance_id = $1 and b.account_id = $2 order by p.amount_cents desc`,
        [remittanceId, accountId],
      )
    ).map(({ bill_id, cents }) => [bill_id, Number(cents)])
  const first = await send()
  const expected = [
    [large.id, due],
    [alone.id, alone.totals.payableCents],
  ]
  expect(await paid(first.id)).toEqual(expected)
  // What was paid by itself takes nothing along.
  await pay(alone.id, 'paid')
  expect((await billOf(small.id)).payment).toBe('inRemittance')
  await pay(large.id, 'paid')
  const state = () => Promise.all([small.id, large.id, back.id].map(async (id) => (await billOf(id)).payment))
  expect(await state()).toEqual(['paid', 'paid', 'paid'])
  expect(await bookOf('bank')).toBe(bank - back.totals.payableCents + due + alone.totals.payableCents)
  await pay(large.id, 'returned')
  expect(await state()).toEqual(['unpaid', 'returned', 'unpaid'])
  expect((await billOf(alone.id)).payment).toBe('paid')
  expect(await dueOfBills()).toBe(due)
  expect(await bookOf('payable')).toBe(payable + due)
  // Straight from the bank, before anybody told of its payment.
  await world.database.query(`update billing_information set refused_ibans = '{}' where account_id = $1`, [
    accountId,
  ])
  const second = await send()
  expect(await paid(second.id)).toEqual([[large.id, due]])
  await pay(large.id, 'returned')
  expect(await state()).toEqual(['unpaid', 'returned', 'unpaid'])
  expect([await dueOfBills(), await bookOf('payable')]).toEqual([due, payable + due])
})

test('who is owed just what they owe is settled when the file leaves: no bank would ever say so', async () => {
  const api = await staff()
  const back = await takenBack(20_000)
  const same = await approved(20_000)
  const other = portals.bajamar
  const { id, version } = await pendingBill(world.database, other.id, 10_000)
  const paidOther = ok(
    await (await as(world.database, 'label')).billing.approveBill({ billId: id }, { version }),
  )
  const before = await bookOf('payable')
  expect(before).toBe(0)
  const { id: remittanceId } = ok(await api.billing.createRemittance({ on }))
  expect((await billOf(same.id)).payment).toBe('inRemittance')
  ok(await api.billing.downloadRemittance({ remittanceId }))
  for (const billId of [same.id, back.id])
    expect(await billOf(billId)).toMatchObject({ payment: 'paid', paidOn: on })
  expect((await billOf(paidOther.id)).payment).toBe('inRemittance')
  expect([await bookOf('payable'), await dueOfBills()]).toEqual([0, 0])
})

test('what a charge gives back is said beside the file, comes with the next bill, or is recorded as paid back', async () => {
  const api = await staff()
  const bill = await approved(50_000)
  const old = await charge(10_000)
  await pay(bill.id, 'paid')
  const back = ok(await api.billing.correctCharge({ chargeId: old.id, reason: 'No se envió' }))
  const listed = async () =>
    ok(await api.billing.listRemittances({})).givenBack.find(({ chargeId }) => chargeId === back.id)
  expect(await listed()).toMatchObject({ number: back.number, former: false, cents: 12_100 })
  // Who has the account no more gets no bill.
  await world.database.query(`update billing_information set tax_id = 'B43000025' where account_id = $1`, [
    accountId,
  ])
  expect(await listed()).toMatchObject({ former: true, legalName: 'Hugo Lobo Marín' })
  await world.database.query(`update billing_information set tax_id = $2 where account_id = $1`, [
    accountId,
    back.taxId,
  ])
  const [bank, charged] = [await bookOf('bank'), await bookOf('charged')]
  const paid = ok(await api.billing.payCharge({ chargeId: back.id, on }))
  expect(paid.openCents).toBe(0)
  expect(paid.settlements.at(-1)).toMatchObject({ amountCents: -12_100, bill: null, charge: null })
  expect(await bookOf('bank')).toBe(bank + 12_100)
  expect(await bookOf('charged')).toBe(charged - 12_100)
  expect(await listed()).toBeUndefined()
})
