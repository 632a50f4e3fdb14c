import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, expect, test } from 'vitest'
import { rows } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { why } from '#testing/why.ts'
import { cancelBill, disputeBill } from './server/cancel-bill.ts'
import { lockBill } from './server/close-bill.ts'
import { locked } from './server/operations.ts'
import { bill } from './server/table.ts'

/** Which bills can be sent back or cancelled. */

const world = testDatabase()
const now = new Date('2027-01-01T12:00:00Z')
let accountId = ''
beforeEach(async () => {
  accountId = (await putAccount(world.database, 'Cuenta')).accountId
})
type Row = Partial<Parameters<typeof putBill>[1]>
const put = (row: Row) => putBill(world.database, { accountId, ...row })
const all = async () => {
  const found = await inTrial(world.database, (tx) => tx.select().from(bill))
  return found.filter((one) => one.accountId === accountId)
}
async function tried(id: string, how: 'disputeBill' | 'cancelBill') {
  const row = (await all()).find((one) => one.id === id)
  if (!row) throw new Error('none such')
  return inTrial(world.database, (tx) =>
    how === 'disputeBill'
      ? disputeBill(tx, row, 'R', now)
      : cancelBill(tx, row, { reason: 'R', lines: [], now, actorId: null, appOrigin: '' } as never),
  ).then(
    () => 'done',
    ({ code }: { code?: string }) => code,
  )
}
const statusOf = async (id: string) => (await all()).find((one) => one.id === id)?.status

test('only what waits is sent back', async () => {
  const ids = await Promise.all([
    put({ status: 'Approved' }),
    put({ status: 'Cancelled' }),
    put({ status: 'Next' }),
    put({ status: 'Pending', type: 2 }),
  ])
  for (const id of ids) expect(await tried(id, 'disputeBill')).toBe('billing.notPending')
  expect(await Promise.all(ids.map(statusOf))).toEqual(['Approved', 'Cancelled', 'Next', 'Pending'])
})

test('who holds a bill holds the account that it is of, so that nobody moves its money meanwhile', async () => {
  const id = await put({ status: 'Pending' })
  const held = await inTrial(world.database, async (tx) => {
    await lockBill(tx, id)
    return rows(
      tx,
      sql`select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()
        and ((classid::bigint << 32) | objid::bigint) = hashtextextended(${`billing ${accountId}`}, 0)`,
    )
  })
  expect(held).toHaveLength(1)
})

test('who does something with a bill that gave way to another meanwhile hears that it is not there', async () => {
  const begun = await put({ status: 'Next' })
  const lock = () => inTrial(world.database, (tx) => locked(tx, begun))
  expect((await lock()).id).toBe(begun)
  expect(await tried(await put({ status: 'Pending' }), 'disputeBill')).toBe('done')
  expect(await why(lock())).toBe('notFound')
})

test('sent back it is the open one, and what had been begun meanwhile gives way', async () => {
  const id = await put({ status: 'Pending' })
  const begun = await put({ status: 'Next' })
  expect(await tried(id, 'disputeBill')).toBe('done')
  expect((await all()).map((one) => [one.id, one.status, one.reason])).toEqual([[id, 'Next', 'R']])
  expect(await statusOf(begun)).toBeUndefined()
})

test('what it held is open again, and what had been let go before is not so once more', async () => {
  const held = async (billId: string, otherId: string) => {
    const line = { accountId, billId, month: '2026-11-01' } as const
    await putEntries(world.database, [
      { ...line, from: 'accrued', to: 'held', type: 'Income', amountCents: 700, units: 3 },
      { ...line, from: 'held', to: 'accrued', type: 'Income', amountCents: 700, units: 3 },
      { ...line, from: 'accrued', to: 'held', type: 'Income', amountCents: 600, units: 2 },
      // What else is of the bill, and what another holds.
      { ...line, from: 'sales', to: 'accrued', type: 'Income', amountCents: 50 },
      { ...line, billId: otherId, from: 'accrued', to: 'held', type: 'Income', amountCents: 60 },
      { ...line, from: 'accrued', to: 'held', type: 'Extra', amountCents: 100 },
      { ...line, from: 'held', to: 'accrued', type: 'Extra', amountCents: 100 },
    ])
  }
  const letGo = async (billId: string) =>
    world.database.query(
      `select type, count(*)::int as times, sum(amount_cents)::int as cents, sum(units)::int as units, month::text from ledger_entry
        where bill_id = $1 and "from" = 'held' and "to" = 'accrued' group by type, month order by type`,
      [billId],
    )
  const extra = { type: 'Extra', times: 1, cents: 100, units: null, month: '2026-11-01' }
  const income = { type: 'Income', times: 2, cents: 1_300, units: 5, month: '2026-11-01' }
  for (const how of ['cancelBill', 'disputeBill'] as const) {
    const [id, otherId] = [await put({ status: 'Pending' }), v7()]
    await held(id, otherId)
    expect(await tried(id, how)).toBe('done')
    expect([await letGo(id), await letGo(otherId)]).toEqual([[extra, income], []])
  }
})

test('amounts that come to nothing together are let go all the same', async () => {
  const id = await put({ status: 'Pending' })
  const line = { accountId, billId: id, month: '2026-11-01', from: 'accrued', to: 'held' } as const
  await putEntries(world.database, [
    { ...line, type: 'Income', amountCents: 600 },
    { ...line, type: 'Adjustment', amountCents: -600 },
  ])
  expect(await tried(id, 'cancelBill')).toBe('done')
  const left = await world.database.query(
    `select type, sum(case when "to" = 'held' then amount_cents else -amount_cents end)::int as cents
      from ledger_entry where bill_id = $1 and 'held' in ("from", "to") group by type order by type`,
    [id],
  )
  expect(left).toEqual([
    { type: 'Adjustment', cents: 0 },
    { type: 'Income', cents: 0 },
  ])
})

test('cancelled it says why; of a corrective one what it was of is open again', async () => {
  const id = await put({ status: 'Pending' })
  expect(await tried(id, 'cancelBill')).toBe('done')
  expect((await all()).map((one) => [one.status, one.reason, one.cancelledAt?.getTime()])).toEqual([
    ['Cancelled', 'R', now.getTime()],
  ])
  const corrected = await put({ status: 'Approved' })
  const correction = await put({
    ...{ status: 'Pending', correctsId: corrected },
    correction: { fault: 'returned', whole: false } as never,
  })
  await putEntries(world.database, [
    {
      ...{ accountId, from: 'accrued', to: 'adjustment', amountCents: -300, type: 'Income' },
      reason: `corrected by ${correction}`,
    },
  ])
  expect(await tried(correction, 'cancelBill')).toBe('done')
  expect(await Promise.all([correction, corrected].map(statusOf))).toEqual(['Cancelled', 'Approved'])
  const entries = await world.database.query(
    `select "from", "to", amount_cents::int as cents from ledger_entry where account_id = $1 order by "from"`,
    [accountId],
  )
  expect(entries).toEqual([
    { from: 'accrued', to: 'adjustment', cents: -300 },
    { from: 'adjustment', to: 'accrued', cents: -300 },
  ])
})

test('an advance that waits is no bill that could be cancelled', async () => {
  const id = await put({ status: 'Pending', type: 2 })
  expect(await tried(id, 'cancelBill')).toBe('billing.notCancellable')
  expect(await statusOf(id)).toBe('Pending')
})
