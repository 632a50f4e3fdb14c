import { create } from 'xmlbuilder2'
import { words } from '#platform/words.ts'
import { rowOfCorrection } from '../corrections.ts'
import { withheldTaxOf } from '../retention.ts'
import { monthOf, priceOf, taxedLines } from './facturae-lines.ts'
import { numberParts, party, payment, periodOf } from './facturae-parts.ts'
import { plainAmount } from './fiscal-hash.ts'
import { mentionText } from './line-text.ts'
import type { Paper } from './paper.ts'

/** Codes of Facturae's SpecialTaxableEvent: exempt, and not subject. What the recipient owes is subject: it has none. */
const specialEvents = { E1: '01', N2: '02' } as const
const withheldCodes = { IRPF: '04', IS: '29' } as const

const amount = plainAmount
const rate = (bp: number) => (bp / 100).toFixed(2)

/** A bill as Facturae 3.2.2 (Orden HAP/1650/2015), unsigned; what its recipient issued says so. Throws what `numberParts` does. */
export const facturae = (bill: Paper): string => documentOf(bill).end({ prettyPrint: true })

/** The same in canonical form (Canonical XML 1.0), to be signed. */
export const canonicalFacturae = (bill: Paper): string =>
  documentOf(bill)
    .root()
    .toString({ allowEmptyTags: true })
    // A parser reads the ends of lines as one, and so does who verifies.
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')

function documentOf(bill: Paper) {
  const { totals, information, provider, tax, charge } = bill
  // TaxTypeCode and Veri*factu's list L1 number the three taxes alike.
  const taxType = tax.codes.tax
  const literals = literalsOf(bill)
  // Net of what is withheld: the schema's own words, and Orden HAP/1650/2015, annex II, 6.f.
  const total = amount(totals.payableCents)
  const document = {
    'fe:Facturae': {
      '@xmlns:fe': 'http://www.facturae.gob.es/formato/Versiones/Facturaev3_2_2.xml',
      FileHeader: {
        SchemaVersion: '3.2.2',
        Modality: 'I',
        // RE: issued by who receives it; EM: by who supplies it.
        InvoiceIssuerType: bill.selfInvoice ? 'RE' : 'EM',
        Batch: {
          BatchIdentifier: `${information.taxId}${bill.number}`,
          InvoicesCount: 1,
          TotalInvoicesAmount: { TotalAmount: total },
          TotalOutstandingAmount: { TotalAmount: total },
          TotalExecutableAmount: { TotalAmount: total },
          InvoiceCurrencyCode: 'EUR',
        },
      },
      Parties: {
        SellerParty: party(information, information.kind),
        BuyerParty: party({ ...provider, ...charge?.recipient }, charge?.recipient.kind ?? 'company'),
      },
      Invoices: {
        Invoice: {
          InvoiceHeader: {
            ...numberParts(bill.number),
            InvoiceDocumentType: bill.selfInvoice ? 'AF' : 'FC',
            InvoiceClass: bill.corrects ? 'OR' : 'OO',
            ...correctiveOf(bill),
          },
          InvoiceIssueData: {
            IssueDate: bill.issuedOn,
            ...invoicingPeriodOf(bill),
            InvoiceCurrencyCode: 'EUR',
            TaxCurrencyCode: 'EUR',
            LanguageName: 'es',
          },
          TaxesOutputs: {
            Tax: totals.groups.map((group) => ({
              TaxTypeCode: taxType,
              TaxRate: rate(group.taxBp),
              TaxableBase: { TotalAmount: amount(group.baseCents) },
              TaxAmount: { TotalAmount: amount(group.taxCents) },
            })),
          },
          ...withheldOf(bill),
          InvoiceTotals: {
            TotalGrossAmount: amount(totals.baseCents),
            TotalGrossAmountBeforeTaxes: amount(totals.baseCents),
            TotalTaxOutputs: amount(totals.taxCents),
            TotalTaxesWithheld: amount(totals.retentionCents),
            InvoiceTotal: total,
            TotalOutstandingAmount: total,
            TotalExecutableAmount: total,
          },
          Items: {
            InvoiceLine: taxedLines(bill).map((line) => lineOf(line, bill)),
          },
          ...payment(bill),
          ...(literals.length > 0 ? { LegalLiterals: { LegalReference: literals } } : {}),
        },
      },
    },
  }
  return create({ version: '1.0', encoding: 'UTF-8' }, document)
}

/** RD 1619/2012, art. 6.1.l, and j or m. */
function literalsOf({ selfInvoice, tax, charge }: Paper): string[] {
  const mention = mentionText(tax, 'es')
  return [
    ...(selfInvoice ? ['Facturación por el destinatario'] : []),
    ...(mention ? [mention] : []),
    ...(charge ? [words('billing.charge.literal', 'es')] : []),
  ]
}

function withheldOf({ information, totals }: Paper) {
  if (information.retentionBp <= 0) return {}
  return {
    TaxesWithheld: {
      Tax: {
        TaxTypeCode: withheldCodes[withheldTaxOf(information)],
        TaxRate: rate(information.retentionBp),
        TaxableBase: { TotalAmount: amount(totals.baseCents) },
        TaxAmount: { TotalAmount: amount(totals.retentionCents) },
      },
    },
  }
}

function correctiveOf(bill: Paper) {
  if (!bill.corrects) return {}
  // What is corrected of a charge is its base.
  const reason = rowOfCorrection(bill.charge ? { fault: 'base', whole: true } : bill.correction)
  return {
    Corrective: {
      ...numberParts(bill.corrects),
      ReasonCode: reason.code,
      ReasonDescription: reason.text,
      TaxPeriod: periodOf(bill),
      // The amounts are what is corrected, of the whole or a part: by differences, as Veri*factu's type I says too
      // (RD 1619/2012, art. 15.5). Method 01 tells how the bill is after it, which none of ours does.
      CorrectionMethod: '02',
      CorrectionMethodDescription: 'Rectificación por diferencias',
      AdditionalReasonDescription: bill.reason ?? '',
      ...(bill.correction ? { InvoiceIssueDate: bill.correction.issuedOn } : {}),
    },
  }
}

/** From the first of its operations to the last, as far as they were over. */
function invoicingPeriodOf({ period, periodFrom, issuedOn }: Paper) {
  if (!period) return {}
  return {
    InvoicingPeriod: { StartDate: periodFrom ?? period, EndDate: monthOf(period, issuedOn).EndDate },
  }
}

function lineOf(line: ReturnType<typeof taxedLines>[number], { tax, issuedOn }: Paper) {
  return {
    ...priceOf(line),
    TaxesOutputs: {
      Tax: {
        TaxTypeCode: tax.codes.tax,
        TaxRate: rate(line.taxBp),
        TaxableBase: { TotalAmount: amount(line.amountCents) },
      },
    },
    ...(line.month ? { LineItemPeriod: monthOf(line.month, issuedOn) } : {}),
    ...specialEventOf(tax),
    ...(line.sku ? { ArticleCode: line.sku.slice(0, 20) } : {}),
  }
}

function specialEventOf(tax: Paper['tax']) {
  const taxClass = tax.codes.class
  if (taxClass !== 'E1' && taxClass !== 'N2') return {}
  return {
    SpecialTaxableEvent: {
      SpecialTaxableEventCode: specialEvents[taxClass],
      SpecialTaxableEventReason: mentionText(tax, 'es'),
    },
  }
}
