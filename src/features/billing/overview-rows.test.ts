import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { lastAdvancesShown, lastBillsShown } from '#platform/constants.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill, putEntries, putInformation } from '#testing/raw-bills.ts'
import { putIssued } from '#testing/raw-issued.ts'
import { putAccount, putProduct, putSale } from '#testing/raw-sales.ts'
import { charge } from './server/charge-table.ts'
import type { OpenAmount } from './server/ledger.ts'
import { lastSale, operationsByMonth } from './server/operations-from.ts'
import { getBilling, portalOfBill } from './server/queries.ts'
import { taxBpOf, taxReader } from './server/settings.ts'
import { openFrom } from './server/splits.ts'
import { billLine } from './server/table.ts'

/** What an account sees of what it is owed by its keys, when its operations were done, and what no bill holds yet. */

const world = testDatabase()
const now = new Date('2027-01-02T12:00:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
})

describe('what an account sees', () => {
  const see = (...keys: string[]) =>
    inTrial(world.database, (tx) =>
      getBilling(tx, accountId, new Set(keys.map((key) => `billing.${key}`)), now),
    )

  test('is by the keys of who reads', async () => {
    const held = new Date('2027-01-02T12:00:00.001Z')
    await putInformation(world.database, {
      ...{ accountId, taxId: 'A', payoutMinimumCents: 700, ibanHeldUntil: held },
    })
    await putIssued(world.database, { accountId })
    await putIssued(world.database, { accountId, payment: 'inRemittance' })
    const advanceId = await putIssued(world.database, {
      accountId,
      type: 2,
      amountCents: 50,
      payment: 'paid',
    })
    await putEntries(world.database, [
      { accountId, advanceId, billId: advanceId, from: 'advances', to: 'payable', amountCents: 50 },
    ])
    await putBill(world.database, { accountId, status: 'Next', number: null })
    const id = v7()
    await inTrial(world.database, (tx) =>
      tx.insert(charge).values({
        ...{ id, accountId, number: id, issuedOn: '2026-12-01', hash: 'h', tax: {} as never },
        ...{ provider: {} as never, information: {} as never, totals: { totalCents: 90 } as never },
      }),
    )
    const told = async (...keys: string[]) => {
      const all = await see(...keys)
      return {
        ...{ next: all.next !== null, bills: all.bills.length, advances: all.advances.length },
        ...{ outstanding: all.outstandingCents, unpaid: all.unpaidCents, bank: all.atBankCents },
        ...{ charged: all.chargedCents, until: all.paymentsHeldUntil, minimum: all.payoutMinimumCents },
        ...{ parties: all.agreementParties?.supplierTaxId, complete: all.informationComplete },
      }
    }
    const nothing = {
      ...{ next: false, bills: 0, advances: 0, outstanding: null, unpaid: null, bank: null, charged: null },
      ...{ until: null, minimum: 700, parties: undefined, complete: true },
    }
    const sums = { unpaid: 1_110, bank: 1_110, charged: 90, until: held.toISOString() }
    expect(await told()).toEqual(nothing)
    expect(await told('viewbills')).toEqual({ ...nothing, ...sums, next: true, bills: 2, parties: 'A' })
    expect(await told('viewadvances')).toEqual({ ...nothing, advances: 1, outstanding: 50 })
    expect(await told('viewbillingsummary')).toEqual({ ...nothing, ...sums, outstanding: 50 })
    expect(await told('viewbillinginformation')).toEqual({ ...nothing, parties: 'A' })
  })

  test('is the last of each kind, the newest first, and nothing waits where nothing was said', async () => {
    for (const type of [1, 2] as const)
      for (let n = 0; n <= Math.max(lastBillsShown, lastAdvancesShown); n++)
        await putBill(world.database, {
          ...{ accountId, type, status: 'Pending', number: null, amountCents: n },
          period: `2025-${String(n + 1).padStart(2, '0')}-01`,
        })
    const asked = await putBill(world.database, {
      accountId,
      type: 2,
      status: 'Next',
      number: null,
      amountCents: 1,
    })
    const found = await see('viewbills', 'viewadvances', 'viewbillingsummary')
    const last = Math.max(lastBillsShown, lastAdvancesShown) + 1
    const month = (n: number) => `2025-${String(n).padStart(2, '0')}-01`
    expect(found.bills.map(({ period }) => period)).toEqual(
      Array.from({ length: lastBillsShown }, (_, n) => month(last - n)),
    )
    expect(found.advances).toHaveLength(lastAdvancesShown)
    expect(found.advances[0]?.id).toBe(asked)
    expect(found).toMatchObject({
      ...{ next: null, payoutMinimumCents: 0, paymentsHeldUntil: null, informationComplete: false },
      ...{ agreed: null, chargedCents: 0, unpaidCents: 0, nextPayment: null },
    })
    await putInformation(world.database, { accountId, taxId: 'A', ibanHeldUntil: now })
    expect((await see('viewbills')).paymentsHeldUntil).toBeNull()
  })

  test('a bill is of the master portal of its account, while that is there', async () => {
    const id = await putBill(world.database, { accountId, status: 'Pending', number: null })
    expect(await portalOfBill(world.database, id)).toBe(portalId)
    await world.database.query('update portal set master = false where id = $1', [portalId])
    expect(await portalOfBill(world.database, id)).toBeUndefined()
    await world.database.query('update portal set master = true, deleted_at = now() where id = $1', [
      portalId,
    ])
    expect(await portalOfBill(world.database, id)).toBeUndefined()
    expect(await portalOfBill(world.database, v7())).toBeUndefined()
  })
})

describe('operations', () => {
  const amount = (row: Partial<OpenAmount> = {}): OpenAmount => ({
    ...{ type: 'Income', portalId, month: '2026-10-01', commissionBp: null, taxBp: null, itemId: null },
    ...{ description: null, reference: null, units: 1, splitId: null, shareBp: null, amountCents: 1, ...row },
  })
  const last = (...amounts: OpenAmount[]) => inTrial(world.database, (tx) => lastSale(tx, accountId, amounts))
  const first = async (...amounts: OpenAmount[]) => {
    const found = await inTrial(world.database, (tx) => operationsByMonth(tx, accountId, amounts))
    return Object.fromEntries([...found].map(([month, at]) => [month, at.toISOString()]))
  }

  test('are sales of the portal, month and split, on the day in Madrid on which they were owed', async () => {
    const productId = await putProduct(world.database, portalId, 'Disco')
    const [splitId, other] = [v7(), v7()]
    const sell = (at: string, row: Partial<Parameters<typeof putSale>[1]> = {}) =>
      putSale(world.database, { portalId, productId, at: new Date(at), ...row })
    expect(await last(amount())).toBeNull()
    expect(await last()).toBeNull()
    expect(await first(amount())).toEqual({ '2026-10-01': '2026-10-31T23:00:00.000Z' })
    await sell('2026-10-05T10:00:00Z')
    await sell('2026-10-20T22:30:00Z', { splitId })
    await sell('2026-10-25T10:00:00Z', { splitId: other })
    await sell('2026-10-28T10:00:00Z', { kind: 'refund' })
    await sell('2026-11-02T10:00:00Z')
    await sell('2026-08-02T10:00:00Z', { owedAt: new Date('2026-10-26T10:00:00Z') })
    expect(await last(amount())).toBe('2026-10-26')
    expect(await last(amount({ splitId }))).toBe('2026-10-21')
    expect(await last(amount({ splitId }), amount({ month: '2026-11-01' }))).toBe('2026-11-02')
    expect(await first(amount({ splitId }))).toEqual({ '2026-10-01': '2026-10-20T22:30:00.000Z' })
    expect(await first(amount(), amount({ month: '2026-11-01' }))).toEqual({
      ...{ '2026-10-01': '2026-10-05T10:00:00.000Z', '2026-11-01': '2026-11-02T10:00:00.000Z' },
    })
  })

  test('are extras from when they were written down, and nothing that was taken off', async () => {
    const [itemId, taken] = [v7(), v7()]
    const write = (at: string, row: object) =>
      putEntries(
        world.database,
        [{ accountId, itemId, from: 'extra', to: 'accrued', amountCents: 5, ...row }],
        new Date(at),
      )
    await write('2026-10-07T10:00:00Z', {})
    await write('2026-10-03T10:00:00Z', { from: 'carried' })
    await write('2026-10-09T10:00:00Z', { from: 'adjustment' })
    await write('2026-10-02T10:00:00Z', { itemId: taken, amountCents: -5 })
    const extra = amount({ type: 'Extra', portalId: null, itemId })
    expect(await first(extra)).toEqual({ '2026-10-01': '2026-10-07T10:00:00.000Z' })
    expect(await first(amount({ type: 'Extra', portalId: null, itemId: taken }))).toEqual({
      '2026-10-01': '2026-10-31T23:00:00.000Z',
    })
    // The first of all that is of a month.
    const productId = await putProduct(world.database, portalId, 'Disco')
    await putSale(world.database, { portalId, productId, at: new Date('2026-10-08T10:00:00Z') })
    expect(await first(extra, amount())).toEqual({ '2026-10-01': '2026-10-07T10:00:00.000Z' })
  })
})

test('what no bill holds of a portal begins after the last month that one does', async () => {
  const from = () => inTrial(world.database, (tx) => openFrom(tx, portalId))
  const hold = async (month: string, row: Partial<Parameters<typeof putBill>[1]> = {}, of = portalId) => {
    const billId = await putBill(world.database, { accountId, ...row })
    await inTrial(world.database, (tx) =>
      tx.insert(billLine).values({
        ...{ billId, accountId, position: 0, type: 'Income', portalId: of, month, taxBp: 0, amountCents: 1 },
      }),
    )
  }
  await hold('2026-09-01', { status: 'Cancelled' })
  await hold('2026-09-01', { correctsId: v7() })
  await hold('2026-09-01', {}, (await putAccount(world.database, 'Otra')).portalId)
  expect(await from()).toBe('1995-01-01')
  await hold('2026-05-01')
  await hold('2026-03-01', { status: 'Pending', number: null })
  expect(await from()).toBe('2026-06-01')
  await hold('2026-12-01', { status: 'Pending', number: null })
  expect(await from()).toBe('2027-01-01')
})

test('a rate is the newest that had begun by a day, or what the law says, and nothing where nothing is charged', async () => {
  await world.database.query(`delete from rate where key in ('default', 'igic', 'ipsi')`)
  const rate = (of: 'default' | 'igic' | 'ipsi' | null, day = '2026-06-15') =>
    inTrial(world.database, (tx) => taxBpOf(tx, { rate: of }, day))
  expect([await rate('default'), await rate('igic'), await rate('ipsi'), await rate(null)]).toEqual([
    2_100, 700, 400, 0,
  ])
  const begin = (validFrom: string, pct: number) =>
    world.database.query(`insert into rate (key, valid_from, kind, pct) values ('igic', $1, 'vat', $2)`, [
      validFrom,
      pct,
    ])
  await begin('2026-06-15', 9.5)
  await begin('2026-01-01', 5)
  expect([await rate('igic', '2026-06-15'), await rate('igic', '2026-06-14')]).toEqual([950, 500])
  expect([await rate('igic', '2025-12-31'), await rate('default')]).toEqual([700, 2_100])
  const read = await inTrial(world.database, async (tx) => {
    const of = await taxReader(tx, '2026-06-15')
    const supply = 'services' as const
    return [
      await of({ territory: 'peninsula', supply }),
      await of({ territory: 'canaries', supply }),
      await of(undefined),
      await of({ territory: 'peninsula', supply }),
    ]
  })
  expect(read.map(({ charged, taxBp }) => [charged, taxBp])).toEqual([
    ...[
      [true, 2_100],
      [false, 0],
      [true, 2_100],
      [true, 2_100],
    ],
  ])
})
