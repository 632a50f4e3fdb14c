import { inArray, sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { accounts } from '#testing/world/cast.ts'
import { expectedPayments } from './server/expected-payment.ts'
import { nextPaymentOf, unpaidOf } from './server/own-heads.ts'
import { remittance } from './server/remittance-table.ts'
import { bill } from './server/table.ts'

/** What an account is paid next, when, and what of what it owes goes off in it: at the edges of each. */

const world = testDatabase()
const accountId = accounts.orquestaPoniente.id
const former = 'X0000000T'
const own = { taxId: '' }

beforeEach(async () => {
  const { database } = world
  await database.query(`update bill set payment = 'paid' where account_id = $1 and status = 'Approved'`, [
    accountId,
  ])
  const [found] = await database.query<{ tax_id: string }>(
    `update billing_information set refused_ibans = '{}', iban_held_until = null, payout_minimum_cents = 0
      where account_id = $1 returning tax_id`,
    [accountId],
  )
  own.taxId = found?.tax_id ?? ''
})

const next = () => inTrial(world.database, (tx) => nextPaymentOf(tx, accountId))
const put = (payableCents: number, row: Partial<Parameters<typeof putBill>[1]> = {}) =>
  putBill(world.database, {
    ...{ accountId, issuedOn: '2031-01-01', information: own, totals: { payableCents } },
    ...row,
  })
const file = async (executedOn: string) => {
  const id = v7()
  await inTrial(world.database, (tx) =>
    tx.insert(remittance).values({ id, bills: 1, totalCents: 1, executedOn, file: Buffer.from('') }),
  )
  return { payment: 'inRemittance', remittanceId: id } as const
}
const ofFormer = { information: { taxId: former, iban: 'ES7921000813610123456789', legalName: 'Antes' } }

test('all that is paid on the first day counts, less what charges took, and nothing of a later one', async () => {
  expect(await next()).toBeNull()
  await put(10_000, { offsetCents: 1_000 })
  expect(await next()).toEqual({ on: '2031-01-31', cents: 9_000, atBank: false })
  await put(500, { payment: 'returned' })
  await put(40_000, { issuedOn: '2031-01-02' })
  await put(70_000, { payment: 'paid' })
  await put(80_000, { status: 'Cancelled' })
  expect(await next()).toEqual({ on: '2031-01-31', cents: 9_500, atBank: false })
})

test('what the same person owes goes off it, of another person nothing', async () => {
  await put(10_000)
  await put(-4_000, { issuedOn: '2031-02-01' })
  await put(-1_000, { issuedOn: '2031-02-01', ...ofFormer })
  expect(await next()).toEqual({ on: '2031-01-31', cents: 6_000, atBank: false })
  // As much as is owed: nothing is left to be paid, and no payment of nothing is promised.
  await put(-6_000)
  expect(await next()).toBeNull()
  await put(1)
  expect(await next()).toEqual({ on: '2031-01-31', cents: 1, atBank: false })
  await put(-2)
  expect(await next()).toBeNull()
})

test('of what is at the bank, what went into the same file goes off it', async () => {
  const [first, second] = [await file('2031-01-20'), await file('2031-01-21')]
  await put(10_000, first)
  await put(-3_000, first)
  await put(-500, second)
  await put(-20)
  await put(-1, { ...first, ...ofFormer })
  expect(await next()).toEqual({ on: '2031-01-20', cents: 7_000, atBank: true })
})

test('what is only in part at the bank is not said to be there', async () => {
  await put(10_000, await file('2031-01-31'))
  await put(2_000)
  expect(await next()).toEqual({ on: '2031-01-31', cents: 12_000, atBank: false })
  // Once there is a file, what is owed and is in none waits for the next.
  await put(-300)
  expect((await next())?.cents).toBe(12_000)
})

test('what is still to be sent is told from what is at the bank', async () => {
  const sums = () => inTrial(world.database, (tx) => unpaidOf(tx, sql`account_id = ${accountId}`))
  expect(await sums()).toEqual({ unpaidCents: 0, atBankCents: 0 })
  await put(1_000, { offsetCents: 1 })
  await put(20_000, { payment: 'returned' })
  await put(-300)
  await put(4_000_000, { payment: 'inRemittance', offsetCents: 5 })
  await put(6, { payment: 'inRemittance' })
  await put(5_000_000, { payment: 'paid' })
  await put(6_000_000, { status: 'Pending' })
  expect(await sums()).toEqual({ unpaidCents: 20_699, atBankCents: 4_000_001 })
})

const expected = async (ids: readonly string[]) => {
  const found = await inTrial(world.database, async (tx) =>
    expectedPayments(
      tx,
      accountId,
      await tx
        .select()
        .from(bill)
        .where(inArray(bill.id, [...ids])),
    ),
  )
  return ids.map((id) => found.get(id) ?? null)
}

test('each bill says when it is paid or what it waits for, and of what comes to nothing nothing is said', async () => {
  const { database } = world
  const term = { on: '2031-01-31', why: 'term' }
  const pending = { status: 'Pending', number: null } as const
  const ids = [
    ...[await put(1), await put(0), await put(-1), await put(1, { payment: 'paid' })],
    ...[await put(1, { issuedOn: null }), await put(1, { status: 'Cancelled' })],
    ...[await put(1, { payment: 'inRemittance' }), await put(1, await file('2031-01-05'))],
    ...[await put(1, pending), await put(1, { ...pending, ...ofFormer })],
  ]
  const atBank = { on: '2031-01-05', why: 'atBank' }
  expect(await expected([])).toEqual([])
  expect(await expected(ids)).toEqual([
    ...[term, null, null, null, null, null],
    ...[term, atBank, null, null],
  ])

  // Nobody promises what would go where a payment came back from; at the bank it is already.
  await database.query('update billing_information set refused_ibans = array[iban] where account_id = $1', [
    accountId,
  ])
  const returned = { on: null, why: 'ibanReturned' }
  expect(await expected(ids)).toEqual([
    ...[returned, null, null, null, null, null],
    ...[term, atBank, returned, null],
  ])
  // One that waits and has its totals already comes to something from one cent on.
  const row = async (payableCents: number) => {
    const id = await put(1, pending)
    await database.query(
      `update bill set totals = jsonb_build_object('payableCents', $2::int) where id = $1`,
      [...[id, payableCents]],
    )
    return id
  }
  const three = [await row(0), await row(1), await row(-1)]
  expect(await expected(three)).toEqual([null, returned, null])
  expect(await expected(three.slice(0, 1))).toEqual([null])

  await database.query(
    `update billing_information set refused_ibans = '{}', iban_held_until = '2100-01-01T00:00:00Z' where account_id = $1`,
    [accountId],
  )
  expect(await expected(ids.slice(0, 1))).toEqual([
    { on: null, why: 'ibanHeld', until: '2100-01-01T00:00:00.000Z' },
  ])
})

test('until when a changed account holds a bill is said of that bill, and of who was there before nothing', async () => {
  const former = await put(1, ofFormer)
  const held = await put(1)
  await world.database.query(
    `update billing_information set iban_held_until = '2100-01-01T00:00:00Z' where account_id = $1`,
    [accountId],
  )
  expect(await expected([held, former])).toEqual([
    { on: null, why: 'ibanHeld', until: '2100-01-01T00:00:00.000Z' },
    { on: '2031-01-31', why: 'term' },
  ])
})
