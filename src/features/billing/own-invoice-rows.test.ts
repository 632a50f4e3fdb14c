import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putAgreement, putBill, putEntries, putInformation } from '#testing/raw-bills.ts'
import { informationOfIssued as information } from '#testing/raw-issued.ts'
import { putAccount, putProduct, putSale } from '#testing/raw-sales.ts'
import { addLine, isPdf, pdfMaxBytes, setOwnInvoice } from './server/add-line.ts'
import { lockBill } from './server/close-bill.ts'
import { billLine } from './server/table.ts'

/** What is added to an open bill, and which invoice of its own an account may hand in for one that waits. */

const world = testDatabase()
/** It is the first of January in Madrid. */
const now = new Date('2026-12-31T23:30:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
  await putInformation(world.database, { accountId, taxId: 'A' })
})
type Row = Partial<Parameters<typeof putBill>[1]>
const act = async <T>(id: string, run: (...of: Parameters<typeof addLine>) => Promise<T>) =>
  inTrial(world.database, async (tx) => {
    const row = await lockBill(tx, id)
    if (!row) throw new Error('no bill')
    return run(tx, row, undefined as never, now)
  })

describe('a line', () => {
  const draft = { type: 'Extra' as const, description: 'Directo', amountCents: 500, reason: 'Contrato' }
  const add = (id: string, more: object = {}) =>
    act(id, (tx, row) => addLine(tx, row, { ...draft, ...more }, now))

  test('is an entry of its own in the open bill, of this month in Madrid', async () => {
    const id = await putBill(world.database, { accountId, status: 'Next' })
    await add(id)
    await add(id, { type: 'Adjustment', taxBp: 400, reference: 'C-1', amountCents: -1 })
    await add(id, { reference: '', taxBp: null, amountCents: 2 })
    const entries = await world.database.query<{ item: string }>(
      `select "from", "to", amount_cents::int as cents, type, month::text, tax_bp, description, reason, reference, item_id as item
        from ledger_entry where account_id = $1 order by id`,
      [accountId],
    )
    const said = { to: 'accrued', month: '2027-01-01', description: 'Directo', reason: 'Contrato' }
    const item = expect.any(String)
    expect(entries).toEqual([
      { ...said, from: 'extra', cents: 500, type: 'Extra', tax_bp: null, reference: null, item },
      { ...said, from: 'adjustment', cents: -1, type: 'Adjustment', tax_bp: 400, reference: 'C-1', item },
      { ...said, from: 'extra', cents: 2, type: 'Extra', tax_bp: null, reference: null, item },
    ])
    expect(new Set(entries.map((one) => one.item)).size).toBe(3)
    expect(await world.database.query('select version from bill where id = $1', [id])).toEqual([
      { version: 4 },
    ])
  })

  test('is for no closed bill, and for no advance', async () => {
    const [closed, advance] = [
      await putBill(world.database, { accountId, status: 'Pending' }),
      await putBill(world.database, { accountId, status: 'Next', type: 2, amountCents: 1 }),
    ]
    for (const id of [closed, advance])
      await expect(add(id)).rejects.toMatchObject({ code: 'billing.notOpen' })
  })
})

describe('an own invoice', () => {
  const file = (bytes: number, head = '%PDF-1.7 ') =>
    Buffer.concat([Buffer.from(head), Buffer.alloc(bytes - head.length)]).toString('base64')
  const pdf = file(20)
  const invoice = {
    ...{ number: 'MIA-1', date: '2027-01-01', file: pdf as string | undefined },
    ...{ baseCents: 1_000, taxCents: 210, retentionCents: 100, totalCents: 1_210 },
  }
  let kept: Buffer[] = []
  beforeEach(() => {
    kept = []
  })
  const keep = async (bytes: Buffer) => {
    kept.push(bytes)
    return 'own.pdf'
  }
  async function waiting(row: Row = {}) {
    const id = await putBill(world.database, {
      ...{ accountId, status: 'Pending', closedAt: new Date('2026-12-05'), period: '2026-11-01' },
      ...{ information, selfInvoice: false, ...row },
    })
    await inTrial(world.database, (tx) =>
      tx.insert(billLine).values({
        ...{
          billId: id,
          position: 0,
          accountId,
          type: 'Income',
          month: '2026-11-01',
          taxBp: 2_100,
          portalId,
        },
        ...{ amountCents: 1_000, commissionBp: 2_000 },
      }),
    )
    return id
  }
  /** What it is refused for, by its code or its fields. */
  const hand = (id: string, more: Partial<typeof invoice> = {}) =>
    act(id, (tx, row) => setOwnInvoice(tx, row, { ...invoice, ...more }, { now, keep })).then(
      () => 'taken',
      ({ code, fields }: { code: string; fields?: Record<string, { code: string }> }) =>
        fields ? Object.entries(fields).map(([name, fault]) => `${name} ${fault.code}`) : code,
    )

  test('is kept with its number, day and file', async () => {
    const id = await waiting()
    expect(await hand(id)).toBe('taken')
    expect(
      await world.database.query(
        'select self_invoice as self, own_number as number, own_date::text as day, own_file as file, version from bill where id = $1',
        [id],
      ),
    ).toEqual([{ self: false, number: 'MIA-1', day: '2027-01-01', file: 'own.pdf', version: 2 }])
    expect(kept.map((bytes) => bytes.toString('base64'))).toEqual([pdf])
  })

  test('is for a month’s bill that waits, where no agreement lets the provider issue it', async () => {
    expect(await hand(await waiting({ status: 'Approved' }))).toBe('billing.notPending')
    expect(await hand(await waiting({ type: 2 }))).toBe('billing.notPending')
    expect(await hand(await waiting({ selfInvoice: null }), { number: 'MIA-2' })).toBe('taken')
    await putAgreement(world.database, accountId)
    expect(await hand(await waiting({ selfInvoice: null }))).toBe('billing.selfInvoiced')
    expect(await hand(await waiting({ selfInvoice: true }))).toBe('billing.selfInvoiced')
    expect(await hand(await waiting(), { number: 'MIA-3' })).toBe('taken')
  })

  test('comes to the cent to what the bill does, less what is settled of advances', async () => {
    const id = await waiting()
    for (const name of ['baseCents', 'taxCents', 'retentionCents', 'totalCents'] as const)
      for (const off of [-1, 1])
        expect(await hand(id, { [name]: invoice[name] + off })).toEqual([`${name} billing.amountDiffers`])
    await expect(
      act(id, (tx, row) => setOwnInvoice(tx, row, { ...invoice, baseCents: 1 }, { now, keep })),
    ).rejects.toMatchObject({ fields: { baseCents: { params: { amountCents: 1_000 } } } })
    const advanceId = await putBill(world.database, { accountId, type: 2, information: { taxId: 'A' } })
    await putEntries(world.database, [
      { accountId, advanceId, from: 'advances', to: 'payable', amountCents: 400 },
    ])
    const less = { baseCents: 600, taxCents: 126, retentionCents: 60, totalCents: 726 }
    expect(await hand(id, less)).toBe('taken')
    // What was closed before is served first: by a fifth where a fifth was agreed, by today's part where nothing was frozen.
    const half = await waiting({
      ...{ information: { ...information, settlementBp: 2_000 }, closedAt: new Date('2026-12-04') },
    })
    const part = { baseCents: 800, taxCents: 168, retentionCents: 80, totalCents: 968, number: 'MIA-2' }
    expect(await hand(half, part)).toBe('taken')
    await world.database.query('update account set settlement_bp = 1000 where id = $1', [accountId])
    const unfrozen = await waiting({ information: null as never, closedAt: new Date('2026-12-03') })
    const today = { baseCents: 900, taxCents: 189, retentionCents: 0, totalCents: 1_089, number: 'MIA-3' }
    expect(await hand(unfrozen, today)).toBe('taken')
  })

  test('is of no day before its last sale or its month, and of none to come', async () => {
    const id = await waiting()
    const on = (date: string, of = id) => hand(of, { date, number: v7() })
    expect(await on('2027-01-02')).toEqual(['date dates.tooLate'])
    expect(await on('2026-10-31')).toEqual(['date dates.tooEarly'])
    expect(await on('2026-11-31')).toEqual(['date validation.format'])
    expect(await on('2026-11-01')).toBe('taken')
    const productId = await putProduct(world.database, portalId, 'LP')
    // The twentieth in Madrid.
    await putSale(world.database, { portalId, productId, at: new Date('2026-11-19T23:30:00Z') })
    expect(await on('2026-11-19')).toEqual(['date dates.tooEarly'])
    expect(await on('2026-11-20')).toBe('taken')
    const unnamed = await waiting({ period: null })
    await world.database.query('update bill_line set portal_id = null where bill_id = $1', [unnamed])
    expect(await on('2025-12-30', unnamed)).toEqual(['date dates.tooEarly'])
    expect(await on('2025-12-31', unnamed)).toBe('taken')
  })

  test('has a file that is a PDF, and no larger than one may be', async () => {
    const id = await waiting()
    expect(await hand(id, { file: undefined })).toEqual(['file validation.required'])
    expect(await hand(id, { file: '' })).toEqual(['file validation.required'])
    expect(await hand(id, { file: file(20, 'PDF-1.7') })).toEqual(['file billing.notPdf'])
    expect(await hand(id, { file: file(pdfMaxBytes + 1) })).toEqual(['file billing.pdfTooLarge'])
    expect(kept).toEqual([])
    expect(await hand(id, { file: file(pdfMaxBytes) })).toBe('taken')
    expect(pdfMaxBytes).toBe(2_097_152)
    expect([isPdf(Buffer.from('%PDF-')), isPdf(Buffer.from('%PDF')), isPdf(Buffer.from(' %PDF-'))]).toEqual([
      ...[true, false, false],
    ])
  })

  test('has a number that no other of its account has, without the signs that no record takes', async () => {
    await waiting({ ownNumber: 'MIA-7' })
    const id = await waiting({ ownNumber: 'MIA-8' })
    expect(await hand(id, { number: 'mia-7' })).toEqual(['number billing.numberTaken'])
    for (const sign of ['<', '>', '"', "'", '='])
      expect(await hand(id, { number: `MIA${sign}9` })).toEqual(['number billing.numberSigns'])
    expect(await hand(id, { number: 'MIA-8' })).toBe('taken')
  })
})
