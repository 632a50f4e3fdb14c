import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putInformation } from '#testing/raw-bills.ts'
import {
  informationOfIssued as information,
  putIssued,
  type BillRow as Row,
  taxOfIssued as tax,
} from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { correctLate, reopenLate } from './server/correct-late.ts'
import type { OpenAmount } from './server/ledger.ts'
import { settingsOf } from './server/settings.ts'
import { bill } from './server/table.ts'

/** Which bill is corrected by what came back of months that were taxed otherwise. */

const world = testDatabase()
const now = new Date('2027-01-01T12:00:00Z')
let accountId = ''
beforeEach(async () => {
  accountId = (await putAccount(world.database, 'Cuenta')).accountId
  await putInformation(world.database, { accountId, taxId: 'A' })
})
const issued = (row: Row = {}, month?: string) => putIssued(world.database, { accountId, ...row }, month)
const correctionsOf = (id: string) =>
  inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.correctsId, id)).orderBy(bill.id))
const pendingOf = async (id: string) => {
  const found = (await correctionsOf(id)).find(({ status }) => status === 'Pending')
  if (!found) throw new Error('none waits')
  return found
}
describe('what came back late', () => {
  const amount = (row: Partial<OpenAmount>): OpenAmount => ({
    ...{ type: 'Income', portalId: null, month: '2026-10-01', commissionBp: null, taxBp: null, itemId: null },
    ...{
      description: null,
      reference: null,
      units: -1,
      splitId: null,
      shareBp: null,
      amountCents: -300,
      ...row,
    },
  })
  /** As it was taxed then: the same case at 18 %. */
  async function late(earnedCents: number, row: Partial<OpenAmount> = {}, taxBp = 1_800) {
    return inTrial(world.database, async (tx) => {
      const settings = { ...(await settingsOf(tx, accountId, now)), taxBp }
      const amounts = [amount({ amountCents: earnedCents, ...row })]
      return correctLate(tx, accountId, { amounts, settings, earnedCents }, { now, appOrigin: '' })
    })
  }
  const at18 = (row: Row = {}, month?: string) =>
    issued(
      {
        ...row,
        totals: {
          baseCents: 1_000,
          groups: [{ taxBp: 1_800, earnedCents: 1_000, settledCents: 0, baseCents: 1_000, taxCents: 180 }],
          ...row.totals,
        },
      },
      month,
    )
  const proposed = async (...ids: string[]) =>
    (await Promise.all(ids.map(correctionsOf))).map((found) => found.length)

  test('is no correction where it is taxed as today, or nothing came back', async () => {
    const id = await at18()
    await issued()
    expect(await late(-300, {}, 2_100)).toBe(false)
    expect(await late(0)).toBe(false)
    expect(await late(300)).toBe(false)
    expect(await proposed(id)).toEqual([0])
  })

  test('corrects the bill of its month, or else the newest, of the same person and tax with enough left', async () => {
    const [old, ofMonth, newest] = [
      await at18({ issuedOn: '2026-09-01' }, '2026-08-01'),
      await at18({ issuedOn: '2026-11-01' }, '2026-10-01'),
      await at18({ issuedOn: '2026-12-01' }, '2026-11-01'),
    ]
    const never = [
      await issued({ issuedOn: '2026-12-30' }),
      await at18({ issuedOn: '2026-12-30', type: 2, amountCents: 1_000 }),
      await at18({ issuedOn: '2026-12-30', status: 'Cancelled' }),
      await at18({ issuedOn: '2026-12-30', correctsId: v7() }),
      await at18({ issuedOn: '2026-12-30', payment: 'inRemittance' }),
      await at18({ issuedOn: '2026-12-30', information: { ...information, taxId: 'B' } }),
      await at18({ issuedOn: '2026-12-30', tax: { ...tax, case: 'other' } as never }),
      await at18({ issuedOn: '2026-12-30', totals: { baseCents: 299 } }),
      await at18({ issuedOn: '2026-12-30', accountId: (await putAccount(world.database, 'Otra')).accountId }),
    ]
    expect(await late(-300)).toBe(true)
    expect(await proposed(old, ofMonth, newest)).toEqual([0, 1, 0])
    // While that one waits, the next is taken.
    expect(await late(-300)).toBe(true)
    expect(await proposed(old, ofMonth, newest)).toEqual([0, 1, 1])
    expect(await late(-1_001)).toBe(false)
    expect(await late(-1_000)).toBe(true)
    expect(await proposed(old, ofMonth, newest, ...never)).toEqual([1, 1, 1, ...never.map(() => 0)])
    expect(await late(-300)).toBe(false)
  })

  test('is taken from what is open with a mark, and is open again when the correction is dropped', async () => {
    const id = await at18()
    expect(await late(-300, { units: -2, description: 'D' })).toBe(true)
    const waits = await pendingOf(id)
    expect(waits).toMatchObject({
      correction: { fault: 'returned', whole: false },
      totals: { baseCents: -300 },
    })
    const accrued = () =>
      world.database.query(
        `select "from", "to", amount_cents::int as cents, units, description from ledger_entry
          where account_id = $1 and 'accrued' in ("from", "to") order by "from"`,
        [accountId],
      )
    const taken = { from: 'accrued', to: 'adjustment', cents: -300, units: -2, description: 'D' }
    expect(await accrued()).toEqual([taken])
    await inTrial(world.database, (tx) => reopenLate(tx, { id: v7(), accountId }))
    expect(await accrued()).toEqual([taken])
    await inTrial(world.database, (tx) => reopenLate(tx, waits))
    expect(await accrued()).toEqual([taken, { ...taken, from: 'adjustment', to: 'accrued' }])
  })

  test('counts what differences have taken already', async () => {
    const id = await at18()
    await at18({ correctsId: id, totals: { baseCents: -600, groups: [] } })
    await at18({ correctsId: id, status: 'Cancelled', totals: { baseCents: -300, groups: [] } })
    expect(await late(-401)).toBe(false)
    expect(await late(-400)).toBe(true)
    expect(await proposed(id)).toEqual([3])
  })
})
