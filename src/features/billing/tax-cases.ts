import type { Supply, Territory } from './choices.ts'

/**
 * Which tax a bill bears, by who supplies, who receives and what is supplied: a table of cases, each with its law. No
 * table of the database and no rate is known here; docs/decisions/0050 has the sources. Browser-safe.
 */

/** Where an indirect tax is one: the Basque Country and Navarre are within VAT's territory (Ley 37/1992, art. 3). */
type TaxArea = 'vat' | 'canaries' | 'ceutaMelilla'
const areas = {
  peninsula: 'vat',
  basqueNavarre: 'vat',
  canaries: 'canaries',
  ceutaMelilla: 'ceutaMelilla',
} as const satisfies Record<Territory, TaxArea>

/**
 * Two readings of a record whose tax is owed by the recipient: `origin` says that it is not subject to the supplier's own
 * tax (AEAT, SII FAQ 2.22: regime 08, N2), `destination` that it is subject to the recipient's, who owes it (RD 1007/2023,
 * art. 10.1.l: S2).
 */
export const taxReadings = ['origin', 'destination'] as const
export type TaxReading = (typeof taxReadings)[number]
/** The practice of the agency that has been seen in writing. */
export const defaultReading: TaxReading = 'origin'

/** As Veri*factu writes it: tax (01 IVA, 02 IPSI, 03 IGIC), key of the regime, how it is subject (lists L1, L8, L9, L10). */
export interface TaxCodes {
  tax: '01' | '02' | '03'
  regime: '01' | '08' | null
  class: 'S1' | 'S2' | 'N2' | 'E1'
}
export type TaxName = 'IVA' | 'IGIC' | 'IPSI'
/** What an invoice says besides «facturación por el destinatario» (RD 1619/2012, art. 6.1.j and m). */
export type TaxMention = 'reverseCharge' | 'exempt'

interface TaxRow {
  id: string
  supplier: TaxArea
  recipient: TaxArea
  supply: Supply
  /** The tax that is charged or owed by the recipient. */
  name: TaxName
  /** Key of the rate that is charged; null where nothing is. */
  rate: 'default' | 'igic' | null
  mention: TaxMention | null
  /** The articles that an invoice without tax has to name. */
  law: string | null
  codes: Record<TaxReading, TaxCodes>
}

const both = (codes: TaxCodes) => ({ origin: codes, destination: codes })
const placed = 'Ley 37/1992, art. 69.Uno.1º'
const owed = `${placed} y art. 84.Uno.2º.a`
const exempt = 'Ley 37/1992, art. 20.Uno.26º'
const owedInCanaries = 'Ley 20/1991, art. 17.Uno.1 y art. 19.1.2º.a'
const fromCanaries = { tax: '03', regime: '08', class: 'N2' } as const
const fromCeutaMelilla = { tax: '02', regime: null, class: 'N2' } as const
const reversed = { tax: '01', regime: '01', class: 'S2' } as const
const reversedInCanaries = { tax: '03', regime: '01', class: 'S2' } as const

// Another country is another area and a row for each of the areas that it deals with. Nobody in Ceuta or Melilla
// receives: rows for IPSI wait for its law to be read, as authors for a recipient in the Canaries do.
export const taxRows = [
  {
    ...{ id: 'vat', supplier: 'vat', recipient: 'vat', supply: 'services' },
    ...{ name: 'IVA', rate: 'default', mention: null, law: null },
    codes: both({ tax: '01', regime: '01', class: 'S1' }),
  },
  {
    ...{ id: 'exempt', supplier: 'vat', recipient: 'vat', supply: 'authorship' },
    ...{ name: 'IVA', rate: null, mention: 'exempt', law: exempt },
    codes: both({ tax: '01', regime: '01', class: 'E1' }),
  },
  {
    ...{ id: 'fromCanaries', supplier: 'canaries', recipient: 'vat', supply: 'services' },
    ...{ name: 'IVA', rate: null, mention: 'reverseCharge', law: owed },
    codes: { origin: fromCanaries, destination: reversed },
  },
  {
    ...{ id: 'fromCeutaMelilla', supplier: 'ceutaMelilla', recipient: 'vat', supply: 'services' },
    ...{ name: 'IVA', rate: null, mention: 'reverseCharge', law: owed },
    codes: { origin: fromCeutaMelilla, destination: reversed },
  },
  // Supplied in VAT's territory, where an author's services are exempt: nobody owes anything.
  {
    ...{ id: 'exemptFromCanaries', supplier: 'canaries', recipient: 'vat', supply: 'authorship' },
    ...{ name: 'IVA', rate: null, mention: 'exempt', law: `${placed} y art. 20.Uno.26º` },
    codes: { origin: fromCanaries, destination: { tax: '01', regime: '01', class: 'E1' } },
  },
  {
    ...{ id: 'exemptFromCeutaMelilla', supplier: 'ceutaMelilla', recipient: 'vat', supply: 'authorship' },
    ...{ name: 'IVA', rate: null, mention: 'exempt', law: `${placed} y art. 20.Uno.26º` },
    codes: { origin: fromCeutaMelilla, destination: { tax: '01', regime: '01', class: 'E1' } },
  },
  {
    ...{ id: 'igic', supplier: 'canaries', recipient: 'canaries', supply: 'services' },
    ...{ name: 'IGIC', rate: 'igic', mention: null, law: null },
    codes: both({ tax: '03', regime: '01', class: 'S1' }),
  },
  {
    ...{ id: 'toCanaries', supplier: 'vat', recipient: 'canaries', supply: 'services' },
    ...{ name: 'IGIC', rate: null, mention: 'reverseCharge', law: owedInCanaries },
    codes: { origin: { tax: '01', regime: '08', class: 'N2' }, destination: reversedInCanaries },
  },
  {
    ...{ id: 'ceutaMelillaToCanaries', supplier: 'ceutaMelilla', recipient: 'canaries', supply: 'services' },
    ...{ name: 'IGIC', rate: null, mention: 'reverseCharge', law: owedInCanaries },
    codes: { origin: fromCeutaMelilla, destination: reversedInCanaries },
  },
] as const satisfies readonly TaxRow[]
export type TaxCase = (typeof taxRows)[number]['id']
export const taxCases = taxRows.map(({ id }) => id)

/** How a bill is taxed; kept with it, so that a table or a reading that changes later leaves it as it was issued. */
export interface BillTax {
  /** Null for what was billed before there were cases: the supplier's own tax, charged. */
  case: TaxCase | null
  name: TaxName
  rate: 'default' | 'igic' | 'ipsi' | null
  mention: TaxMention | null
  law: string | null
  codes: TaxCodes
}

/** The case of two parties and a supply; undefined where the table has none: nothing can be billed then. */
export function taxCaseOf(
  supplier: Territory,
  recipient: Territory,
  supply: Supply,
  reading: TaxReading = defaultReading,
): BillTax | undefined {
  const row = taxRows.find(
    (one) => one.supplier === areas[supplier] && one.recipient === areas[recipient] && one.supply === supply,
  )
  if (!row) return undefined
  const { id, name, rate, mention, law, codes } = row
  return { case: id, name, rate, mention, law, codes: codes[reading] }
}

const before = {
  peninsula: { name: 'IVA', rate: 'default', tax: '01' },
  basqueNavarre: { name: 'IVA', rate: 'default', tax: '01' },
  canaries: { name: 'IGIC', rate: 'igic', tax: '03' },
  ceutaMelilla: { name: 'IPSI', rate: 'ipsi', tax: '02' },
} as const

/** How bills were taxed that were closed before there were cases: with the tax of the supplier's territory. */
export function taxBefore(territory: Territory | undefined): BillTax {
  const { tax, ...of } = before[territory ?? 'peninsula']
  return { case: null, ...of, mention: null, law: null, codes: { tax, regime: '01', class: 'S1' } }
}

/** The rate of one line in hundredths of a per cent: its own where it has one, and none where nothing is charged. */
export const lineBp = (tax: Pick<BillTax, 'rate'>, own: number | null, bp: number): number =>
  tax.rate === null ? 0 : (own ?? bp)
