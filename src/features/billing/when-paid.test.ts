import { expect, test } from 'vitest'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { pendingBill } from './test-bills.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const on = todayPlus(new Date())

test('the list of bills and its head say when each is paid, and what stands at the bank is not said to be due', async () => {
  const [artist, staff] = [await as(world.database, 'artist'), await as(world.database, 'billing')]
  const { id, version } = await pendingBill(world.database, portalId, 100_000)
  const head = async () => ok(await artist.billing.getBilling({ portalId }))
  const listed = async () => ok(await artist.billing.listBills({ portalId }))
  const ofList = async () => (await listed()).items.find((bill) => bill.id === id)
  const [before, sums] = [await head(), await listed()]
  expect(await ofList()).toMatchObject({ paidOn: null, expected: null })

  const bill = ok(await artist.billing.approveBill({ billId: id }, { version }))
  const cents = bill.totals.payableCents
  const term = { on: todayPlus(new Date(), 30), why: 'term' }
  expect((await ofList())?.expected).toEqual(term)
  expect((await head()).bills.find((one) => one.id === id)?.expected).toEqual(term)
  expect((await head()).unpaidCents).toBe((before.unpaidCents ?? 0) + cents)
  expect((await listed()).sumPayableCents).toBe(sums.sumPayableCents + cents)

  const { id: remittanceId } = ok(await staff.billing.createRemittance({ on, billIds: [id] }))
  ok(await staff.billing.downloadRemittance({ remittanceId }))
  expect((await ofList())?.expected).toEqual({ on, why: 'atBank' })
  const atBank = await head()
  expect(atBank).toMatchObject({
    unpaidCents: before.unpaidCents,
    atBankCents: (before.atBankCents ?? 0) + cents,
  })
  expect(await listed()).toMatchObject({
    sumPayableCents: sums.sumPayableCents,
    sumAtBankCents: sums.sumAtBankCents + cents,
  })
  // The nearest that has a day.
  expect(atBank.nextPayment).toEqual({ on, cents, atBank: true })
  const paid = todayPlus(new Date())
  const { version: last } = ok(await artist.billing.getBill({ billId: id }))
  ok(await staff.billing.setPayment({ billId: id, payment: 'paid', on: paid }, { version: last }))
  expect(await ofList()).toMatchObject({ paidOn: paid, expected: null })
  expect((await head()).atBankCents).toBe(before.atBankCents)
})

test('a payment that waits for a new IBAN says until when, to its account and beside the file', async () => {
  const [artist, staff] = [await as(world.database, 'artist'), await as(world.database, 'billing')]
  const { id, version } = await pendingBill(world.database, portalId, 100_000)
  ok(await artist.billing.approveBill({ billId: id }, { version }))
  const until = new Date(Date.now() + 40 * 3_600_000).toISOString()
  await world.database.query('update billing_information set iban_held_until = $2 where account_id = $1', [
    ...[portals.ninoLobo.accountId, until],
  ])
  const waiting = { on: null, why: 'ibanHeld', until }
  expect(ok(await artist.billing.getBill({ billId: id })).expected).toEqual(waiting)
  const listed = ok(await artist.billing.listBills({ portalId })).items.find((bill) => bill.id === id)
  expect(listed?.expected).toEqual(waiting)
  const due = ok(await staff.billing.listRemittances({})).due.find(({ billId }) => billId === id)
  expect(due).toMatchObject({ waits: 'ibanHeld', until })
})
