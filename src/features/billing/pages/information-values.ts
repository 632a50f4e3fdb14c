import type { Information } from '../information-contract.ts'
import { needsNotice, type RetentionKind } from '../retention.ts'

const textOf = (said: string | null | undefined): string => said ?? ''

/** What the form holds of an account's billing information. */
export const valuesOf = (of: Information | null) => ({
  kind: of?.kind ?? 'company',
  legalName: of?.kind === 'person' ? '' : textOf(of?.legalName),
  givenName: textOf(of?.givenName),
  firstSurname: textOf(of?.firstSurname),
  secondSurname: textOf(of?.secondSurname),
  taxId: textOf(of?.taxId),
  street: textOf(of?.street),
  postcode: textOf(of?.postcode),
  city: textOf(of?.city),
  province: textOf(of?.province),
  iban: '',
  holder: textOf(of?.holder),
  supply: of?.supply ?? 'services',
  since: '',
  /** `''`: a rate that nobody has said yet what it is for. */
  retention: (of?.retention ?? (of?.retentionBp ? '' : 'none')) as RetentionKind | '',
  retentionYear: of?.retentionYear ? String(of.retentionYear) : '',
  retentionReason: textOf(of?.retentionReason),
  /** A PDF that was chosen just now. */
  retentionFile: null as { name: string; content: string } | null,
  email: textOf(of?.email),
  password: '',
})
export type InformationValues = ReturnType<typeof valuesOf>

/** What a part of the form needs of it. */
export interface InformationPart {
  values: InformationValues
  errors: Partial<Record<string, string>>
  disabled: boolean
  set: <N extends keyof InformationValues>(name: N, value: InformationValues[N]) => void
}

/** What the API takes of the form: only what belongs to the kind, and what was filled in. */
export function draftOf(values: InformationValues) {
  const { iban, password, retentionFile, since, retention, retentionYear, legalName, ...rest } = values
  const { givenName, firstSurname, secondSurname, ...common } = rest
  return {
    ...common,
    ...(common.kind === 'company' ? { legalName } : { givenName, firstSurname, secondSurname }),
    // One that is not chosen is refused by its field.
    retention: retention as RetentionKind,
    ...(retention && needsNotice(retention) && retentionYear ? { retentionYear: Number(retentionYear) } : {}),
    ...(iban ? { iban } : {}),
    ...(password ? { password } : {}),
    ...(since ? { since } : {}),
    ...(retentionFile ? { retentionFile } : {}),
  }
}

/** Who bills name as their issuer: another one begins a series, and ends the agreement of the one before. */
const changesIssuer = (values: InformationValues, of: Information): boolean =>
  of.complete && (values.kind !== of.kind || values.taxId.trim() !== of.taxId)

/**
 * From when on counts what was changed: the first day of the month that bills follow it from, whether the agreement is to be
 * accepted anew, and whether what is withheld changes for all that is closed from now on.
 */
export const changeCounts = (values: InformationValues, of: Information, today: string) => ({
  month: changesStanding(values, of) ? `${(values.since || today).slice(0, 7)}-01` : null,
  anew: changesIssuer(values, of) && of.selfInvoice,
  retention:
    of.complete &&
    values.retention !== '' &&
    (values.retention !== of.retention || values.retentionYear !== String(of.retentionYear ?? '')),
})

/** Will bills be taxed otherwise than before? Then the form asks since when. */
export const changesStanding = (values: InformationValues, of: Information): boolean =>
  of.complete &&
  (values.kind !== of.kind ||
    values.supply !== of.supply ||
    values.taxId.trim() !== of.taxId ||
    values.postcode.slice(0, 2) !== of.postcode.slice(0, 2))
