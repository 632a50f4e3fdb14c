import type { Supply, Territory } from './choices.ts'
import { type Payee, payeeOf } from './tax-id-letters.ts'

/**
 * What is withheld from a payee, by the kind of income: a table of kinds, each with its law and for whom it can apply.
 * Rates are hundredths of a per cent. Browser-safe.
 */

export const retentionKinds = [
  ...(['none', 'professional', 'beginner', 'lowIncome', 'intellectualProperty'] as const),
  ...(['capital', 'imageRights'] as const),
] as const
export type RetentionKind = (typeof retentionKinds)[number]

interface RetentionRow {
  bp: number
  of: readonly Payee[]
  /** Not for what an author makes: that is no image, no patent and nobody's capital (LIRPF, art. 25.4; LIVA, art. 20.Uno.26º). */
  notOfAuthors?: true
  /** In which years the rate holds, counted from the one that the payee has named; after them it is `professional`'s. */
  years?: readonly [first: number, last: number]
  /** Does the payee have to have signed a notice, which the payer keeps (RIRPF, art. 95.1)? */
  notice?: true
  /** 60 % less where the payee lives and works in Ceuta or Melilla (LIRPF, art. 101.5.a). */
  lessInCeutaMelilla?: true
}

const person = ['person'] as const
// What a body earns whose income is its members' is withheld as if they earned it (LIRPF, art. 89.2; DGT V1227-19, V1502-21).
const members = ['person', 'entity'] as const
const everybody = [...members, 'company'] as const
export const retentionRows = {
  none: { bp: 0, of: everybody },
  // LIRPF (Ley 35/2006), art. 101.5.a.
  professional: { bp: 1500, of: members, lessInCeutaMelilla: true },
  // RIRPF (RD 439/2007), art. 95.1: the year in which a professional begins and the two that follow.
  beginner: { bp: 700, of: members, years: [0, 2], notice: true, lessInCeutaMelilla: true },
  // RIRPF, art. 95.1, by RD 31/2023: artists with less than 15,000 € the year before, more than 75 % of their income.
  lowIncome: { bp: 700, of: person, years: [0, 0], notice: true, lessInCeutaMelilla: true },
  // LIRPF, art. 101.9, and 101.4 where the payee is not the author.
  intellectualProperty: { bp: 1500, of: members },
  // LIRPF, art. 101.9 (industrial property); of companies LIS (Ley 27/2014), art. 128.6.
  capital: { bp: 1900, of: everybody, notOfAuthors: true },
  // LIRPF, art. 101.10; LIS, art. 128.6: whoever is paid.
  imageRights: { bp: 2400, of: everybody, notOfAuthors: true },
} as const satisfies Record<RetentionKind, RetentionRow>

const rowOf = (kind: RetentionKind): RetentionRow => retentionRows[kind]

/** The kinds that a payee may have for what it supplies. */
export const retentionKindsOf = (payee: Payee, supply: Supply = 'services'): RetentionKind[] =>
  retentionKinds.filter(
    (kind) => rowOf(kind).of.includes(payee) && !(supply === 'authorship' && rowOf(kind).notOfAuthors),
  )

/** Whoever is withheld from by rule says why nothing is: an activity that is not subject, a certificate, a company in the end. */
export const needsReason = (payee: Payee, kind: RetentionKind): boolean =>
  kind === 'none' && payee !== 'company'

/** Does this kind ask in which year it began, and for the signed notice? */
export const needsNotice = (kind: RetentionKind): boolean => rowOf(kind).notice === true

/** The years that may be named for a kind in a year: those in which its rate would still hold. */
export function retentionYears(kind: RetentionKind, thisYear: number): number[] {
  const { years } = rowOf(kind)
  return years ? Array.from({ length: years[1] - years[0] + 1 }, (_, back) => thisYear - back) : []
}

/**
 * On account of which tax something is withheld: of persons' income and of what is attributed to them (LIRPF, arts. 101, 89.2)
 * or of companies' (LIS, art. 128). Every
 * account is a resident: what is withheld from others is the IRNR's.
 */
export const withheldTaxes = ['IRPF', 'IS'] as const
export const withheldTaxOf = (of: {
  kind: 'person' | 'company'
  taxId: string
}): (typeof withheldTaxes)[number] => (payeeOf(of) === 'company' ? 'IS' : 'IRPF')

/** What is withheld in a year. @returns hundredths of a per cent */
export function retentionBpOf(
  of: { retention: RetentionKind; retentionYear: number | null; territory: Territory },
  year: number,
): number {
  const named = rowOf(of.retention)
  const over = named.years !== undefined && year > (of.retentionYear ?? year) + named.years[1]
  const row = over ? rowOf('professional') : named
  return row.lessInCeutaMelilla && of.territory === 'ceutaMelilla' ? (row.bp * 2) / 5 : row.bp
}

/**
 * Keys of form 190 (OCA/l10n-spain, l10n_es_aeat_mod190): professionals, image rights, other intellectual property within
 * a business. Income from capital is told in 123 and 193 instead (AEAT, Manual de Renta; not read in a text of law), as is all that
 * companies are withheld from: 111 and 190 are of income tax alone. For 193 no table of keys was found: none is claimed.
 */
export const declaredKeys = { professional: 'G', image: 'I.01', property: 'I.02' } as const
export type DeclaredKey = (typeof declaredKeys)[keyof typeof declaredKeys]

const keys: Record<Exclude<RetentionKind, 'none' | 'capital'>, DeclaredKey> = {
  professional: declaredKeys.professional,
  beginner: declaredKeys.professional,
  lowIncome: declaredKeys.professional,
  intellectualProperty: declaredKeys.property,
  imageRights: declaredKeys.image,
}

/** Under which key of 190 something is declared, null for 193; of before kinds were asked for, by its rate. */
export function keyOfRetention(of: {
  retention: string | null
  bp: number
  kind: 'person' | 'company'
  taxId: string
}): DeclaredKey | null {
  const { retention, bp } = of
  if (withheldTaxOf(of) === 'IS' || retention === 'capital') return null
  if (retention && retention in keys) return keys[retention as keyof typeof keys]
  if (bp === retentionRows.capital.bp) return null
  return bp === retentionRows.imageRights.bp ? declaredKeys.image : declaredKeys.professional
}
