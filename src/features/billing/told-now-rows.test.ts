import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { failureCode } from '#client.ts'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putInformation, putSplit } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { toldUntilNow } from './server/billed-sales.ts'
import { billLine } from './server/table.ts'

/** What an open line would hold: all that was told until now, but for what other bills that stand hold of it. */

const world = testDatabase()
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, portalId] = [made.accountId, made.portalId]
})
const key = () => ({
  ...{ type: 'Income' as const, portalId, month: '2026-03-01', commissionBp: 2_000 },
  ...{ splitId: null as string | null, shareBp: null },
})
/** Is there room for what was told at noon of these days of April? */
const open = async (of: Partial<ReturnType<typeof key>> = {}, account = accountId) => {
  const told = await inTrial(world.database, (tx) => toldUntilNow(tx, account, { ...key(), ...of }))
  const [row] = await world.database.query<{ days: string }>(
    `select string_agg(d::text, ' ' order by d) as days from generate_series(1, 9) d
      where ('2026-04-0' || d || 'T12:00:00Z')::timestamptz <@ $1::tstzmultirange`,
    [told],
  )
  return row?.days ?? ''
}
const held = async (
  row: Partial<typeof billLine.$inferInsert> = {},
  bill: Partial<Parameters<typeof putBill>[1]> = {},
) => {
  const id = await putBill(world.database, {
    ...{ accountId, status: 'Pending', closedAt: new Date('2026-04-04T00:00:00Z'), ...bill },
  })
  const { shareBp: _, ...of } = key()
  await inTrial(world.database, (tx) =>
    tx.insert(billLine).values({
      ...{ billId: id, position: 0, accountId, taxBp: 2_100, amountCents: 1, ...of },
      ...{ told: '{[2026-04-02T00:00:00Z,2026-04-05T00:00:00Z)}', ...row },
    }),
  )
}
const all = '1 2 3 4 5 6 7 8 9'

test('everything, where no bill holds any of it', async () => {
  expect(await open()).toBe(all)
  const later = await inTrial(world.database, (tx) => toldUntilNow(tx, accountId, key()))
  expect(later).toMatch(/^\{\(,"?\d{4}-.*\]\}$/)
})

describe('what a bill holds', () => {
  test.each(['Pending', 'Approved'] as const)('that is %s is not there', async (status) => {
    await held({}, { status })
    expect(await open()).toBe('1 5 6 7 8 9')
  })

  test('of before it was kept is all until it was closed', async () => {
    await held({ told: null })
    expect(await open()).toBe('4 5 6 7 8 9')
  })

  test('and another one is neither there', async () => {
    await held()
    await held({ told: '{[2026-04-07T00:00:00Z,2026-04-08T00:00:00Z)}' })
    expect(await open()).toBe('1 5 6 8 9')
  })

  test('that was cancelled, or corrects one, is there', async () => {
    await held({}, { status: 'Cancelled' })
    await held({}, { correctsId: await putBill(world.database, { accountId, status: 'Approved' }) })
    expect(await open()).toBe(all)
  })

  test('of another portal, month, kind, rate, split or account is another line', async () => {
    const other = await putAccount(world.database, 'Otra')
    const splitId = await putSplit(world.database, { portalId }, [[other.accountId, 5_000]])
    await held({ portalId: v7() })
    await held({ month: '2026-02-01' })
    await held({ type: 'On demand' })
    await held({ commissionBp: 1_999 })
    await held({ splitId })
    await held({ accountId: other.accountId }, { accountId: other.accountId })
    expect(await open()).toBe(all)
    expect(await open({ splitId })).toBe('1 5 6 7 8 9')
    expect(await open({ commissionBp: 1_999 })).toBe('1 5 6 7 8 9')
    expect(await open({ splitId: null }, other.accountId)).toBe('1 5 6 7 8 9')
  })
})

test('who pays may go on saying its own NIF, whoever else has said it since', async () => {
  const boss = await as(world.database, 'super')
  const { ibanMasked: _, ...provider } = ok(await boss.billing.getProvider({}))
  await putInformation(world.database, { accountId, taxId: provider.taxId })
  expect(failureCode(await boss.billing.setProvider(provider))).toBeUndefined()
})
