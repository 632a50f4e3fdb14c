import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { testDatabase } from '#testing/database.ts'
import { sharedData } from '#testing/shared-data.ts'
import { books } from './test-bills.ts'
import { documentOf, issue, pdfText, stand } from './test-taxes.ts'

const world = testDatabase()

const read = (path: string) => readFileSync(sharedData(`billing_es/${path}`) ?? '', 'utf8')
async function schemaErrors(format: 'facturae' | 'verifactu', contents: string) {
  const file = (fileName: string, path: string) => ({ fileName, contents: read(path) })
  const { errors } = await validateXML(
    format === 'facturae'
      ? {
          xml: { fileName: 'bill.xml', contents },
          schema: file('Facturaev3_2_2.local.xsd', 'facturae/Facturaev3_2_2.local.xsd'),
          preload: [file('xmldsig-core-schema.nodtd.xsd', 'facturae/xmldsig-core-schema.nodtd.xsd')],
        }
      : {
          xml: { fileName: 'record.xml', contents },
          schema: file('SuministroLR.xsd', 'verifactu/local_schema/SuministroLR.xsd'),
          preload: [
            file('SuministroInformacion.xsd', 'verifactu/local_schema/SuministroInformacion.xsd'),
            file('xmldsig-core-schema.xsd', 'verifactu/xmldsig-core-schema.xsd'),
          ],
          modifyArguments: (all: string[]) => ['--nonet', ...all],
        },
  )
  return errors
}

beforeAll(async () => {
  // What the demo world has sold by this hour of today goes with a bill of its own.
  await issue(world.database)
})
afterEach(async () => {
  await stand(world.database, { from: 'madrid', reading: 'origin' })
})

const reversed = 'Ley 37/1992, art. 69.Uno.1º y art. 84.Uno.2º.a'
const inCanaries = 'Ley 20/1991, art. 17.Uno.1 y art. 19.1.2º.a'
/** The class of a detail, with all that stands in it, in the order of the schema. */
const detail = (tax: string, regime: string | null, as: string, rated?: [rate: string, quota: string]) => [
  `<sum1:Impuesto>${tax}<`,
  ...(regime ? [`<sum1:ClaveRegimen>${regime}<`] : []),
  as === 'E1' ? '<sum1:OperacionExenta>E1<' : `<sum1:CalificacionOperacion>${as}<`,
  ...(rated ? [`<sum1:TipoImpositivo>${rated[0]}<`] : []),
  '<sum1:BaseImponibleOimporteNoSujeto>1000.00<',
  ...(rated ? [`<sum1:CuotaRepercutida>${rated[1]}<`] : []),
]

// biome-ignore format: the table of cases beside that of the code
const cases = [
  { of: { from: 'madrid' }, id: 'vat', tax: 21_000, law: null, codes: detail('01', '01', 'S1', ['21.00', '210.00']), facturae: ['01', '21.00', null] },
  { of: { from: 'madrid', supply: 'authorship' }, id: 'exempt', tax: 0, law: 'Ley 37/1992, art. 20.Uno.26º', codes: detail('01', '01', 'E1'), facturae: ['01', '0.00', '01'] },
  { of: { from: 'lasPalmas' }, id: 'fromCanaries', tax: 0, law: reversed, codes: detail('03', '08', 'N2'), facturae: ['03', '0.00', '02'] },
  { of: { from: 'lasPalmas', reading: 'destination' }, id: 'fromCanaries', tax: 0, law: reversed, codes: detail('01', '01', 'S2', ['0.00', '0.00']), facturae: ['01', '0.00', null] },
  { of: { from: 'ceuta' }, id: 'fromCeutaMelilla', tax: 0, law: reversed, codes: detail('02', null, 'N2'), facturae: ['02', '0.00', '02'] },
  { of: { from: 'ceuta', reading: 'destination' }, id: 'fromCeutaMelilla', tax: 0, law: reversed, codes: detail('01', '01', 'S2', ['0.00', '0.00']), facturae: ['01', '0.00', null] },
  { of: { from: 'lasPalmas', supply: 'authorship' }, id: 'exemptFromCanaries', tax: 0, law: 'Ley 37/1992, art. 69.Uno.1º y art. 20.Uno.26º', codes: detail('03', '08', 'N2'), facturae: ['03', '0.00', '02'] },
  { of: { from: 'ceuta', supply: 'authorship' }, id: 'exemptFromCeutaMelilla', tax: 0, law: 'Ley 37/1992, art. 69.Uno.1º y art. 20.Uno.26º', codes: detail('02', null, 'N2'), facturae: ['02', '0.00', '02'] },
  { of: { from: 'lasPalmas', to: 'lasPalmas' }, id: 'igic', tax: 7_000, law: null, codes: detail('03', '01', 'S1', ['7.00', '70.00']), facturae: ['03', '7.00', null] },
  { of: { from: 'madrid', to: 'lasPalmas' }, id: 'toCanaries', tax: 0, law: inCanaries, codes: detail('01', '08', 'N2'), facturae: ['01', '0.00', '02'] },
  { of: { from: 'ceuta', to: 'lasPalmas' }, id: 'ceutaMelillaToCanaries', tax: 0, law: inCanaries, codes: detail('02', null, 'N2'), facturae: ['02', '0.00', '02'] },
] as const

describe.each(cases)(
  '$id ($of.from, $of.to, $of.supply, $of.reading)',
  ({ of, id, tax, law, codes, facturae }) => {
    test('is the same on the screen, on paper, in both records and in the ledger', async () => {
      const { database } = world
      await stand(database, of)
      const bill = await issue(database)
      expect(bill).toMatchObject({ taxCase: id, taxLaw: law })
      expect(bill.totals).toMatchObject({
        ...{ baseCents: 100_000, taxCents: tax, totalCents: 100_000 + tax, payableCents: 100_000 + tax },
      })
      const mention =
        law === null ? null : id.startsWith('exempt') ? 'Operación exenta' : 'Inversión del sujeto pasivo'
      for (const locale of ['es', 'en'] as const) {
        const paper = pdfText(await documentOf(database, bill.id, 'pdf', locale)).replaceAll('\n', ' ')
        expect(paper).toContain(locale === 'es' ? 'Facturación por el destinatario' : 'Self-billing')
        if (mention) expect(paper.toLowerCase()).toContain(mention.toLowerCase())
        else expect(paper).not.toMatch(/sujeto pasivo|exent|exempt/i)
        expect(paper).toContain(
          new Intl.NumberFormat(locale === 'es' ? 'es-ES' : 'en-GB', {
            minimumFractionDigits: 2,
            useGrouping: 'always',
          } as never).format((100_000 + tax) / 100),
        )
      }
      const csv = (await documentOf(database, bill.id, 'csv')).toString()
      if (mention) expect(csv).toContain(mention)
      else expect(csv).not.toMatch(/sujeto pasivo|exenta/)

      const record = (await documentOf(database, bill.id, 'verifactu')).toString()
      const stated = [...record.matchAll(/<sum1:DetalleDesglose>([\s\S]*?)<\/sum1:DetalleDesglose>/g)].map(
        ([, body = '']) => [...body.matchAll(/<sum1:\w+>[^<]*</g)].map(([each]) => each),
      )
      expect(stated).toEqual([codes])
      expect(record).toContain(`<sum1:CuotaTotal>${(tax / 100).toFixed(2)}<`)
      expect(record).toContain(`<sum1:ImporteTotal>${((100_000 + tax) / 100).toFixed(2)}<`)

      const xml = (await documentOf(database, bill.id, 'facturae')).toString()
      const [type, rate, event] = facturae
      expect(xml).toContain(`<TaxTypeCode>${type}</TaxTypeCode>`)
      expect(xml).toContain(`<TaxRate>${rate}</TaxRate>`)
      expect(/<SpecialTaxableEventCode>(.*?)</.exec(xml)?.[1] ?? null).toBe(event)
      expect([...xml.matchAll(/<LegalReference>(.*?)</g)].map(([, each]) => each)).toEqual([
        'Facturación por el destinatario',
        ...(mention ? [`${mention} (${law})`] : []),
      ])
      if (sharedData('billing_es/README.md')) {
        expect(await schemaErrors('verifactu', record)).toEqual([])
        expect(await schemaErrors('facturae', xml)).toEqual([])
      }

      const moved = await database.query<{ book: string; cents: string }>(
        `select "from" as book, sum(amount_cents)::text as cents from ledger_entry where bill_id = $1 and "to" = 'payable' group by 1 order by 1`,
        [bill.id],
      )
      expect(moved).toEqual([
        { book: 'held', cents: '100000' },
        ...(tax === 0 ? [] : [{ book: 'tax', cents: String(tax) }]),
      ])
      expect((await books(database)).reduce((all, { cents }) => all + Number(cents), 0)).toBe(0)
    })
  },
)
