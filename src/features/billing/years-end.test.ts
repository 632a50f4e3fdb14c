import { expect, test } from 'vitest'
import { as, ok } from '#testing/as.ts'
import { testDatabase } from '#testing/database.ts'
import { portals } from '#testing/world/cast.ts'
import { acceptBill } from './server/accept-bill.ts'
import { addLine } from './server/add-line.ts'
import { lockBill } from './server/close-bill.ts'
import { closeMonths } from './server/close-months.ts'
import { createRemittance, downloadRemittance, remittanceFile } from './server/remittance.ts'
import { setPayment } from './server/set-payment.ts'
import { books, nextOf } from './test-bills.ts'
import { documentOf, pdfText } from './test-taxes.ts'

const world = testDatabase()
const service = { role: 'service' } as const

/** What is added in a month, closed in the next and accepted on a day: the bill that comes of it. */
async function billOf(
  addedAt: string,
  closedAt: string,
  acceptedAt: string,
  amountCents: number,
  of: { id: string; accountId: string } = portals.ninoLobo,
) {
  const { database } = world
  const { id } = await nextOf(database, 'staff', of.id)
  await database.transaction(service, async (tx) => {
    const row = await lockBill(tx, id)
    const draft = { type: 'Extra', description: 'Directo', amountCents, reason: 'Contrato', reference: 'C-9' }
    if (row) await addLine(tx, row, { ...draft, type: 'Extra' }, new Date(addedAt))
  })
  await closeMonths(database, { now: new Date(closedAt), appOrigin: 'http://localhost' })
  const [pending] = await database.query<{ id: string }>(
    "select id from bill where account_id = $1 and type = 1 and status = 'Pending' order by created_at desc limit 1",
    [of.accountId],
  )
  await database.transaction(service, async (tx) => {
    const row = await lockBill(tx, pending?.id ?? '')
    const by = { now: new Date(acceptedAt), actorId: null, appOrigin: 'http://localhost' }
    if (row) await acceptBill(tx, row, { ...by, by: 'account' })
  })
  return ok(await (await as(database, 'billing')).billing.getBill({ billId: pending?.id ?? '' }))
}

/** Records what the bank said on a day. */
const paidOn = (billId: string, on: string) =>
  world.database.transaction(service, async (tx) => {
    const row = await lockBill(tx, billId)
    const at = { now: new Date(`${on}T20:00:00Z`), appOrigin: 'http://localhost' }
    if (row) await setPayment(tx, row, { payment: 'paid', on }, at)
  })
/** What a form declares of whoever has a NIF: what they were paid, and what was withheld. */
async function declared(
  model: '111' | '123' | '190' | '193',
  taxId: string | null,
  year: number,
  quarter?: 1 | 4,
) {
  const staff = await as(world.database, 'billing')
  const { rows } = ok(await staff.billing.getTaxDeclaration({ model, year, ...(quarter ? { quarter } : {}) }))
  const { key, payments, baseCents, retentionCents } = rows.find((row) => row.taxId === taxId) ?? {}
  return key === undefined ? undefined : [key, payments, baseCents, retentionCents]
}

const euros = (cents: number) => (cents / 100).toFixed(2)

test("a year's end: December's bill is January's first, of December's sales, and withheld in the year of its payment", async () => {
  const { database } = world
  // What there is by now goes first, so that each bill is of its own month.
  await closeMonths(database, { now: new Date('2026-12-06T10:00:00Z'), appOrigin: 'http://localhost' })
  const november = await billOf(
    '2026-12-01T09:00:00Z',
    '2027-01-06T10:00:00Z',
    '2027-01-07T10:00:00Z',
    40_000,
  )
  // 23:30 UTC of New Year's Eve is in Madrid the first day of the next year.
  const january = await billOf('2026-12-31T23:30:00Z', '2027-02-06T10:00:00Z', '2027-02-08T10:00:00Z', 70_000)
  expect([november.period, january.period]).toEqual(['2026-12-01', '2027-01-01'])
  // The series is of the year in which a bill is issued, not of the sales in it (RD 1619/2012, art. 6.1.a), and starts anew.
  expect([november.number, january.number]).toEqual(['LOBO-2027-00001', 'LOBO-2027-00002'])
  expect(november.issuedOn).toBe('2027-01-07')

  // Screen, paper, both XMLs and ledger say the same of January's first.
  const { totals } = november
  const pdf = pdfText(await documentOf(database, november.id, 'pdf'))
  expect(pdf).toContain('LOBO-2027-00001')
  const amount = new Intl.NumberFormat('es-ES', { minimumFractionDigits: 2 })
  expect(pdf).toContain(amount.format(totals.payableCents / 100))
  const facturae = (await documentOf(database, november.id, 'facturae')).toString()
  expect(facturae).toContain('<IssueDate>2027-01-07</IssueDate>')
  expect(facturae).toContain(`<InvoiceTotal>${euros(totals.payableCents)}</InvoiceTotal>`)
  expect(facturae).toContain('<EndDate>2026-12-31</EndDate>')
  const verifactu = (await documentOf(database, november.id, 'verifactu')).toString()
  expect(verifactu).toContain('<sum1:FechaExpedicionFactura>07-01-2027<')
  // It accrued on the last day of its month (Ley 37/1992, art. 75.Uno.7º).
  expect(verifactu).toContain('<sum1:FechaOperacion>31-12-2026<')
  expect(verifactu).toContain(`<sum1:ImporteTotal>${euros(totals.totalCents)}<`)
  const csv = (await documentOf(database, november.id, 'csv')).toString()
  expect(csv).toContain(
    euros(totals.baseCents)
      .replace(/\.?0+$/, '')
      .replace('.', ','),
  )
  const told = await database.query<{ cents: string }>(
    `select coalesce(sum(case when "to" = 'payable' then amount_cents when "from" = 'payable' then -amount_cents end), 0) as cents
      from ledger_entry where bill_id = $1`,
    [november.id],
  )
  expect(Number(told[0]?.cents)).toBe(totals.payableCents)

  // Paid in the new year, it is withheld in that year: nothing of it is declared in the old one (RIRPF, art. 94).
  const sepa = await database.transaction(service, async (tx) => {
    const now = new Date('2027-02-09T10:00:00Z')
    const { id } = await createRemittance(tx, { on: '2027-02-10', now, actorId: null })
    await downloadRemittance(tx, id, { now, actorId: null })
    return Buffer.from((await remittanceFile(tx, id)).content).toString()
  })
  // Both of the account are paid at once, with what it is owed besides.
  expect(sepa).toContain('LOBO-2027-00001')
  for (const { id } of [november, january]) await paidOn(id, '2027-02-10')
  // Form 111 of the quarter and 190 of the year say the same: 400 € and 700 €, of which 15 % are 60 € and 105 €.
  expect(await declared('190', november.taxId, 2027)).toEqual(['G', 2, 110_000, 16_500])
  expect(await declared('111', november.taxId, 2027, 1)).toEqual(['G', 2, 110_000, 16_500])
  expect(await declared('190', november.taxId, 2026)).toBeUndefined()
  expect(await declared('111', november.taxId, 2026, 4)).toBeUndefined()
  const sums = await books(database)
  expect(sums.reduce((all, { cents }) => all + Number(cents), 0)).toBe(0)
})

test('income from capital over New Year is declared in 123 and 193 of the year of its payment, and nowhere else', async () => {
  const { database } = world
  const label = portals.bajamar
  await closeMonths(database, { now: new Date('2027-12-06T10:00:00Z'), appOrigin: 'http://localhost' })
  await database.query(
    `update billing_information set retention = 'capital', retention_bp = 1900 where account_id = $1`,
    [label.accountId],
  )
  const of = (added: string, closed: string, accepted: string, cents: number) =>
    billOf(`${added}T09:00:00Z`, `${closed}T10:00:00Z`, `${accepted}T10:00:00Z`, cents, label)
  const old = await of('2027-11-30', '2027-12-06', '2027-12-09', 20_000)
  const late = await of('2027-12-15', '2028-01-06', '2028-01-08', 30_000)
  expect([old.number, late.number]).toEqual(['BAJAMAR-2027-00001', 'BAJAMAR-2028-00001'])
  // One on the last day of the year, the other on the first working day: 19 % of 200 € and of 300 €.
  await paidOn(old.id, '2027-12-31')
  await paidOn(late.id, '2028-01-03')
  expect(await declared('123', old.taxId, 2027, 4)).toEqual(['', 1, 20_000, 3_800])
  expect(await declared('193', old.taxId, 2027)).toEqual(['', 1, 20_000, 3_800])
  expect(await declared('123', old.taxId, 2028, 1)).toEqual(['', 1, 30_000, 5_700])
  expect(await declared('193', old.taxId, 2028)).toEqual(['', 1, 30_000, 5_700])
  for (const year of [2027, 2028]) expect(await declared('190', old.taxId, year)).toBeUndefined()
})
