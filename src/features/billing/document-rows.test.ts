import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeEach, describe, expect, test } from 'vitest'
import { pointMarks } from '#platform/csv-out.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial, putBill } from '#testing/raw-bills.ts'
import { putBillOf, putRecord, putSending } from '#testing/raw-fiscal.ts'
import { informationOfIssued, putIssued } from '#testing/raw-issued.ts'
import { putAccount } from '#testing/raw-sales.ts'
import type { Goods } from './goods.ts'
import { billDocument, isSent } from './server/documents.ts'
import { entriesOf } from './server/fiscal-entries.ts'
import { findRecords } from './server/fiscal-record.ts'
import { billLine } from './server/table.ts'
import { pdfText } from './test-taxes.ts'

/** Which file a bill is handed out as, under which name, and what its table and its records say. */

const world = testDatabase()
const now = new Date('2026-12-10T12:00:00Z')
let [accountId, portalId] = ['', '']
beforeEach(async () => {
  const made = await putAccount(world.database, 'Cuenta')
  accountId = made.accountId
  portalId = made.portalId
})
const files = { read: async (key: string) => (key === 'gone' ? undefined : Buffer.from(key)) } as never
type Format = Parameters<typeof billDocument>[2]['format']
const document = (id: string, format: Format, locale: 'es' | 'en' = 'es') =>
  inTrial(world.database, (tx) =>
    billDocument(tx, id, { format, locale, marks: pointMarks, now, files, secret: Buffer.alloc(32, 7) }),
  )
const why = (id: string, format: Format) =>
  document(id, format).then(
    () => 'handed out',
    ({ code }: { code: string }) => code,
  )
type Row = Partial<Parameters<typeof putBill>[1]>
let made = 0
const issued = (row: Row = {}) =>
  putIssued(world.database, { accountId, selfInvoice: true, number: `B-${++made}`, ...row })

describe('the table of a bill', () => {
  test('has a row for each line, or for each product of it', async () => {
    const id = await putBill(world.database, {
      ...{ accountId, status: 'Pending', information: informationOfIssued, period: '2026-11-01' },
    })
    const good: Goods = {
      ...{ name: 'LP', sku: 'S', units: 2, grossCents: 2_000, offCents: 100, chargedCents: 380 },
      ...{ amountCents: 1_520, rateOf: 'portal' },
    }
    const goods = [good, { ...good, name: 'CD', units: 1, rateOf: null, amountCents: 1 }]
    const row = { billId: id, accountId, month: '2026-11-01', taxBp: 2_100 }
    const rows: Partial<typeof billLine.$inferInsert>[] = [
      { type: 'Income', portalId, units: 3, commissionBp: 2_000, amountCents: 1_521, goods },
      { type: 'On demand', portalId, units: 3, commissionBp: 2_000, amountCents: 7, goods: [good] },
      { type: 'Income', portalId: v7(), units: 4, amountCents: 8, goods: [] },
      { type: 'Extra', description: 'Directo', amountCents: -150, taxBp: 400, commissionBp: 2_000 },
      { type: 'Advance', reference: 'A-1', amountCents: -300 },
      { type: 'Advance', amountCents: 300 },
    ]
    await inTrial(world.database, (tx) =>
      tx
        .insert(billLine)
        .values(
          rows.map((one, position) => ({ ...row, position, amountCents: 0, type: 'Extra' as const, ...one })),
        ),
    )
    const { name, type, content } = await document(id, 'csv')
    expect([name.endsWith('-por-aceptar.csv'), type]).toEqual([true, 'text/csv; charset=utf-8'])
    const cells = String(content)
      .split(/\r?\n/)
      .filter(Boolean)
      .map((text) =>
        text.match(/("([^"]|"")*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replace(/"/g, '')),
      )
    const of = (at: number) => cells[at]?.slice(2, 13)
    expect(cells[0]?.slice(0, 3)).toEqual(['\ufeffTipo', 'Concepto', 'Producto'])
    const income = ['Cuenta', '2026-11']
    expect(of(1)).toEqual(
      [...['LP (S)', ...income, '2', '20', '1', '20', expect.stringMatching(/./), '3.8', '21', '15.2']].map(
        (cell) => (cell === 'LP (S)' ? expect.stringContaining('LP') : cell),
      ),
    )
    expect(of(2)).toEqual([
      ...[expect.stringContaining('CD'), ...income, '1', '20', '1', '20', '', '3.8', '21', '0.01'],
    ])
    // What is made on demand has no commission, and no rate of it.
    expect(of(3)).toEqual([
      ...[expect.stringContaining('LP'), ...income, '2', '20', '1', '', '', '3.8', '21', '15.2'],
    ])
    expect(of(4)).toEqual(['', '', '2026-11', '4', '', '', '', '', '', '21', '0.08'])
    expect(of(5)).toEqual(['', '', '2026-11', '', '', '', '', '', '', '4', '-1.5'])
    // What is settled is of all rates; an advance that is invoiced has its own.
    expect(of(6)?.slice(9)).toEqual(['', '-3'])
    expect(of(7)?.slice(9)).toEqual(['21', '3'])
    expect(cells).toHaveLength(8)
  })
})

describe('a bill is handed out', () => {
  test('with its number, in the forms that it has', async () => {
    const id = await issued({ number: 'C-1' })
    expect(await document(id, 'pdf')).toMatchObject({ name: 'C-1.pdf', type: 'application/pdf' })
    expect(await document(id, 'facturae')).toMatchObject({ name: 'C-1.xml', type: 'application/xml' })
    expect(await why(id, 'xsig')).toMatch(/certificate/i)
    expect(await why(id, 'verifactu')).toBe('billing.notIssued')
    expect(await why(v7(), 'csv')).toBe('notFound')
    await putRecord(world.database, { issuerTaxId: 'A', sequence: 1, billId: id })
    const { name, content } = await document(id, 'verifactu')
    expect(name).toBe('C-1.verifactu.xml')
    expect(String(content)).toContain('N-1')
    const own = await issued({ selfInvoice: false })
    expect([await why(own, 'xsig'), await why(own, 'verifactu')]).toEqual([
      ...['billing.signedByIssuer', 'billing.recordOfIssuer'],
    ])
    expect(await why(own, 'facturae')).toBe('handed out')
    const corrective = await issued({ selfInvoice: false, correctsId: own })
    expect(await why(corrective, 'facturae')).toBe('billing.correctiveOfIssuer')
    expect(await why(await issued({ correctsId: id }), 'facturae')).toBe('handed out')
  })

  test('before it is issued only as a table', async () => {
    const waiting = await putBill(world.database, { accountId, status: 'Pending' })
    expect([await why(waiting, 'csv'), await why(waiting, 'pdf')]).toEqual([
      'handed out',
      'billing.notIssued',
    ])
    expect(await why(await issued({ information: null as never }), 'pdf')).toBe('billing.notIssued')
    expect(await why(await issued({ issuedOn: null }), 'pdf')).toBe('billing.notIssued')
    expect(await why(await issued({ provider: null }), 'pdf')).toBe('billing.notIssued')
  })

  test('as the account’s own file, under the number that it has there', async () => {
    expect(
      await document(await issued({ ownFile: 'key', ownNumber: 'MÍA/7 b' }), 'ownInvoice'),
    ).toMatchObject({
      ...{ name: 'MÍA-7-b.pdf', type: 'application/pdf', content: Buffer.from('key') },
    })
    expect(await document(await issued({ ownFile: 'key', number: 'C-9' }), 'ownInvoice')).toMatchObject({
      name: 'C-9.pdf',
    })
    expect(await why(await issued({ ownFile: 'gone' }), 'ownInvoice')).toBe('billing.noFile')
    expect(await why(await issued(), 'ownInvoice')).toBe('billing.noFile')
  })

  test('and names what it corrects, with its day', async () => {
    const original = await issued({ number: 'C-77', issuedOn: '2026-11-02' })
    const correction = { fault: 'rate', whole: true } as never
    const id = await issued({ correctsId: original, correction, reason: 'Porque sí' })
    const { content } = await document(id, 'facturae')
    expect(String(content)).toContain('<InvoiceIssueDate>2026-11-02</InvoiceIssueDate>')
    expect(String(content)).toContain('C-77')
    const text = pdfText(Buffer.from((await document(id, 'pdf')).content)).replaceAll('\n', ' ')
    expect(text).toContain('C-77')
    const plain = await document(await issued({ correctsId: original, correction: null }), 'facturae')
    expect(String(plain.content)).not.toContain('<InvoiceIssueDate>')
  })
})

describe('a record', () => {
  test('is sent where its own place in its own chain is', async () => {
    const [one, other] = [await putBillOf(world.database, 'S1'), await putBillOf(world.database, 'S2')]
    await putRecord(world.database, { issuerTaxId: 'S1', sequence: 1, billId: one })
    await putRecord(world.database, { issuerTaxId: 'S2', sequence: 2, billId: other })
    const sent = (id: string) => inTrial(world.database, (tx) => isSent(tx, sql`r.bill_id = ${id}`))
    await putSending(world.database, { issuerTaxId: 'S1', sequence: 2 })
    await putSending(world.database, { issuerTaxId: 'S2', sequence: 1 })
    expect([await sent(one), await sent(other)]).toEqual([false, false])
    await putSending(world.database, { issuerTaxId: 'S2', sequence: 2 })
    expect([await sent(one), await sent(other)]).toEqual([false, true])
  })

  test('tells of its bill as it was frozen, and of what that corrects', async () => {
    const correction = { fault: 'rate', whole: true } as never
    const original = await putBillOf(world.database, 'E1', { number: 'C-1', issuedOn: '2026-02-01' })
    const plain = await putBillOf(world.database, 'E1', { period: '2026-01-01', periodFrom: '2025-12-01' })
    const corrective = await putBillOf(world.database, 'E1', { correctsId: original, correction })
    const before = await putBillOf(world.database, 'E1', { correctsId: original })
    for (const [at, billId] of [original, plain, corrective, before].entries())
      await putRecord(world.database, { issuerTaxId: 'E1', sequence: at + 1, billId })
    const entries = await inTrial(world.database, async (tx) =>
      entriesOf(tx, await findRecords(tx, sql`r.issuer_tax_id = 'E1'`)),
    )
    const said = entries.map(({ bill }) => [bill.corrects, bill.correction?.issuedOn ?? null, bill.period])
    expect(said).toEqual([
      ...[
        [null, null, null],
        [null, null, '2026-01-01'],
        ['C-1', '2026-02-01', null],
        ['C-1', null, null],
      ],
    ])
    expect(entries[1]?.bill.periodFrom).toBe('2025-12-01')
    expect(entries.map(({ bill }) => bill.tax.name)).toEqual(['IVA', 'IVA', 'IVA', 'IVA'])
    const lost = await putBill(world.database, { accountId, status: 'Pending' })
    await putRecord(world.database, { issuerTaxId: 'E2', sequence: 1, billId: lost })
    await expect(
      inTrial(world.database, async (tx) =>
        entriesOf(tx, await findRecords(tx, sql`r.issuer_tax_id = 'E2'`)),
      ),
    ).rejects.toThrow('has no bill')
  })
})
