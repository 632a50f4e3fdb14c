import { expect, test } from 'vitest'
import { todayPlus } from '#platform/windows.ts'
import { as, fileFor, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { people, portals } from '#testing/world/cast.ts'
import { correctWhole, pendingBill } from './test-bills.ts'

const world = testDatabase()
const portalId = portals.ninoLobo.id
const dayFrom = (days: number) => todayPlus(new Date(), days)
const today = dayFrom(0)

const issued = async (cents: number) => {
  const artist = await as(world.database, 'artist')
  const { id, version } = await pendingBill(world.database, portalId, cents)
  return ok(await artist.billing.approveBill({ billId: id }, { version }))
}
const pay = async (billId: string, payment: 'paid' | 'returned', on: string, reason = 'Cuenta cerrada') => {
  const staff = await as(world.database, 'billing')
  const { version } = ok(await staff.billing.getBill({ billId }))
  return staff.billing.setPayment({ billId, payment, on, reason }, { version })
}
const paidMails = async () =>
  (await world.database.query(`select 1 from mail where kind = 'billing.paid'`)).length

test('money comes back on no day before it left', async () => {
  const { id } = await issued(20_000)
  ok(await pay(id, 'paid', today))
  expect(await pay(id, 'returned', dayFrom(-1))).toMatchObject({
    error: { fields: { on: expect.any(String) } },
  })
  ok(await pay(id, 'returned', today))
  expect(await pay(id, 'paid', dayFrom(-1))).toMatchObject({ error: { fields: { on: expect.any(String) } } })
})

test('a statement has a bill before its payment, and that before it came back', async () => {
  const { id, number } = await issued(30_000)
  ok(await pay(id, 'paid', today))
  ok(await pay(id, 'returned', today))
  const asked = `/portal/${portalId}/statement?f=${today}&t=${today}&format=csv`
  const text = await (await fileFor(world.database, people.billing.id, asked)).text()
  const own = text.split(/\r?\n/).filter((line) => line.includes(String(number)))
  expect(own.map((line) => line.split(';')[2])).toEqual(['Factura', 'Pago', 'Pago devuelto'])
})

test('the next payment is less by what is owed back, and nobody is told that they were paid what they owed', async () => {
  const { database } = world
  const artist = await as(database, 'artist')
  await database.query(`update billing_information set refused_ibans = '{}' where account_id = $1`, [
    portals.ninoLobo.accountId,
  ])
  await database.query(`update bill set payment = 'paid' where account_id = $1 and status = 'Approved'`, [
    portals.ninoLobo.accountId,
  ])
  const wrong = await issued(40_000)
  ok(await pay(wrong.id, 'paid', today))
  const staff = await as(database, 'billing')
  const cancelled = await correctWhole(database, ok(await staff.billing.getBill({ billId: wrong.id })))
  const right = await issued(90_000)
  const { nextPayment } = ok(await artist.billing.getBilling({ portalId }))
  expect(nextPayment).toEqual({
    on: dayFrom(30),
    cents: right.totals.payableCents - wrong.totals.payableCents,
    atBank: false,
  })
  const before = await paidMails()
  ok(await pay(cancelled.correctedBy?.id ?? '', 'paid', today))
  expect(await paidMails()).toBe(before)
  ok(await pay(right.id, 'paid', today))
  expect(await paidMails()).toBeGreaterThan(before)
})

test('what is more than one transfer takes is in no file, and keeps no other from it', async () => {
  const { database } = world
  const staff = await as(database, 'billing')
  const small = await issued(10_000)
  const large = await issued(100_000_000_000)
  expect(large.totals.payableCents).toBeGreaterThan(99_999_999_999)
  expect(await staff.billing.createRemittance({ on: today, billIds: [large.id] })).toMatchObject({
    error: { fields: { billIds: expect.any(String) } },
  })
  ok(await staff.billing.createRemittance({ on: today }))
  const state = async (billId: string) => ok(await staff.billing.getBill({ billId })).payment
  expect([await state(small.id), await state(large.id)]).toEqual(['inRemittance', 'unpaid'])
})
