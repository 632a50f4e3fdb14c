import type { Supply, Territory } from './choices.ts'

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
  of: readonly ('person' | 'company')[]
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
export const retentionRows = {
  none: { bp: 0, of: ['person', 'company'] },
  // LIRPF (Ley 35/2006), art. 101.5.a.
  professional: { bp: 1500, of: person, lessInCeutaMelilla: true },
  // RIRPF (RD 439/2007), art. 95.1: the year in which a professional begins and the two that follow.
  beginner: { bp: 700, of: person, years: [0, 2], notice: true, lessInCeutaMelilla: true },
  // RIRPF, art. 95.1, by RD 31/2023: artists with less than 15,000 € the year before, more than 75 % of their income.
  lowIncome: { bp: 700, of: person, years: [0, 0], notice: true, lessInCeutaMelilla: true },
  // LIRPF, art. 101.9, and 101.4 where the payee is not the author.
  intellectualProperty: { bp: 1500, of: person },
  // LIRPF, art. 101.9 (industrial property); of companies LIS (Ley 27/2014), art. 128.6.
  capital: { bp: 1900, of: ['person', 'company'], notOfAuthors: true },
  // LIRPF, art. 101.10; LIS, art. 128.6: whoever is paid.
  imageRights: { bp: 2400, of: ['person', 'company'], notOfAuthors: true },
} as const satisfies Record<RetentionKind, RetentionRow>

const rowOf = (kind: RetentionKind): RetentionRow => retentionRows[kind]

/** The kinds that a person or a company may have for what it supplies. */
export const retentionKindsOf = (payee: 'person' | 'company', supply: Supply = 'services'): RetentionKind[] =>
  retentionKinds.filter(
    (kind) => rowOf(kind).of.includes(payee) && !(supply === 'authorship' && rowOf(kind).notOfAuthors),
  )

/** Does this kind ask in which year it began, and for the signed notice? */
export const needsNotice = (kind: RetentionKind): boolean => rowOf(kind).notice === true

/** The years that may be named for a kind in a year: those in which its rate would still hold. */
export function retentionYears(kind: RetentionKind, thisYear: number): number[] {
  const { years } = rowOf(kind)
  return years ? Array.from({ length: years[1] - years[0] + 1 }, (_, back) => thisYear - back) : []
}

/**
 * On account of which tax something is withheld: of persons' income (LIRPF, art. 101) or of companies' (LIS, art. 128). Every
 * account is a resident: what is withheld from others is the IRNR's.
 */
export const withheldTaxes = ['IRPF', 'IS'] as const
export const withheldTaxOf = (kind: 'person' | 'company'): (typeof withheldTaxes)[number] =>
  kind === 'company' ? 'IS' : 'IRPF'

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
 * a business. Income from capital is told in 123 and 193 instead (AEAT, Manual de Renta; not read in a text of law).
 */
export const declaredKeys = { professional: 'G', image: 'I.01', property: 'I.02', capital: '193' } as const
export type DeclaredKey = (typeof declaredKeys)[keyof typeof declaredKeys]

const keys: Record<Exclude<RetentionKind, 'none'>, DeclaredKey> = {
  professional: declaredKeys.professional,
  beginner: declaredKeys.professional,
  lowIncome: declaredKeys.professional,
  intellectualProperty: declaredKeys.property,
  capital: declaredKeys.capital,
  imageRights: declaredKeys.image,
}

/** Under which key something is declared; of before kinds were asked for, by its rate. */
export function keyOfRetention({ retention, bp }: { retention: string | null; bp: number }): DeclaredKey {
  if (retention && retention in keys) return keys[retention as keyof typeof keys]
  if (bp === retentionRows.capital.bp) return declaredKeys.capital
  return bp === retentionRows.imageRights.bp ? declaredKeys.image : declaredKeys.professional
}
