import { eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putEntries, putInformation } from '#testing/raw-bills.ts'
import { type BillRow, putIssued, taxOfIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { dropCorrection, issueCorrection, proposeCorrection } from './server/correct-bill.ts'
import { billTurned } from './server/occasions.ts'
import { bill, billLine } from './server/table.ts'

/** Which bills are corrected, how much of them, and what becomes of their moves. */

const world = testDatabase()
const told = vi.spyOn(billTurned, 'tell')
const now = new Date('2027-01-01T12:00:00Z')
const clock = { now, actorId: null, appOrigin: '' }
let accountId = ''
beforeEach(async () => {
  told.mockClear()
  accountId = (await putAccount(world.database, 'Cuenta')).accountId
  await putInformation(world.database, { accountId, taxId: 'A' })
})

type Row = BillRow
const issued = (row: Row = {}, month?: string) => putIssued(world.database, { accountId, ...row }, month)
const read = async (id: string) => {
  const [row] = await inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.id, id)))
  if (!row) throw new Error('no bill')
  return row
}
const correctionsOf = (id: string) =>
  inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.correctsId, id)).orderBy(bill.id))
type Draft = Partial<Parameters<typeof proposeCorrection>[2]>
const propose = async (id: string, draft: Draft = {}) => {
  const row = await read(id)
  return inTrial(world.database, (tx) =>
    proposeCorrection(tx, row, { reason: 'Error', fault: 'base', ...draft }, clock),
  ).then(
    () => 'proposed',
    (error: { code: string; status: number; fields?: object }) =>
      error.fields ? `${error.status} ${Object.keys(error.fields).join()}` : error.code,
  )
}
const issue = async (id: string) => {
  const row = await read(id)
  const by = { now, by: 'account' as const, actorId: null, appOrigin: '' }
  return inTrial(world.database, (tx) => issueCorrection(tx, row, by)).then(
    () => 'issued',
    ({ code }: { code: string }) => code,
  )
}
const difference = (amountCents: number) => ({ difference: { amountCents, description: 'Parte' } })
const pendingOf = async (id: string) => {
  const found = (await correctionsOf(id)).find(({ status }) => status === 'Pending')
  if (!found) throw new Error('none waits')
  return found
}
const entriesOf = async (id: string) => {
  const found = await world.database.query<{ from: string; to: string; cents: number }>(
    `select "from", "to", amount_cents::int as cents from ledger_entry where bill_id = $1 order by "from", "to"`,
    [id],
  )
  return found.map(({ from, to, cents }) => `${from} ${to} ${cents}`)
}

describe('a correction is proposed', () => {
  test('only of what is issued, corrects nothing itself, and is not at the bank', async () => {
    expect(await propose(await issued({ status: 'Pending', number: null }))).toBe('billing.notCancellable')
    expect(await propose(await issued({ status: 'Cancelled' }))).toBe('billing.notCancellable')
    expect(await propose(await issued({ correctsId: v7() }))).toBe('billing.notCancellable')
    expect(await propose(await issued({ payment: 'inRemittance' }))).toBe('billing.atBank')
    const id = await issued()
    expect(await propose(id)).toBe('proposed')
    expect(await propose(id)).toBe('billing.beingCorrected')
    // One that was dropped stands in nobody's way.
    const waits = await pendingOf(id)
    await inTrial(world.database, (tx) => dropCorrection(tx, waits, 'No', now))
    expect(await read(waits.id)).toMatchObject({
      status: 'Cancelled',
      reason: 'No',
      cancelledAt: now,
      version: 2,
    })
    expect(await propose(id)).toBe('proposed')
    expect((await read(id)).version).toBe(3)
  })

  test('with what was wrong; a difference only of bills, and of what an amount can be', async () => {
    const id = await issued()
    expect(await propose(id, { fault: undefined })).toBe('422 fault')
    expect(await propose(id, { fault: 'name', ...difference(-1) })).toBe('422 difference')
    const advance = await issued({ type: 2, amountCents: 1_000 })
    expect(await propose(advance, difference(-1))).toBe('422 difference')
    expect(await propose(id, difference(-1_001))).toBe('422 difference')
    expect(await propose(id, { fault: 'detail', ...difference(-1_000) })).toBe('proposed')
  })

  test('of the whole only where it was paid with what set it right, or not at all', async () => {
    const id = await issued({ payment: 'unpaid' })
    const part = await issued({
      ...{ correctsId: id, payment: 'inRemittance' },
      totals: { baseCents: -100, totalCents: -121, payableCents: -121 },
      correction: { fault: 'base', whole: false } as never,
    })
    const is = (payment: string) =>
      world.database.query('update bill set payment = $2 where id = $1', [part, payment])
    expect(await propose(id)).toBe('billing.atBank')
    await is('paid')
    expect(await propose(id)).toBe('billing.correctedInPart')
    // A part more can be proposed: what is left of it is known.
    expect(await propose(id, difference(-1))).toBe('proposed')
    await inTrial(world.database, async (tx) => dropCorrection(tx, await pendingOf(id), 'No', now))
    await is('unpaid')
    expect(await propose(id)).toBe('proposed')
  })

  test('of an advance, unless something of it was settled with another bill', async () => {
    const settle = async (
      moves: readonly (readonly ['held' | 'advances', 'held' | 'advances', number])[],
    ) => {
      const id = await issued({ type: 2, amountCents: 1_000 })
      const of = { accountId, advanceId: id }
      await putEntries(world.database, [
        { ...of, billId: id, from: 'advances', to: 'payable', amountCents: 1_000 },
        { ...of, billId: v7(), from: 'bank', to: 'payable', amountCents: 7 },
        ...moves.map(([from, to, amountCents]) => ({ ...of, billId: v7(), from, to, amountCents })),
      ])
      return propose(id)
    }
    expect(await settle([])).toBe('proposed')
    expect(await settle([['held', 'advances', 1]])).toBe('billing.advanceSettled')
    expect(
      await settle([
        ['held', 'advances', 5],
        ['advances', 'held', 5],
      ]),
    ).toBe('proposed')
  })

  test('of the whole with its lines and totals turned round, of a part with what it comes to', async () => {
    const id = await issued({ operationsFrom: new Date('2026-10-02'), periodFrom: '2026-09-01' })
    await propose(id)
    const whole = await pendingOf(id)
    expect(whole).toMatchObject({
      ...{ type: 1, period: '2026-10-01', periodFrom: '2026-09-01', selfInvoice: false, amountCents: null },
      ...{
        correction: { fault: 'base', whole: true },
        reason: 'Error',
        closedAt: now,
        tax: { case: taxOfIssued?.case },
      },
      ...{ operationsFrom: new Date('2026-10-02'), information: { taxId: 'A' } },
      totals: { baseCents: -1_000, taxCents: -210, retentionCents: -100, payableCents: -1_110 },
    })
    const lines = await inTrial(world.database, (tx) =>
      tx.select().from(billLine).where(eq(billLine.billId, whole.id)),
    )
    expect(lines).toMatchObject([{ type: 'Income', amountCents: -1_000, units: -3, month: '2026-10-01' }])
    expect(told.mock.calls.map(([, of, turn]) => [of, turn])).toEqual([[whole.id, 'ready']])
    const other = await issued()
    await propose(other, difference(-400))
    const part = await pendingOf(other)
    expect(part).toMatchObject({
      correction: { fault: 'base', whole: false },
      totals: { baseCents: -400, taxCents: -84, retentionCents: -40, payableCents: -444, settledCents: 0 },
    })
    const advance = await issued({ type: 2, amountCents: 1_000 })
    await propose(advance)
    expect((await pendingOf(advance)).amountCents).toBe(-1_000)
  })
})

describe('a correction is issued', () => {
  test('of the whole by turning round all that moved but the bank’s and charges’, and cancels what it corrects', async () => {
    const id = await issued()
    const of = { accountId, billId: id }
    await putEntries(world.database, [
      { ...of, from: 'held', to: 'payable', amountCents: 1_000 },
      { ...of, from: 'tax', to: 'payable', amountCents: 210 },
      { ...of, from: 'payable', to: 'retention', amountCents: 100 },
      { ...of, from: 'payable', to: 'bank', amountCents: 11 },
      { ...of, from: 'payable', to: 'charged', amountCents: 13 },
      { accountId, billId: v7(), from: 'held', to: 'payable', amountCents: 5_000 },
    ])
    await propose(id)
    const { id: correction } = await pendingOf(id)
    told.mockClear()
    expect(await issue(correction)).toBe('issued')
    expect(await entriesOf(correction)).toEqual([
      ...['payable held 1000', 'payable tax 210', 'retention payable 100'],
    ])
    expect(await read(correction)).toMatchObject({
      ...{ status: 'Approved', issuedOn: '2027-01-01', payment: 'paid', paidOn: '2027-01-01', version: 2 },
      ...{ approvedAt: now, acceptance: 'account', closedAt: now, selfInvoice: false },
    })
    expect((await read(correction)).number).toMatch(/^R-.*-2027-00001$/)
    expect(await read(id)).toMatchObject({ status: 'Cancelled', cancelledAt: now, version: 3 })
    expect(told.mock.calls.map(([, which, turn]) => [which, turn])).toEqual([
      [correction, 'approved'],
      [correction, 'paid'],
    ])
  })

  test('of what was paid is owed back, and of a part moves what it comes to', async () => {
    const id = await issued({ payment: 'paid', paidOn: '2026-11-10' })
    await propose(id, difference(-400))
    const part = await pendingOf(id)
    told.mockClear()
    expect(await issue(part.id)).toBe('issued')
    expect(await entriesOf(part.id)).toEqual([
      ...['adjustment payable -400', 'payable retention -40', 'tax payable -84'],
    ])
    expect(await read(part.id)).toMatchObject({ payment: 'unpaid', paidOn: null, status: 'Approved' })
    expect(await read(id)).toMatchObject({ status: 'Approved', payment: 'paid' })
    expect(told.mock.calls.map(([, , turn]) => turn)).toEqual(['approved'])
    await world.database.query(`update bill set payment = 'paid', paid_on = issued_on where id = $1`, [
      part.id,
    ])
    await propose(id)
    const whole = await pendingOf(id)
    expect(whole.totals).toMatchObject({ baseCents: -600, payableCents: -666 })
    expect(await issue(whole.id)).toBe('issued')
    expect((await read(whole.id)).payment).toBe('unpaid')
    expect((await read(id)).status).toBe('Cancelled')
    // What set it right stays, and is open again as the bill's own amounts are.
    expect((await read(part.id)).status).toBe('Approved')
    const open = await world.database.query(
      `select amount_cents::int as cents from ledger_entry where account_id = $1 and "from" = 'adjustment' and "to" = 'accrued'`,
      [accountId],
    )
    expect(open).toEqual([{ cents: -400 }])
  })

  test('not where what it corrects has gone to the bank, or is gone, since', async () => {
    const id = await issued()
    await propose(id)
    const { id: waits } = await pendingOf(id)
    await world.database.query(`update bill set payment = 'inRemittance' where id = $1`, [id])
    expect(await issue(waits)).toBe('billing.atBank')
    await world.database.query(`update bill set payment = 'unpaid', status = 'Cancelled' where id = $1`, [id])
    expect(await issue(waits)).toBe('billing.notCancellable')
    expect((await read(waits)).status).toBe('Pending')
  })

  test('is nobody’s to pay where nothing is left of it', async () => {
    const id = await issued({ payment: 'paid', totals: { payableCents: 0, groups: [] } })
    await propose(id)
    const { id: waits } = await pendingOf(id)
    expect(await issue(waits)).toBe('issued')
    expect((await read(waits)).payment).toBe('paid')
  })
})
