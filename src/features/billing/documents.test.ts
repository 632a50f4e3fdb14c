import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { sharedData } from '#testing/shared-data.ts'
import { facturae } from './server/facturae.ts'
import { altaInput, anulacionInput, fiscalHash, qrAddress } from './server/fiscal-hash.ts'
import type { Chained } from './server/fiscal-record.ts'
import { checkedIban, checkedTaxId } from './server/numbers-of-payees.ts'
import { painFile } from './server/pain.ts'
import type { Paper } from './server/paper.ts'
import { billPdf } from './server/pdf-bill.ts'
import { verifactuXml } from './server/verifactu-xml.ts'
import { type TaxCodes, taxBefore } from './tax-cases.ts'
import { totalsOf } from './totals.ts'

const shared = (path: string) => sharedData(`billing_es/${path}`)
const read = (path: string) => readFileSync(shared(path) ?? '', 'utf8')

const vat = taxBefore('peninsula')
const lines = [
  { type: 'Income', portalName: 'Niño Lobo', amountCents: 90_000, taxBp: 2100, units: 40 },
  { type: 'Extra', portalName: null, amountCents: 10_000, taxBp: 1000, units: null },
].map((line) => ({
  ...line,
  month: '2026-10-01',
  description: line.type === 'Extra' ? 'Directo' : null,
  reference: null,
}))
const paper = (more: Partial<Paper> = {}): Paper => ({
  ...{
    type: 1,
    number: 'LOBO-2026-00007',
    issuedOn: '2026-11-08',
    period: '2026-10-01',
    periodFrom: null,
    corrects: null,
    reason: null,
  },
  ...{ selfInvoice: true, tax: vat, hash: 'a'.repeat(64), lines },
  information: {
    ...{ legalName: 'Hugo Lobo Marín', kind: 'person', taxId: '54362315K', street: 'Calle Olmo, 7' },
    ...{ postcode: '28012', city: 'Madrid', province: 'Madrid', holder: 'Hugo Lobo', territory: 'peninsula' },
    ...{ retentionBp: 1500, settlementBp: 10_000, email: 'hugo@ninolobo.test' },
  },
  provider: {
    ...{ legalName: 'Trastienda Merch, S. L.', taxId: 'B58378431', street: 'Calle del Almacén, 12' },
    ...{ postcode: '08018', city: 'Barcelona', province: 'Barcelona' },
  },
  totals: totalsOf({ groups: lines, outstandingCents: 0, settlementBp: 10_000, retentionBp: 1500 }),
  ...more,
})
const record: Chained = {
  ...{ issuerTaxId: '54362315K', sequence: 1, kind: 'alta', number: 'LOBO-2026-00007' },
  ...{ issuedOn: '2026-11-08', hash: 'A'.repeat(64), generatedAt: '2026-11-08T10:00:00+01:00' },
  ...{ input: '', mode: null, amends: null },
  previous: undefined,
}

describe('the chain of records', () => {
  test("reproduces the agency's own three examples", () => {
    const first = altaInput({
      ...{ issuerTaxId: '89890001K', number: '12345678/G33', issuedOn: '01-01-2024', type: 'F1' },
      ...{ taxTotal: '12.35', total: '123.45', previousHash: '', generatedAt: '2024-01-01T19:20:30+01:00' },
    })
    expect(fiscalHash(first)).toBe('3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60')
    const second = altaInput({
      ...{ issuerTaxId: '89890001K', number: '12345679/G34', issuedOn: '01-01-2024', type: 'F1' },
      ...{ taxTotal: '12.35', total: '123.45', previousHash: fiscalHash(first) },
      generatedAt: '2024-01-01T19:20:35+01:00',
    })
    expect(fiscalHash(second)).toBe('F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97')
    const third = anulacionInput({
      ...{ issuerTaxId: '89890001K', number: '12345679/G34', issuedOn: '01-01-2024' },
      ...{ previousHash: fiscalHash(second), generatedAt: '2024-01-01T19:20:40+01:00' },
    })
    expect(fiscalHash(third)).toBe('177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68')
  })

  test('what is not charged has neither rate nor quota in its record; what its recipient owes has them', () => {
    const said = (codes: TaxCodes) => {
      const xml = verifactuXml({ bill: paper({ tax: { ...vat, codes } }), record })
      return [/TipoImpositivo>21\.00</, /CuotaRepercutida>189\.00</].map((one) => one.test(xml))
    }
    for (const as of ['S1', 'S2'] as const)
      expect(said({ tax: '01', regime: '01', class: as })).toEqual([true, true])
    for (const as of ['N2', 'E1'] as const) {
      const xml = verifactuXml({
        ...{ bill: paper({ tax: { ...vat, codes: { tax: '03', regime: '08', class: as } } }), record },
      })
      expect(xml).not.toMatch(/TipoImpositivo|CuotaRepercutida/)
    }
  })

  test('a QR leads to the service for systems that do not send', () => {
    const address = qrAddress({
      ...{ issuerTaxId: '89890001K', number: '12345678&G33', issuedOn: '2024-01-01', totalCents: 24_140 },
    })
    expect(address).toBe(
      'https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu?nif=89890001K&numserie=12345678%26G33&fecha=01-01-2024&importe=241.40',
    )
  })
})

describe.skipIf(!shared('README.md'))('against the schemas and vectors', () => {
  test('Facturae 3.2.2, also corrective, of a company, in the Canaries', async () => {
    const schema = read('facturae/Facturaev3_2_2.local.xsd')
    const dsig = {
      fileName: 'xmldsig-core-schema.nodtd.xsd',
      contents: read('facturae/xmldsig-core-schema.nodtd.xsd'),
    }
    const company = { ...paper().information, kind: 'company' as const, retentionBp: 0 }
    for (const bill of [
      paper(),
      paper({ corrects: 'LOBO-2026-00006', number: 'R-LOBO-2026-00001', reason: 'Error', selfInvoice: true }),
      paper({ information: company, selfInvoice: false, tax: taxBefore('canaries') }),
    ]) {
      const result = await validateXML({
        xml: { fileName: 'bill.xml', contents: facturae(bill) },
        schema: { fileName: 'Facturaev3_2_2.local.xsd', contents: schema },
        preload: [dsig],
      })
      expect(result.errors).toEqual([])
    }
  })

  test('Facturae says where it is paid to, and takes numbers of any length that it has room for', async () => {
    const iban = 'ES9121000418450200051332'
    const paid = paper({ information: { ...paper().information, iban } })
    const xml = facturae(paid)
    expect(xml).toMatch(
      /<InstallmentDueDate>2026-12-08<[\s\S]*<InstallmentAmount>1049.00<[\s\S]*<PaymentMeans>04<[\s\S]*<IBAN>ES9121000418450200051332</,
    )
    // What takes something back is not paid, and what advances have settled neither.
    expect(facturae({ ...paid, corrects: 'LOBO-2026-00006' })).not.toContain('IBAN')
    const long = facturae({ ...paid, number: 'R-ORQUESTA-2-2026-00001' })
    expect(long).toContain('<InvoiceNumber>00001<')
    expect(long).toContain('<InvoiceSeriesCode>R-ORQUESTA-2-2026<')
    expect(() => facturae({ ...paid, number: 'Factura del mes de octubre de 2026' })).toThrow()
    for (const contents of [xml, long]) {
      const result = await validateXML({
        xml: { fileName: 'bill.xml', contents },
        schema: { fileName: 'Facturaev3_2_2.local.xsd', contents: read('facturae/Facturaev3_2_2.local.xsd') },
        preload: [
          {
            fileName: 'xmldsig-core-schema.nodtd.xsd',
            contents: read('facturae/xmldsig-core-schema.nodtd.xsd'),
          },
        ],
      })
      expect(result.errors).toEqual([])
    }
  })

  test('Facturae of a settled advance over several rates comes to its bases, to the cent', async () => {
    const settled = { ...lines[0], type: 'Advance', portalName: null, units: null, month: '2026-11-08' }
    const groups = [
      { taxBp: 2100, amountCents: 33_333 },
      { taxBp: 1000, amountCents: 33_334 },
      { taxBp: 400, amountCents: 1 },
    ]
    const totals = totalsOf({ groups, outstandingCents: 20_001, settlementBp: 10_000, retentionBp: 1500 })
    const rated = groups.map(({ taxBp, amountCents }) => ({
      ...{ type: 'Extra', portalName: null, units: null, month: '2026-10-01' },
      ...{ description: 'Directo', reference: null, taxBp, amountCents },
    }))
    const advances = [-12_000, -8_001].map((amountCents, at) => ({
      ...settled,
      ...{ description: null, reference: `LOBO-2026-0000${at + 1}`, taxBp: 2100, amountCents },
    }))
    const back = totalsOf({
      ...{ groups: groups.map((one) => ({ ...one, amountCents: -one.amountCents })), outstandingCents: 0 },
      ...{ settlementBp: 10_000, retentionBp: 1500 },
    })
    for (const bill of [
      paper({ lines: [...rated, ...advances], totals }),
      paper({
        ...{ corrects: 'LOBO-2026-00006', number: 'R-LOBO-2026-00001', reason: 'Error', totals: back },
        lines: rated.map((line) => ({ ...line, amountCents: -line.amountCents })),
      }),
    ]) {
      const xml = facturae(bill)
      const cents = (text: string) => Math.round(Number(text) * 100)
      const ofRate = new Map<string, number>()
      for (const [, gross = '', rate = '', base = ''] of xml.matchAll(
        /<GrossAmount>(.*?)<.*?<TaxRate>(.*?)<.*?<TotalAmount>(.*?)</gs,
      )) {
        expect(base).toBe(gross)
        ofRate.set(rate, (ofRate.get(rate) ?? 0) + cents(gross))
      }
      expect([...ofRate].sort()).toEqual(
        bill.totals.groups.map(({ taxBp, baseCents }) => [(taxBp / 100).toFixed(2), baseCents]).sort(),
      )
      const one = (name: string) => cents(new RegExp(`<${name}>(.*?)<`).exec(xml)?.[1] ?? '')
      expect(one('TotalGrossAmount')).toBe([...ofRate.values()].reduce((sum, value) => sum + value, 0))
      expect(one('InvoiceTotal')).toBe(
        one('TotalGrossAmount') + one('TotalTaxOutputs') - one('TotalTaxesWithheld'),
      )
      for (const sum of [
        'TotalInvoicesAmount',
        'InvoiceTotal',
        'TotalOutstandingAmount',
        'TotalExecutableAmount',
      ])
        expect([
          sum,
          cents(new RegExp(`<${sum}>[^0-9-]*(?:<TotalAmount>)?(.*?)<`).exec(xml)?.[1] ?? ''),
        ]).toEqual([sum, bill.totals.payableCents])
      const result = await validateXML({
        xml: { fileName: 'bill.xml', contents: xml },
        schema: { fileName: 'Facturaev3_2_2.local.xsd', contents: read('facturae/Facturaev3_2_2.local.xsd') },
        preload: [
          {
            fileName: 'xmldsig-core-schema.nodtd.xsd',
            contents: read('facturae/xmldsig-core-schema.nodtd.xsd'),
          },
        ],
      })
      expect(result.errors).toEqual([])
    }
  })

  test('Veri*factu records', async () => {
    const file = (name: string) => ({ fileName: name, contents: read(`verifactu/local_schema/${name}`) })
    const previous = { number: 'LOBO-2026-00006', issuedOn: '2026-10-08', hash: 'B'.repeat(64) }
    for (const xml of [
      verifactuXml({ bill: paper(), record }),
      verifactuXml(
        {
          bill: paper({ corrects: 'LOBO-2026-00006', tax: taxBefore('ceutaMelilla') }),
          record: { ...record, previous },
        },
        { bill: paper(), record: { ...record, kind: 'anulacion', previous } },
      ),
    ]) {
      expect(xml).toContain('EmitidaPorTerceroODestinatario>D<')
      const result = await validateXML({
        xml: { fileName: 'record.xml', contents: xml },
        schema: file('SuministroLR.xsd'),
        preload: [
          file('SuministroInformacion.xsd'),
          { fileName: 'xmldsig-core-schema.xsd', contents: read('verifactu/xmldsig-core-schema.xsd') },
        ],
        modifyArguments: (all) => ['--nonet', ...all],
      })
      expect(result.errors).toEqual([])
    }
  })

  test('pain.001.001.09', async () => {
    const xml = painFile(
      {
        ...{
          id: '0199f000-0000-7000-8000-000000000001',
          on: '2026-11-30',
          now: new Date('2026-11-20T09:00:00Z'),
        },
        provider: {
          legalName: 'Trastienda Merch, S. L.',
          taxId: 'B58378431',
          iban: 'ES9121000418450200051332',
        },
      },
      [
        {
          number: 'LOBO-2026-00007',
          cents: 63_601,
          iban: 'ES7921000813610123456789',
          holder: 'Núñez & Cía «Ñ»',
        },
        { number: 'VERA-2026-00001', cents: 10, iban: 'ES6000491500051234567892', holder: 'Vera' },
      ],
    )
    expect(xml).toContain('636.01')
    const result = await validateXML({
      xml: { fileName: 'pay.xml', contents: xml },
      schema: { fileName: 'pain.xsd', contents: read('sepa/pain.001.001.09.xsd') },
    })
    expect(result.errors).toEqual([])
  })

  interface Vector {
    input: string
    expected_valid: boolean
    type?: string
  }
  const vectors = (name: string) => (shared('README.md') ? (JSON.parse(read(name)) as Vector[]) : [])
  test.each(vectors('iban_vectors.json'))('IBAN $input: $expected_valid', ({ input, expected_valid }) => {
    expect(checkedIban(input) !== undefined).toBe(expected_valid)
  })
  test.each(vectors('nif_vectors.json'))('$type $input: $expected_valid', ({ input, expected_valid }) => {
    expect(checkedTaxId(input) !== undefined).toBe(expected_valid)
  })
})

test.each(['es', 'en'] as const)('a bill is a PDF (%s)', async (locale) => {
  const bytes = await billPdf(paper(), locale)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(bytes.length).toBeGreaterThan(4_000)
})
