import type { domainReasons, Portal } from '#features/portals/contract.ts'
import { m } from '#paraglide/messages.js'
import { domainStates } from '#platform/constants.ts'

/** What kind of portal it is, in a word: a label's own, or any other. */
export const typeWord = ({ type }: Pick<Portal, 'type'>) =>
  type === 'master' ? m['portals.type.master']() : m['portals.type.simple']()

/** The state of the own domain, in a word; null without one. */
export function domainWord(state: number | null): string {
  if (state === domainStates.notVerified) return m['portals.domain.1']()
  if (state === domainStates.verifying) return m['portals.domain.2']()
  if (state === domainStates.verified) return m['portals.domain.3']()
  if (state === domainStates.error) return m['portals.domain.4']()
  return m['portals.domain.none']()
}

/** Its mark. */
export function domainMark(state: number | null) {
  if (state === domainStates.notVerified) return 'draft'
  if (state === domainStates.verifying) return 'review'
  if (state === domainStates.verified) return 'live'
  return state === domainStates.error ? 'broken' : 'paused'
}

/** Why a domain is not verified, and the way out. */
export const domainReasonWord = (reason: DomainReason) => reasons[reason]()
type DomainReason = (typeof domainReasons)[number]
const reasons: Record<DomainReason, () => string> = {
  otherPortal: m['portals.domainReason.otherPortal'],
  txtMissing: m['portals.domainReason.txtMissing'],
  txtWrong: m['portals.domainReason.txtWrong'],
  cnameMissing: m['portals.domainReason.cnameMissing'],
  cnameWrong: m['portals.domainReason.cnameWrong'],
  noAnswer: m['portals.domainReason.noAnswer'],
}
