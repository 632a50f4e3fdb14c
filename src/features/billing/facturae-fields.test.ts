import { describe, expect, test } from 'vitest'
import { informationOfIssued } from '#testing/raw-issued.ts'
import { canonicalFacturae, facturae } from './server/facturae.ts'
import type { Paper } from './server/paper.ts'
import { taxCaseOf } from './tax-cases.ts'
import { totalsOf } from './totals.ts'

/** What a Facturae says of a bill, field by field. */

const where = { street: 'Calle 1', postcode: '28001', city: 'Madrid', province: 'Madrid' }
const tax = taxCaseOf('peninsula', 'peninsula', 'services')
if (!tax) throw new Error('no case')
const totals = (retentionBp: number) =>
  totalsOf({
    ...{ groups: [{ taxBp: 2_100, amountCents: 1_000 }], outstandingCents: 0, settlementBp: 0, retentionBp },
  })
const line = {
  ...{ type: 'Income', portalName: 'Portal', month: '2026-10-01', description: null, reference: null },
  ...{ units: 3, taxBp: 2_100, amountCents: 1_000, commissionBp: 2_000 },
}
const paper = (more: Partial<Paper> = {}): Paper => ({
  ...{ type: 1, number: 'C-2026-00001', issuedOn: '2026-11-01', period: '2026-10-01', periodFrom: null },
  ...{ corrects: null, reason: null, selfInvoice: true, information: informationOfIssued, tax, hash: 'h' },
  ...{ provider: { ...where, legalName: 'Proveedor', taxId: 'B00000000' }, lines: [line] },
  totals: totals(1_000),
  ...more,
})
const xml = (more?: Partial<Paper>) => facturae(paper(more))
/** The texts of an element, wherever it stands. */
const all = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, value]) => value)
const parts = (text: string, name: string) =>
  [...text.matchAll(new RegExp(`<${name}>[\\s\\S]*?</${name}>`, 'g'))].map(([part]) => part)

test('an invoice by its recipient says so, and one by its supplier says that', () => {
  const own = xml()
  expect([all(own, 'InvoiceIssuerType'), all(own, 'InvoiceDocumentType'), all(own, 'InvoiceClass')]).toEqual([
    ...[['RE'], ['AF'], ['OO']],
  ])
  expect(all(own, 'LegalReference')).toEqual(['Facturación por el destinatario'])
  const others = xml({ selfInvoice: false })
  expect([all(others, 'InvoiceIssuerType'), all(others, 'InvoiceDocumentType')]).toEqual([['EM'], ['FC']])
  expect(others).not.toContain('LegalLiterals')
  expect(all(own, 'BatchIdentifier')).toEqual(['AC-2026-00001'])
  expect(all(own, 'InvoicesCount')).toEqual(['1'])
})

test('amounts are with two decimals, the total less what is withheld', () => {
  const text = xml()
  expect(all(text, 'InvoiceTotal')).toEqual(['11.10'])
  expect(all(text, 'TotalTaxesWithheld')).toEqual(['1.00'])
  expect(all(text, 'TotalGrossAmount')).toEqual(['10.00'])
  expect(all(text, 'TotalTaxOutputs')).toEqual(['2.10'])
  expect(all(text, 'TotalOutstandingAmount')).toEqual(['11.10'])
  expect(all(text, 'TaxRate')).toEqual(['21.00', '10.00', '21.00'])
  const [withheld = ''] = parts(text, 'TaxesWithheld')
  expect([all(withheld, 'TaxTypeCode'), all(withheld, 'TaxRate')]).toEqual([['29'], ['10.00']])
  const person = { ...informationOfIssued, kind: 'person' as const, retentionBp: 700 }
  const [ofPerson = ''] = parts(xml({ information: person }), 'TaxesWithheld')
  expect([all(ofPerson, 'TaxTypeCode'), all(ofPerson, 'TaxRate')]).toEqual([['04'], ['7.00']])
})

test('nothing is said of what is withheld where nothing is', () => {
  const information = { ...informationOfIssued, retentionBp: 0 }
  expect(xml({ information, totals: totals(0) })).not.toContain('<TaxesWithheld>')
  expect(xml({ information: { ...information, retentionBp: 1 }, totals: totals(1) })).toContain(
    '<TaxesWithheld>',
  )
})

test('what is exempt or not subject says so in each line, with its law; what the recipient owes does not', () => {
  const of = (code: string, bp = 0) => {
    const special = { ...tax, mention: 'exempt' as const, law: 'Ley X', rate: null }
    const codes = { ...tax.codes, class: code as never }
    return xml({
      tax: { ...special, codes },
      lines: [
        { ...line, taxBp: bp },
        { ...line, taxBp: bp },
      ],
    })
  }
  expect(all(of('E1'), 'SpecialTaxableEventCode')).toEqual(['01', '01'])
  expect(all(of('N2'), 'SpecialTaxableEventCode')).toEqual(['02', '02'])
  expect(all(of('E1'), 'SpecialTaxableEventReason')[0]).toContain('Ley X')
  expect(of('S2')).not.toContain('SpecialTaxableEvent')
  expect(all(of('S2'), 'LegalReference')).toHaveLength(2)
  expect(xml()).not.toContain('SpecialTaxableEvent')
})

describe('a corrective', () => {
  test('names what it corrects, why, and by differences', () => {
    const correction = { fault: 'rate', whole: false, issuedOn: '2026-10-02' } as never
    const [corrective = ''] = parts(
      xml({ corrects: 'C-2026-00007', reason: 'Porque sí', correction }),
      'Corrective',
    )
    const of = (name: string) => all(corrective, name)[0]
    expect([of('InvoiceNumber') ?? of('InvoiceSeriesCode')]).toEqual(['C-2026-00007'])
    expect(of('CorrectionMethod')).toBe('02')
    expect(of('AdditionalReasonDescription')).toBe('Porque sí')
    expect(of('InvoiceIssueDate')).toBe('2026-10-02')
    expect(of('ReasonCode')).toMatch(/^\d\d$/)
    const before = parts(xml({ corrects: 'C-2026-00007' }), 'Corrective')[0] ?? ''
    expect(before).not.toContain('InvoiceIssueDate')
    expect(all(xml({ corrects: 'X' }), 'InvoiceClass')).toEqual(['OR'])
    expect(xml()).not.toContain('Corrective')
  })

  test('of a charge corrects its base, and a charge names who receives it', () => {
    const charge = {
      what: 'Prensado',
      recipient: { kind: 'person' as const, givenName: 'Ana', firstSurname: 'Río' },
    }
    const text = xml({ charge, corrects: 'F-1', selfInvoice: false })
    const reason = (of: string) => all(parts(of, 'Corrective')[0] ?? '', 'ReasonCode')[0]
    const base = xml({
      corrects: 'F-1',
      correction: { fault: 'base', whole: true, issuedOn: '2026-10-02' } as never,
    })
    expect(reason(text)).toBe(reason(base))
    const [buyer = ''] = parts(text, 'BuyerParty')
    expect([all(buyer, 'PersonTypeCode'), all(buyer, 'Name'), all(buyer, 'FirstSurname')]).toEqual([
      ...[['F'], ['Ana'], ['Río']],
    ])
    expect(all(parts(xml(), 'BuyerParty')[0] ?? '', 'PersonTypeCode')).toEqual(['J'])
    expect(all(text, 'LegalReference')).toHaveLength(1)
  })
})

test('it is of the time of its operations, or of none', () => {
  const span = (more: Partial<Paper>) => {
    const [period = ''] = parts(xml(more), 'InvoicingPeriod')
    return [all(period, 'StartDate')[0], all(period, 'EndDate')[0]]
  }
  expect(span({})).toEqual(['2026-10-01', '2026-10-31'])
  expect(span({ periodFrom: '2026-08-01' })).toEqual(['2026-08-01', '2026-10-31'])
  expect(xml({ period: null })).not.toContain('InvoicingPeriod')
})

test('a line names its month and its article, of twenty signs', () => {
  const sku = 'x'.repeat(25)
  const goods = [
    { name: 'LP', sku, units: 3, grossCents: 1_250, offCents: 0, chargedCents: 250, amountCents: 1_000 },
  ]
  const text = xml({ lines: [{ ...line, goods }] })
  expect(all(text, 'ArticleCode')).toEqual(['x'.repeat(20)])
  expect(parts(text, 'LineItemPeriod')).toHaveLength(1)
  expect(xml()).not.toContain('ArticleCode')
})

test('what is signed has no line end that a reader would change', () => {
  const reason = 'uno\r\ndos\rtres'
  const text = canonicalFacturae(paper({ corrects: 'C-1', reason }))
  expect(text).toContain('uno\ndos\ntres')
  expect(text).not.toContain('\r')
  expect(text).not.toContain('/>')
  expect(text).not.toContain('<?xml')
})
