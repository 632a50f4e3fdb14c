import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { isAgreed, silenceAgreed } from './server/agreement.ts'
import { billingAgreement } from './server/information-table.ts'
import { bill, billLine } from './server/table.ts'

/** By which agreement a bill is issued, and whether silence accepts it. */

const world = testDatabase()
const [before, operations, after] = ['2026-01-01', '2026-02-01', '2026-03-01'].map(
  (day) => new Date(`${day}T00:00:00Z`),
)

async function account() {
  const { accountId } = await putAccount(world.database, 'Cuenta')
  const agree = (row: Partial<typeof billingAgreement.$inferInsert> = {}) =>
    inTrial(world.database, (tx) =>
      tx.insert(billingAgreement).values({
        ...{ accountId, textVersion: '1', textHash: 'h', personName: 'P', address: '::1', taxId: 'A' },
        ...{ series: 1, at: before, ...row },
      }),
    )
  /** What holds of a bill of the account, agreed and silently. */
  const of = async (
    information: { taxId?: string; series?: number } = { taxId: 'A', series: 1 },
    /** Of one of before, which does not know when its operations began: its lines, by their month. */
    lines?: readonly (readonly [type: 'Income' | 'Advance', month: string])[],
  ) => {
    const id = await putBill(world.database, {
      accountId,
      status: 'Pending',
      information,
      operationsFrom: lines ? null : operations,
    })
    if (lines?.length)
      await inTrial(world.database, (tx) =>
        tx.insert(billLine).values(
          lines.map(([type, month], position) => ({
            ...{ billId: id, accountId, position, type, month, taxBp: 2_100, amountCents: 100 },
          })),
        ),
      )
    return inTrial(world.database, async (tx) => {
      const [row] = await tx.select().from(bill).where(eq(bill.id, id))
      if (!row) throw new Error('no bill')
      return [await isAgreed(tx, row), await silenceAgreed(tx, row)]
    })
  }
  return { agree, of }
}

test('it is of before the first operation, of the NIF and its series, and stands', async () => {
  const { agree, of } = await account()
  expect(await of()).toEqual([false, false])
  await agree({ at: operations, silence: true })
  await agree({ taxId: 'B', silence: true })
  await agree({ series: 2, silence: true })
  await agree({ withdrawnAt: after, silence: true })
  expect(await of()).toEqual([false, false])
  await agree({ at: new Date((operations?.getTime() ?? 0) - 1) })
  expect(await of()).toEqual([true, false])
  expect(await of({ taxId: 'B' })).toEqual([true, true])
  expect(await of({ taxId: 'A', series: 2 })).toEqual([true, true])
  expect(await of({})).toEqual([false, false])
})

test('a bill of before is of the first month that something was sold in, and an advance of what is to come', async () => {
  const { agree, of } = await account()
  // The last moment of February in Madrid.
  await agree({ at: new Date('2026-02-28T22:59:59.999Z') })
  const agreed = async (...lines: [type: 'Income' | 'Advance', month: string][]) =>
    (await of(undefined, lines))[0]
  expect(await agreed(['Income', '2026-03-01'], ['Income', '2026-02-01'])).toBe(true)
  expect(await agreed(['Income', '2026-02-01'], ['Income', '2026-01-01'])).toBe(false)
  expect(await agreed(['Income', '2026-02-01'], ['Advance', '2026-01-01'])).toBe(true)
  expect(await agreed(['Advance', '2026-01-01'])).toBe(true)
  expect(await agreed()).toBe(true)
})

test('silence accepts where the newest says so', async () => {
  const day = (at: number) => new Date(Date.UTC(2026, 0, at))
  const { agree, of } = await account()
  await agree({ at: day(2), silence: true })
  expect(await of()).toEqual([true, true])
  await agree({ at: day(1), silence: false })
  expect(await of()).toEqual([true, true])
  await agree({ at: day(3), silence: false })
  expect(await of()).toEqual([true, false])
})

test('of two of one moment the one that was kept last says it', async () => {
  for (const [first, second] of [
    [true, false],
    [false, true],
  ] as const) {
    const { agree, of } = await account()
    const [one, two] = [v7(), v7()].sort()
    await agree({ id: two ?? '', silence: second })
    await agree({ id: one ?? '', silence: first })
    expect(await of()).toEqual([true, second])
  }
})
