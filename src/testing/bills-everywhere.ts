import { validateXML } from 'xmllint-wasm'
import { acceptBill } from '#features/billing/server/accept-bill.ts'
import { accrueSales } from '#features/billing/server/accrue-sales.ts'
import { closeBill, lockBill } from '#features/billing/server/close-bill.ts'
import { createRemittance, downloadRemittance, remittanceFile } from '#features/billing/server/remittance.ts'
import { schemaOf } from '#features/billing/test-schemas.ts'
import { documentOf, pdfText } from '#features/billing/test-taxes.ts'
import { asService, type Database } from '#platform/db.ts'
import { todayPlus } from '#platform/windows.ts'
import { as, ok } from './as.ts'
import { sharedData } from './shared-data.ts'

const service = asService('trial')
const appOrigin = 'http://localhost'

/** What a bill has to come to, in cents, worked out by hand. */
export interface Golden {
  /** Its lines by what they are: several of one kind apart, in the order of the bill. */
  lines: readonly (readonly [type: string, cents: number])[]
  base: number
  /** Rates of tax with base and quota of each; the rate in hundredths of a per cent. */
  rates: readonly (readonly [bp: number, base: number, quota: number])[]
  withheld: number
  payable: number
}
type Who = 'artist' | 'demo' | 'label' | 'orquesta'

/** Takes all sales away and has every agreement come before them, so that what a test sells is all there is. */
export async function emptied(database: Database): Promise<void> {
  for (const table of ['order_line', '"order"', 'accrual_due']) await database.query(`delete from ${table}`)
  await database.query(`update billing_agreement set at = '2020-01-01'`)
}

/** Closes what an account is owed through a month in the first days of the next, without accepting it. */
export async function closed(database: Database, accountId: string, month: string) {
  await accrueSales(database)
  return database.transaction(service, (tx) =>
    closeBill(tx, accountId, { through: `${month}-01`, now: inNext(month, 6), appOrigin }),
  )
}
/** The same, accepted two days later: the bill. */
export async function issued(database: Database, accountId: string, month: string): Promise<string> {
  const made = await closed(database, accountId, month)
  if (!('closed' in made)) throw new Error(`nothing was closed: ${made.left}`)
  await database.transaction(service, async (tx) => {
    const row = await lockBill(tx, made.closed)
    if (row) await acceptBill(tx, row, { now: inNext(month, 8), actorId: null, appOrigin, by: 'account' })
  })
  return made.closed
}
const inNext = (month: string, day: number) => {
  const first = new Date(`${month}-01T10:00:00Z`)
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, day, 10))
}

export const cents = (text: string | undefined) => {
  const digits = (text ?? '').replace(/\D/g, '')
  if (digits === '') return Number.NaN
  return Number(digits) * (/^[^\d]*[-\u2212]/.test(text ?? '') ? -1 : 1)
}
export const each = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<(?:sum1:)?${name}>([^<]*)<`, 'g'))].map(([, said]) => said ?? '')
/** Of a row of the Spanish CSV: the last cell but one, whatever semicolons stand in quotes. */
export const amountIn = (row: string) =>
  Math.round(Number(/;(-?[\d,]+);(?:"[^"]*"|[^;]*)\s*$/.exec(row)?.[1]?.replace(',', '.')) * 100)
const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)
export const part = (xml: string, name: string) =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(xml)?.[1] ?? ''

async function checked(kind: 'facturae' | 'verifactu', xml: string): Promise<string[]> {
  if (!sharedData('billing_es/README.md')) return []
  return (await validateXML(schemaOf(kind, xml))).errors.map(({ message }) => message)
}

/** The amounts under the lines of a sheet, by their words, in its language. */
export function totalsOnPaper(sheet: Buffer, locale: 'es' | 'en') {
  const drawn = pdfText(sheet).split('\n')
  const after = (words: RegExp) =>
    drawn.flatMap((text, at) => (words.test(text) ? [cents(drawn[at + 1])] : []))
  const [base, total, withheld, payable] = {
    es: [/^Base (imponible|al )/, /^Total factura$/, /^Retenci/, /^L.quido a percibir$/],
    en: [/^(Taxable base|Base at )/, /^Invoice total$/, /^Income tax retention/, /^Net payable$/],
  }[locale] as [RegExp, RegExp, RegExp, RegExp]
  return {
    base: sum(after(base)),
    total: after(total)[0],
    withheld: 0 - (after(withheld)[0] ?? 0),
    payable: after(payable)[0],
  }
}

/** What the ledger moved for a bill, from book to book. */
const movedFor = async (database: Database, billId: string) =>
  Object.fromEntries(
    (
      await database.query<{ way: string; cents: string }>(
        `select "from" || '>' || "to" as way, sum(amount_cents) as cents from ledger_entry where bill_id = $1 group by 1`,
        [billId],
      )
    ).map(({ way, cents: moved }) => [way, Number(moved)]),
  )

/** What each place says of an issued bill; what it is paid by leaves in a file of its own. */
export async function saidEverywhere(database: Database, billId: string, who: Who = 'artist') {
  const reader = await as(database, who)
  const bill = ok(await reader.billing.getBill({ billId }))
  const { totals, lines } = bill
  const document = async (format: 'pdf' | 'csv' | 'facturae' | 'verifactu', locale: 'es' | 'en' = 'es') =>
    documentOf(database, billId, format, locale, who)
  const csv = (await document('csv')).toString().trim().split('\n').slice(1)
  const facturae = (await document('facturae')).toString()
  const record = (await document('verifactu')).toString()
  const header = facturae.slice(0, facturae.indexOf('<Items>'))
  const rates = [...part(header, 'TaxesOutputs').matchAll(/<Tax>([\s\S]*?)<\/Tax>/g)].map(([, tax = '']) => {
    const [base, quota] = each(tax, 'TotalAmount').map(cents)
    return [cents(each(tax, 'TaxRate')[0]), base, quota]
  })
  const moved = await movedFor(database, billId)
  const sepa = await database.transaction(service, async (tx) => {
    const now = new Date()
    const { id } = await createRemittance(tx, { on: todayPlus(now), billIds: [billId], now, actorId: null })
    await downloadRemittance(tx, id, { now, actorId: null })
    return Buffer.from((await remittanceFile(tx, id)).content).toString()
  })
  return {
    screen: {
      lines: lines.map(({ type, amountCents }) => [type, amountCents]),
      base: totals.baseCents,
      rates: totals.groups.map(({ taxBp, baseCents, taxCents }) => [taxBp, baseCents, taxCents]),
      withheld: totals.retentionCents,
      total: totals.totalCents,
      payable: totals.payableCents,
    },
    es: totalsOnPaper(await document('pdf', 'es'), 'es'),
    en: totalsOnPaper(await document('pdf', 'en'), 'en'),
    csv: sum(csv.map(amountIn)),
    facturae: {
      base: cents(each(header, 'TotalGrossAmountBeforeTaxes')[0]),
      lines: sum(each(part(facturae, 'Items'), 'GrossAmount').map(cents)),
      rates,
      withheld: cents(each(header, 'TotalTaxesWithheld')[0]),
      payable: cents(each(header, 'InvoiceTotal')[0]),
      faults: await checked('facturae', facturae),
    },
    verifactu: {
      base: sum(each(record, 'BaseImponibleOimporteNoSujeto').map(cents)),
      quota: cents(each(record, 'CuotaTotal')[0]),
      total: cents(each(record, 'ImporteTotal')[0]),
      faults: await checked('verifactu', record),
    },
    sepa: [
      each(sepa, 'EndToEndId'),
      [...sepa.matchAll(/<InstdAmt[^>]*>([^<]*)</g)].map(([, each]) => cents(each)),
    ],
    ledger: moved,
    all: sum(
      (
        await database.query<{ cents: string }>(
          `select sum(amount_cents) as cents from ledger_entry where bill_id = $1 and "to" = 'payable'`,
          [billId],
        )
      ).map(({ cents: all }) => Number(all)),
    ),
    number: bill.number,
  }
}

/** The same from what was worked out by hand. */
export function hasToSay({ lines, base, rates, withheld, payable }: Golden, number: string | null) {
  const quota = sum(rates.map(([, , cents]) => cents))
  const total = base + quota
  const paper = { base, total, withheld, payable }
  return {
    screen: { lines, base, rates, withheld, total, payable },
    ...{ es: paper, en: paper, csv: base },
    facturae: { base, lines: base, rates, withheld, payable, faults: [] },
    verifactu: { base, quota, total, faults: [] },
    sepa: [[number], [payable]],
    ledger: {
      'accrued>held': base,
      'held>payable': base,
      ...(quota === 0 ? {} : { 'tax>payable': quota }),
      ...(withheld === 0 ? {} : { 'payable>retention': withheld }),
    },
    all: total,
    number,
  }
}
