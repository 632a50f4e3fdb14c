import { eq, type SQL, sql } from 'drizzle-orm'
import type { Locale } from '#platform/constants.ts'
import { type CsvMarks, toCsv } from '#platform/csv-out.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import type { FileStore } from '#platform/files.ts'
import { words } from '#platform/words.ts'
import type { DocumentFormat } from '../choices.ts'
import { type BillTax, taxBefore } from '../tax-cases.ts'
import type { Totals } from '../totals.ts'
import { signingPair } from './certificate.ts'
import { canonicalFacturae, facturae } from './facturae.ts'
import { findRecords } from './fiscal-record.ts'
import { linesOf, portalNames } from './get-bill.ts'
import { goodsName, lineText, mentionText, rateText, typeText } from './line-text.ts'
import type { Paper } from './paper.ts'
import { billPdf } from './pdf-bill.ts'
import { settingsOf, taxOfBill } from './settings.ts'
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
export async function billDocument(
  tx: Tx,
  billId: string,
  { format, locale, marks, now, files, secret }: Wish,
) {
  const [row] = await tx.select().from(bill).where(eq(bill.id, billId))
  if (!row) throw new NotFound()
  const settings = await settingsOf(tx, row.accountId, now)
  const names = await portalNames(tx, row.accountId)
  const lines = (await linesOf(tx, row, settings)).map((line) => ({
    ...line,
    portalName: (line.portalId && names.get(line.portalId)) ?? null,
  }))
  const name = `${row.number ?? `${settings.code}-${words(`billing.fileOf.${row.status}`, locale)}`}`
  const answer = (bytes: Buffer | string, ending: string) => ({
    name: `${name}.${ending}`,
    type: types[format],
    content: bytes,
  })
  if (format === 'csv') return answer(csvOf(lines, taxOfBill(row, settings), { locale, marks }), 'csv')
  if (format === 'ownInvoice') {
    const bytes = row.ownFile ? await files.read(row.ownFile) : undefined
    if (!bytes) throw new Conflict('billing.noFile')
    return { ...answer(Buffer.from(bytes), 'pdf'), name: `${plainName(row.ownNumber ?? name)}.pdf` }
  }
  if (!row.number || !row.issuedOn || !row.information || !row.provider || !row.totals)
    throw new Conflict('billing.notIssued')
  const [corrected] = row.correctsId
    ? await tx
        .select({ number: bill.number, issuedOn: bill.issuedOn })
        .from(bill)
        .where(eq(bill.id, row.correctsId))
    : []
  const paper: Paper = {
    ...{
      type: row.type,
      number: row.number,
      issuedOn: row.issuedOn,
      period: row.period,
      periodFrom: row.periodFrom,
    },
    correction:
      row.correction && corrected?.issuedOn ? { ...row.correction, issuedOn: corrected.issuedOn } : null,
    ...{ corrects: corrected?.number ?? null, reason: row.reason, selfInvoice: row.selfInvoice ?? true },
    ...{ information: row.information, provider: row.provider, totals: row.totals as Totals },
    ...{ tax: row.tax ?? taxBefore(row.information.territory), lines, hash: row.hash ?? '' },
  }
  if (format === 'pdf')
    return answer(
      await billPdf(
        {
          ...paper,
          settled: await settledByCharges(tx, billId),
          sent: await isSent(tx, sql`r.bill_id = ${billId}`),
        },
        locale,
      ),
      'pdf',
    )
  // The number of our settlement is no invoice's: what corrects it is the account's own to issue.
  if (format === 'facturae' && paper.corrects && !paper.selfInvoice)
    throw new Conflict('billing.correctiveOfIssuer')
  if (format === 'facturae') return answer(facturae(paper), 'xml')
  if (format === 'xsig') {
    // Who issues signs: an account's own invoice is not the provider's.
    if (!paper.selfInvoice) throw new Conflict('billing.signedByIssuer')
    const pair = await signingPair(tx, secret, now)
    return answer(signFacturae(canonicalFacturae(paper), pair, { now, role: 'customer' }), 'xsig')
  }
  // Whoever issues keeps the record of it (RD 1007/2023, art. 3).
  if (!paper.selfInvoice) throw new Conflict('billing.recordOfIssuer')
  const [first, ...more] = (await findRecords(tx, sql`r.bill_id = ${billId}`)).map((record) => ({
    ...{ bill: paper, record },
  }))
  if (!first) throw new Conflict('billing.notIssued')
  return answer(verifactuXml(first, ...more), 'verifactu.xml')
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

type Lines = (Awaited<ReturnType<typeof linesOf>>[number] & { portalName: string | null })[]

/** One row a line, or one for each product of it: they come to the same. */
const csvOf = (lines: Lines, tax: BillTax | undefined, { locale, marks }: Pick<Wish, 'locale' | 'marks'>) =>
  toCsv(
    lines.flatMap((line) => {
      const parts = line.goods?.length ? line.goods : [undefined]
      return parts.map((goods) => [
        typeText(line.type, locale),
        lineText(line, locale),
        goods ? goodsName(goods, locale) : null,
        line.portalName,
        line.month.slice(0, 7),
        goods ? goods.units : line.units,
        goods ? goods.grossCents / 100 : null,
        goods ? goods.offCents / 100 : null,
        line.type !== 'Income' || line.commissionBp === null ? null : line.commissionBp / 100,
        goods && line.type === 'Income' ? rateText(goods, locale) || null : null,
        goods ? goods.chargedCents / 100 : null,
        // What is settled is spread over all rates.
        line.type === 'Advance' && line.reference ? null : line.taxBp / 100,
        (goods ?? line).amountCents / 100,
        tax?.mention ? mentionText(tax, locale) : null,
      ])
    }),
    marks,
    [
      ...(['type', 'what', 'product', 'portal', 'month', 'units', 'gross', 'off'] as const),
      ...(['commission', 'rate', 'charged', 'tax', 'amount', 'mention'] as const),
    ].map((key) => words(`billing.csv.${key}`, locale)),
  )
