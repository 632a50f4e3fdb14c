import type { FieldError } from '#platform/errors.ts'
import { dayFault, todayPlus } from '#platform/windows.ts'
import { issuesItsOwn } from '../foral.ts'
import type { Information, InformationDraft } from '../information-contract.ts'
import { isProvinceOf, provinceOf, territoryOf } from '../places.ts'
import { needsNotice, needsReason, retentionKindsOf, retentionYears } from '../retention.ts'
import { payeeOf } from '../tax-id-letters.ts'

type Faults = Record<string, FieldError>
const required = { code: 'validation.required' }
/** Nobody was billed before. */
const firstDay = '2018-01-01'

/** NIF of people: a DNI's digits, an NIE's X, Y and Z, K, L and M of those without either (RD 1065/2007, arts. 19, 20). */
const isOfPerson = (taxId: string) => /^[\dXYZKLM]/.test(taxId)

/** The name on bills: a company's own, a person's of its parts. */
export function legalNameOf(
  draft: Pick<InformationDraft, 'kind' | 'legalName' | 'givenName' | 'firstSurname' | 'secondSurname'>,
): string {
  if (draft.kind === 'company') return draft.legalName ?? ''
  return [draft.givenName, draft.firstSurname, draft.secondSurname].filter(Boolean).join(' ')
}

/** What of the provider contradicts itself: a company, whose province is that of its postcode, where there are cases for it. */
export function contradictionsOfProvider(of: { taxId: string; postcode: string; province: string }): Faults {
  // The table of cases has rows for the peninsula, the Balearics and the Canaries as the one who pays.
  if (!['peninsula', 'basqueNavarre', 'canaries'].includes(territoryOf(of.postcode) ?? ''))
    return { postcode: { code: 'billing.providerPlace' } }
  return {
    ...(isOfPerson(of.taxId) ? { taxId: { code: 'billing.taxIdOfCompany' } } : {}),
    ...ofProvince(of),
  }
}

/** What in a draft contradicts itself or the law, by field; that each part is well formed is looked at elsewhere. */
export function contradictions(draft: InformationDraft, before: Information, now: Date): Faults {
  return {
    ...ofName(draft),
    ...(isOfPerson(draft.taxId) === (draft.kind === 'person')
      ? {}
      : { taxId: { code: draft.kind === 'person' ? 'billing.taxIdOfPerson' : 'billing.taxIdOfCompany' } }),
    ...ofPlace(draft, before),
    ...(draft.supply === 'authorship' && draft.kind === 'company'
      ? { supply: { code: 'billing.authorshipOfPerson' } }
      : {}),
    ...ofRetention(draft, before, now),
    ...ofSince(draft.since, now),
  }
}

function ofName(draft: InformationDraft): Faults {
  if (draft.kind === 'company') return draft.legalName ? {} : { legalName: required }
  return {
    ...(draft.givenName ? {} : { givenName: required }),
    ...(draft.firstSurname ? {} : { firstSurname: required }),
    ...(draft.legalName && draft.legalName !== legalNameOf(draft)
      ? { legalName: { code: 'billing.nameOfParts' } }
      : {}),
  }
}

const ofProvince = ({ postcode, province }: { postcode: string; province: string }): Faults =>
  isProvinceOf(province, postcode)
    ? {}
    : { province: { code: 'billing.provinceOfPostcode', params: { province: provinceOf(postcode) ?? '' } } }

function ofPlace({ postcode, province, territory }: InformationDraft, before: Information): Faults {
  const own = territoryOf(postcode)
  return {
    ...ofProvince({ postcode, province }),
    ...(territory && territory !== own ? { territory: { code: 'billing.territoryOfPostcode' } } : {}),
    ...(issuesItsOwn(own) && before.selfInvoice ? { territory: { code: 'billing.foralSelfInvoice' } } : {}),
  }
}

function ofRetention(draft: InformationDraft, before: Information, now: Date): Faults {
  const { kind, retention } = draft
  const payee = payeeOf(draft)
  if (!retentionKindsOf(payee).includes(retention))
    return { retention: { code: 'billing.retentionOfPerson' } }
  // Left out, what is supplied stays as it is; a company has no works of its own.
  const supply = kind === 'person' ? (draft.supply ?? before.supply) : 'services'
  if (!retentionKindsOf(payee, supply).includes(retention))
    return { retention: { code: 'billing.retentionOfSupply' } }
  // Who was there before it was asked for says it with the next change of what is withheld.
  const kept = before.retention === retention && before.taxId === draft.taxId
  if (needsReason(payee, retention) && !draft.retentionReason && !kept)
    return { retentionReason: { code: 'billing.retentionNone' } }
  return needsNotice(retention) ? ofNotice(draft, before, now) : {}
}

/** The notice is one person's, of one year. */
function ofNotice(
  { retention, retentionYear, ...draft }: InformationDraft,
  before: Information,
  now: Date,
): Faults {
  const years = retentionYears(retention, Number(todayPlus(now).slice(0, 4)))
  const same =
    before.retention === retention && before.retentionYear === retentionYear && before.taxId === draft.taxId
  const shown = same && before.retentionFileName !== null
  return {
    ...(retentionYear && years.includes(retentionYear)
      ? {}
      : {
          retentionYear: retentionYear
            ? {
                code: 'billing.retentionYear',
                params: { first: String(Math.min(...years)), last: String(Math.max(...years)) },
              }
            : required,
        }),
    ...(draft.retentionFile || shown ? {} : { retentionFile: { code: 'billing.noticeMissing' } }),
  }
}

function ofSince(since: string | null | undefined, now: Date): Faults {
  const fault = since ? dayFault(since, firstDay, todayPlus(now)) : undefined
  return fault ? { since: fault } : {}
}
