import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { charge } from './server/charge-table.ts'
import type { Entry } from './server/ledger.ts'
import { billLine } from './server/table.ts'
import { refuseUnbilled } from './server/unbilled.ts'

/** A portal with money that nobody has settled stays. */

const world = testDatabase()
let [accountId, portalId, beside] = ['', '', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
  beside = await putPortal(world.database, accountId)
})
const why = (id = portalId) =>
  inTrial(world.database, (tx) => refuseUnbilled(tx, id)).then(
    () => 'goes',
    ({ code }: { code?: string }) => code,
  )
const entry = (row: Partial<Entry>): Entry => ({
  ...{ accountId, from: 'sales', to: 'accrued', amountCents: 500, type: 'Income' },
  ...{ portalId, month: '2026-10-01', ...row },
})
const put = (...rows: Partial<Entry>[]) => putEntries(world.database, rows.map(entry))

test('without any money it goes', async () => {
  expect(await why()).toBe('goes')
})

describe('what was earned', () => {
  test('and is not billed keeps it, and its other portals not', async () => {
    await put({})
    expect(await why()).toBe('billing.portalInUse')
    expect(await why(beside)).toBe('goes')
  })

  test('is settled when as much has left', async () => {
    await put({}, { from: 'accrued', to: 'held', amountCents: 499 })
    expect(await why()).toBe('billing.portalInUse')
    await put({ from: 'accrued', to: 'held', amountCents: 1 })
    expect(await why()).toBe('goes')
  })

  test('of one portal is not made up for by another', async () => {
    await put({}, { portalId: beside, from: 'accrued', to: 'held' })
    expect(await why()).toBe('billing.portalInUse')
  })
})

describe('a bill with a line of it', () => {
  const billed = async (row: Parameters<typeof putBill>[1], of = portalId) => {
    const billId = await putBill(world.database, row)
    await inTrial(world.database, (tx) =>
      tx.insert(billLine).values({
        ...{ billId, position: 0, accountId, portalId: of, type: 'Income', month: '2026-10-01' },
        ...{ taxBp: 2_100, amountCents: 1 },
      }),
    )
  }

  test('keeps it while it waits to be accepted', async () => {
    await billed({ accountId, status: 'Approved' })
    await billed({ accountId, status: 'Cancelled' })
    await billed({ accountId, status: 'Pending' }, beside)
    expect(await why()).toBe('goes')
    await billed({ accountId, status: 'Pending' })
    expect(await why()).toBe('billing.portalInUse')
  })
})

describe('who shares', () => {
  test('keeps it while they are owed', async () => {
    const other = await putAccount(world.database, 'Otra')
    const share = { accountId: other.accountId, payerId: accountId }
    await put({ ...share, from: 'sales', to: 'royalties', amountCents: 70 })
    expect(await why()).toBe('billing.portalShares')
    await put({ ...share, from: 'royalties', to: 'settled', amountCents: 69 })
    expect(await why()).toBe('billing.portalShares')
    await put({ ...share, from: 'royalties', to: 'settled', amountCents: 1 })
    expect(await why()).toBe('goes')
  })

  test('of another account does not keep it, nor what an account owes itself', async () => {
    const other = await putAccount(world.database, 'Otra')
    await put(
      { accountId: other.accountId, payerId: accountId, portalId: beside, to: 'royalties' },
      { accountId, payerId: accountId, to: 'royalties' },
    )
    expect(await why()).toBe('goes')
  })
})

describe('a bill that was accepted', () => {
  const approved = (payableCents: number, row: Partial<Parameters<typeof putBill>[1]> = {}) =>
    putBill(world.database, { accountId, totals: { payableCents }, ...row })

  test.each(['unpaid', 'inRemittance', 'returned'] as const)(
    'and is %s keeps the master portal alone',
    async (payment) => {
      await approved(1, { payment })
      expect(await why()).toBe('billing.portalUnpaid')
      expect(await why(beside)).toBe('goes')
    },
  )

  test('and is paid, set off, of nothing, cancelled or of another account keeps none', async () => {
    await approved(1, { payment: 'paid' })
    await approved(7, { offsetCents: 7 })
    await approved(0)
    await approved(1, { status: 'Cancelled' })
    await approved(1, { accountId: (await putAccount(world.database, 'Otra')).accountId })
    expect(await why()).toBe('goes')
  })
})

describe('a charge of the provider', () => {
  const charged = (totalCents: number, of = accountId) =>
    inTrial(world.database, (tx) =>
      tx.insert(charge).values({
        ...{ accountId: of, number: `F-${crypto.randomUUID()}`, issuedOn: '2026-11-01' },
        ...{ totals: { totalCents }, information: {}, provider: {}, tax: {}, hash: 'r' },
      } as never),
    )

  test('that is open keeps the master portal alone', async () => {
    await charged(1)
    expect(await why()).toBe('billing.portalCharged')
    expect(await why(beside)).toBe('goes')
  })

  test('that is none, or of another account, keeps none', async () => {
    await charged(0)
    await charged(1, (await putAccount(world.database, 'Otra')).accountId)
    expect(await why()).toBe('goes')
  })
})
