import { eq, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import type { CsvMarks } from '#platform/csv-out.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { words } from '#platform/words.ts'
import type { DocumentFormat } from '../choices.ts'
import { taxBefore } from '../tax-cases.ts'
import type { Totals } from '../totals.ts'
import { billCsv } from './bill-csv.ts'
import { signingPair } from './certificate.ts'
import { canonicalFacturae, facturae } from './facturae.ts'
import { findRecords } from './fiscal-record.ts'
import { linesOf, portalNames } from './get-bill.ts'
import type { Paper } from './paper.ts'
import { billPdf } from './pdf-bill.ts'
import { type AccountSettings, settingsOf, taxOfBill } from './settings.ts'
import { settledByCharges } from './settle-charges.ts'
import { signFacturae } from './sign-facturae.ts'
import { bill } from './table.ts'
import { verifactuXml } from './verifactu-xml.ts'

interface Wish {
  files: FileStore
  format: DocumentFormat
  locale: Locale
  /** Of the CSV. */
  marks: CsvMarks
  now: Date
  /** Opens what the provider signs with. */
  secret: Buffer
}

const types = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  facturae: 'application/xml',
  xsig: 'application/xml',
  verifactu: 'application/xml',
  ownInvoice: 'application/pdf',
}

/**
 * A bill as a file, always made from what was frozen. The CSV of the lines is there for every bill, all else for those
 * that have their number. @throws Conflict where there is nothing to hand out yet.
 */
export async function billDocument(tx: Tx, billId: string, wish: Wish) {
  const { format, locale, marks, now, files } = wish
  const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
  if (!row) throw new NotFound()
  const settings = await settingsOf(tx, row.accountId, now)
  const lines = await namedLines(tx, row, settings)
  const name = `${row.number ?? `${settings.code}-${words(`billing.fileOf.${row.status}`, locale)}`}`
  const answer = (bytes: Buffer | string, ending: string) => ({
    name: `${name}.${ending}`,
    type: types[format],
    content: bytes,
  })
  if (format === 'csv') return answer(billCsv(lines, taxOfBill(row, settings), { locale, marks }), 'csv')
  if (format === 'ownInvoice') {
    const invoice = answer(await ownInvoice(row, files), 'pdf')
    return { ...invoice, name: `${plainName(row.ownNumber ?? name)}.pdf` }
  }
  const paper = await paperOf(tx, row, lines)
  const { content, ending } = ofIssued[format]
  return answer(await content({ tx, billId, paper, wish }), ending)
}

type Row = typeof bill.$inferSelect

/** Lines of a bill with their portals as they are called today. */
async function namedLines(tx: Tx, row: Row, settings: AccountSettings) {
  const names = await portalNames(tx, row.accountId)
  return (await linesOf(tx, row, settings)).map((line) => ({
    ...line,
    portalName: (line.portalId && names.get(line.portalId)) ?? null,
  }))
}

async function ownInvoice({ ownFile }: Row, files: FileStore) {
  const bytes = ownFile ? await files.read(ownFile) : undefined
  if (!bytes) throw new Conflict('billing.noFile')
  return Buffer.from(bytes)
}

async function paperOf(tx: Tx, row: Row, lines: Paper['lines']): Promise<Paper> {
  const { type, number, issuedOn, period, periodFrom, reason, information, provider, totals } = row
  if (!number || !issuedOn || !information || !provider || !totals) throw new Conflict('billing.notIssued')
  const corrected = await whatItCorrects(tx, row)
  return {
    ...{ type, number, issuedOn, period, periodFrom },
    correction:
      row.correction && corrected?.issuedOn ? { ...row.correction, issuedOn: corrected.issuedOn } : null,
    ...{ corrects: corrected?.number ?? null, reason, selfInvoice: row.selfInvoice ?? true },
    ...{ information, provider, totals: totals as Totals },
    ...{ tax: row.tax ?? taxBefore(information.territory), lines, hash: row.hash ?? '' },
  }
}

async function whatItCorrects(tx: Tx, { correctsId }: Row) {
  if (!correctsId) return undefined
  const [corrected] = await tx
    .select({ number: bill.number, issuedOn: bill.issuedOn })
    .from(bill)
    .where(eq(bill.id, correctsId))
  return corrected
}

interface Issued {
  tx: Tx
  billId: string
  paper: Paper
  wish: Wish
}

const ofIssued = {
  pdf: { content: pdfOf, ending: 'pdf' },
  facturae: { content: facturaeOf, ending: 'xml' },
  xsig: { content: signedFacturaeOf, ending: 'xsig' },
  verifactu: { content: recordsOf, ending: 'verifactu.xml' },
}

async function pdfOf({ tx, billId, paper, wish }: Issued) {
  const settled = await settledByCharges(tx, billId)
  const sent = await isSent(tx, sql`r.bill_id = ${billId}`)
  return billPdf({ ...paper, settled, sent }, wish.locale)
}

function facturaeOf({ paper }: Issued) {
  // The number of our settlement is no invoice's: what corrects it is the account's own to issue.
  if (paper.corrects && !paper.selfInvoice) throw new Conflict('billing.correctiveOfIssuer')
  return facturae(paper)
}

async function signedFacturaeOf({ tx, paper, wish: { secret, now } }: Issued) {
  // Who issues signs: an account's own invoice is not the provider's.
  if (!paper.selfInvoice) throw new Conflict('billing.signedByIssuer')
  const pair = await signingPair(tx, secret, now)
  return signFacturae(canonicalFacturae(paper), pair, { now, role: 'customer' })
}

async function recordsOf({ tx, billId, paper }: Issued) {
  // Whoever issues keeps the record of it (RD 1007/2023, art. 3).
  if (!paper.selfInvoice) throw new Conflict('billing.recordOfIssuer')
  const [first, ...more] = (await findRecords(tx, sql`r.bill_id = ${billId}`)).map((record) => ({
    ...{ bill: paper, record },
  }))
  if (!first) throw new Conflict('billing.notIssued')
  return verifactuXml(first, ...more)
}

/** Are records sent to the agency that `where` says of r? */
export async function isSent(tx: Tx, where: SQL) {
  const found = await rows(
    tx,
    sql`select from fiscal_sending s join fiscal_record r on r.issuer_tax_id = s.issuer_tax_id and r.sequence = s.sequence
      where ${where} limit 1`,
  )
  return found.length > 0
}

/** A number that somebody wrote, as the name of a file. */
const plainName = (number: string) => number.replace(/[^\p{L}\p{N}_-]+/gu, '-')
