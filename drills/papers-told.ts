import type { Database } from '#platform/db.ts'
import { fileFor } from '#testing/as.ts'
import { amountIn, cents, each, part, totalsOnPaper } from '#testing/bills-everywhere.ts'
import { people } from '#testing/world/cast.ts'

export interface Total {
  base: number
  tax: number
  withheld: number
}
const sum = (all: readonly number[]) => all.reduce((a, b) => a + b, 0)

/** A file of the program as super staff have it; undefined where it has none. */
export async function fileOf(database: Database, path: string): Promise<Buffer | undefined> {
  const answer = await fileFor(database, people.super.id, path)
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : undefined
}

/** What each paper of an issued bill says, in one shape; undefined where it has no such paper. */
export async function toldOf(database: Database, billId: string) {
  const document = (format: string, locale: 'es' | 'en' = 'es') =>
    fileOf(database, `/bill/${billId}/document?format=${format}&locale=${locale}`)
  const paper = async (locale: 'es' | 'en') => {
    const bytes = await document('pdf', locale)
    return bytes && totalsOnPaper(bytes, locale)
  }
  const csv = async () => {
    const rows = (await document('csv'))?.toString().trim().split('\n').slice(1)
    return rows && sum(rows.map(amountIn))
  }
  const facturae = async () => {
    const xml = (await document('facturae'))?.toString()
    if (!xml) return undefined
    const header = xml.slice(0, xml.indexOf('<Items>'))
    const of = (name: string) => cents(each(header, name)[0])
    return {
      base: of('TotalGrossAmountBeforeTaxes'),
      tax: of('TotalTaxOutputs'),
      withheld: of('TotalTaxesWithheld'),
      payable: of('InvoiceTotal'),
      lines: sum(each(part(xml, 'Items'), 'GrossAmount').map(cents)),
    }
  }
  const record = async () => {
    const xml = (await document('verifactu'))?.toString()
    if (!xml) return undefined
    return {
      base: sum(each(xml, 'BaseImponibleOimporteNoSujeto').map(cents)),
      tax: cents(each(xml, 'CuotaTotal')[0]),
      total: cents(each(xml, 'ImporteTotal')[0]),
    }
  }
  return {
    es: await paper('es'),
    en: await paper('en'),
    csv: await csv(),
    facturae: await facturae(),
    record: await record(),
  }
}

/** The cells of the rows of a CSV in Spanish, below its heading. */
export const rowsOf = (csv: Buffer | undefined): string[][] =>
  (csv?.toString() ?? '')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.trim().split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/))
export const inCents = (cell: string | undefined): number => Math.round(Number(cell?.replace(',', '.')) * 100)
