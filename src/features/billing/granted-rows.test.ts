import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putInformation } from '#testing/raw-bills.ts'
import { putAccount } from '#testing/raw-sales.ts'
import { people } from '#testing/world/cast.ts'
import { grantAdvance, issueAdvance, withdrawOffer } from './server/grant-advance.ts'
import { billTurned } from './server/occasions.ts'
import { bill, billLine } from './server/table.ts'

/** An advance that is granted, taken back and issued: what is written down of it, what moves, and whom it is told. */

const world = testDatabase()
const told = vi.spyOn(billTurned, 'tell')
/** The new year has begun in Madrid. */
const now = new Date('2026-12-31T23:30:00Z')
const later = new Date('2027-01-02T10:00:00Z')
const actorId = people.billing.id
let [accountId, code] = ['', '']
beforeEach(async () => {
  told.mockClear()
  await world.database.query('delete from mail')
  const made = await putAccount(world.database, 'Cuenta')
  ;[accountId, code] = [made.accountId, made.portalId]
})
const informed = (row: Partial<Parameters<typeof putInformation>[1]> = {}) =>
  putInformation(world.database, { accountId, taxId: 'A', retentionBp: 1_500, ...row })
const settled = async () => {
  await informed()
  await putAgreement(world.database, accountId)
}
type Row = Partial<Parameters<typeof putBill>[1]>
const asked = (row: Row = {}) =>
  putBill(world.database, {
    ...{
      accountId,
      type: 2,
      status: 'Pending',
      amountCents: 10_000,
      reason: 'Vinilo',
      reminders: ['1', '3'],
    },
    ...{ lookOn: '2027-02-01', ...row },
  })
const read = async (id: string) => {
  const [row] = await inTrial(world.database, (tx) => tx.select().from(bill).where(eq(bill.id, id)))
  if (!row) throw new Error('no bill')
  return row
}
type Act = (tx: Parameters<typeof grantAdvance>[0], row: Awaited<ReturnType<typeof read>>) => Promise<void>
const act = async (id: string, run: Act) => {
  const row = await read(id)
  return inTrial(world.database, (tx) => run(tx, row)).then(
    () => 'done',
    ({ code: why, message }: { code?: string; message: string }) => why ?? message,
  )
}
const appOrigin = 'https://app.example'
const acceptor = { now: later, by: 'account' as const, actorId: null, appOrigin }
const grant = (id: string, by: string | null = null) =>
  act(id, (tx, row) => grantAdvance(tx, row, { now, actorId: by, appOrigin }))
const withdraw = (id: string) => act(id, withdrawOffer)
const issue = (id: string, more: { proof?: string; actorId?: string } = {}) =>
  act(id, (tx, row) => issueAdvance(tx, row, { ...acceptor, ...more }))
const linesOf = (id: string) =>
  inTrial(world.database, (tx) => tx.select().from(billLine).where(eq(billLine.billId, id)))
const mails = () =>
  world.database.query<{ to: string; kind: string; text: string }>(
    `select "to", kind, text from mail order by created_at, id`,
  )
const change = (what: string) =>
  world.database.query(`update billing_information set ${what} where account_id = $1`, [accountId])

describe('an advance that is granted', () => {
  test('is one line with tax and retention, frozen as the account is, and told to it', async () => {
    await settled()
    const [id, beside] = [await asked(), await asked()]
    expect(await grant(id)).toBe('done')
    const row = await read(id)
    expect(row).toMatchObject({
      ...{ status: 'Pending', closedAt: now, lookOn: null, reminders: [], version: 2, selfInvoice: true },
      ...{ number: null, issuedOn: null, amountCents: 10_000, reason: 'Vinilo', actorId: null },
      information: { taxId: 'A', iban: 'ES9121000418450200051332', retentionBp: 1_500, series: 1 },
      totals: {
        ...{ earnedCents: 10_000, settledCents: 0, baseCents: 10_000, taxCents: 2_100 },
        ...{ retentionCents: 1_500, totalCents: 12_100, payableCents: 10_600 },
      },
      tax: { rate: 'default' },
    })
    expect(row.information).not.toHaveProperty('since')
    expect(row.provider?.legalName).toBeTruthy()
    expect(row.provider).not.toHaveProperty('iban')
    expect(await linesOf(id)).toMatchObject([
      {
        ...{ position: 0, accountId, type: 'Advance', taxBp: 2_100, description: 'Vinilo' },
        ...{ amountCents: 10_000, month: '2027-01-01', portalId: null },
      },
    ])
    expect(await mails()).toEqual([
      { to: 'a@example.com', kind: 'billing.advance', text: expect.stringMatching(/106,00\s€/) },
    ])
    expect((await mails())[0]?.text).toContain(`${appOrigin}/billing/${id}`)
    expect(await read(beside)).toMatchObject({ version: 1, totals: null, closedAt: null })
    // Nothing moves before it is accepted.
    expect(await world.database.query('select from ledger_entry where bill_id = $1', [id])).toEqual([])
    expect(told).not.toHaveBeenCalled()
  })

  test('is granted once, and only what is under review', async () => {
    await settled()
    for (const row of [
      { status: 'Next' as const },
      { status: 'Cancelled' as const },
      { status: 'Approved' as const },
      { type: 1 as const },
    ])
      expect(await grant(await asked(row))).toBe('billing.advanceState')
    const id = await asked()
    expect([await grant(id), await grant(id)]).toEqual(['done', 'billing.advanceState'])
    expect(await linesOf(id)).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  test('waits for all that a bill needs', async () => {
    const id = await asked()
    expect(await grant(id)).toBe('billing.informationMissing')
    await informed()
    expect(await grant(id)).toBe('billing.agreementMissing')
    // Who invoices by themselves needs none.
    await world.database.query('update portal set self_invoice = false where account_id = $1', [accountId])
    const own = await asked()
    expect(await grant(own)).toBe('done')
    expect((await read(own)).selfInvoice).toBe(false)
    await world.database.query('update portal set self_invoice = true where account_id = $1', [accountId])
    await putAgreement(world.database, accountId)
    await change('tax_id_shared = true')
    expect(await grant(id)).toBe('billing.taxIdShared')
    await change('tax_id_shared = false')
    const without = await act(id, async (tx, row) => {
      await tx.execute(`delete from setting where key = 'billing.provider'`)
      await grantAdvance(tx, row, { now, actorId: null, appOrigin })
    })
    expect(without).toBe('billing.providerMissing')
    expect(await grant(id)).toBe('done')
    expect(await mails()).toHaveLength(2)
  })

  test('that is taken back is under review as before, and keeps nothing of it', async () => {
    await settled()
    const [id, beside] = [await asked(), await asked()]
    await grant(id)
    await grant(beside)
    expect(await withdraw(id)).toBe('done')
    expect(await read(id)).toMatchObject({
      ...{ status: 'Pending', totals: null, tax: null, information: null, provider: null, lookOn: null },
      ...{ selfInvoice: null, closedAt: null, reminders: [], version: 3, amountCents: 10_000 },
    })
    expect(await linesOf(id)).toEqual([])
    expect(await linesOf(beside)).toHaveLength(1)
    expect(await read(beside)).toMatchObject({ closedAt: now, version: 2 })
    expect(await grant(id, actorId)).toBe('done')
    expect((await read(id)).actorId).toBe(actorId)
  })
})

describe('an advance that is accepted', () => {
  test('is issued on that day with its number, moves to what is owed, and is told', async () => {
    await settled()
    const [id, beside] = [await asked(), await asked()]
    await grant(id)
    await grant(beside)
    await world.database.query('delete from mail')
    expect(await issue(id, { proof: 'Por teléfono' })).toBe('done')
    const number = `${code}-2027-00001`
    expect(await read(id)).toMatchObject({
      ...{ status: 'Approved', number, issuedOn: '2027-01-02', approvedAt: later, acceptance: 'account' },
      ...{
        proof: 'Por teléfono',
        payment: 'unpaid',
        version: 3,
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    })
    expect(
      await world.database.query(
        `select account_id as account, "from", "to", amount_cents::int as cents, advance_id as advance, at
          from ledger_entry where bill_id = $1 order by id`,
        [id],
      ),
    ).toEqual(
      [
        { from: 'advances', to: 'payable', cents: 10_000 },
        { from: 'tax', to: 'payable', cents: 2_100 },
        { from: 'payable', to: 'retention', cents: 1_500 },
      ].map((one) => ({ ...one, account: accountId, advance: id, at: later })),
    )
    const records = await world.database.query('select number, kind from fiscal_record where bill_id = $1', [
      id,
    ])
    expect(records).toEqual([{ number, kind: 'alta' }])
    expect(told.mock.calls.map(([, ...of]) => of)).toEqual([[id, 'approved']])
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'a@example.com', kind: 'billing.issued' })
    expect(mail?.text).toContain(number)
    expect(mail?.text).toMatch(/106,00\s€/)
    expect(mail?.text).toContain(`${appOrigin}/billing/${id}`)
    expect((await read(beside)).status).toBe('Pending')
    await issue(beside)
    expect(await read(beside)).toMatchObject({ number: `${code}-2027-00002`, proof: null })
    expect((await read(beside)).hash).not.toBe((await read(id)).hash)
  })

  test('by an account that invoices by itself makes no record of the provider', async () => {
    await informed()
    await world.database.query('update portal set self_invoice = false where account_id = $1', [accountId])
    const id = await asked()
    await grant(id)
    expect(await issue(id)).toBe('done')
    expect(await world.database.query('select from fiscal_record where bill_id = $1', [id])).toEqual([])
  })

  test('is not issued where it was not granted, or who it names has changed since', async () => {
    await settled()
    const id = await asked()
    expect(await issue(id)).toBe('billing.advanceState')
    await grant(id)
    for (const missing of [{ information: null }, { provider: null }, { totals: null }])
      expect(await act(id, (tx, row) => issueAdvance(tx, { ...row, ...missing }, acceptor))).toBe(
        'billing.advanceState',
      )
    await change('tax_id_shared = true')
    expect(await issue(id)).toBe('billing.taxIdShared')
    await change(`tax_id_shared = false, tax_id = 'B'`)
    expect(await issue(id)).toBe('billing.closeAgain')
    await change(`tax_id = 'A'`)
    const ended = 'update billing_agreement set withdrawn_at = $2 where account_id = $1'
    await world.database.query(ended, [accountId, now])
    expect(await issue(id)).toBe('billing.agreementMissing')
    await world.database.query(ended, [accountId, null])
    expect(await read(id)).toMatchObject({ status: 'Pending', number: null })
    expect(await issue(id, { actorId })).toBe('done')
    expect((await read(id)).actorId).toBe(actorId)
  })
})
