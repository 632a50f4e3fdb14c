import { m } from '#paraglide/messages.js'
import type { Charge, ChargeHead } from '../charges-contract.ts'
import type { ChargeKind } from '../choices.ts'
import { rateWord, taxNameWord, untaxedWord } from './billing-words.ts'

const kinds = {
  pressing: m['billing.charges.kind.pressing'],
  postage: m['billing.charges.kind.postage'],
  services: m['billing.charges.kind.services'],
} as const satisfies Record<ChargeKind, () => string>
export const chargeKindWord = (kind: ChargeKind): string => kinds[kind]()

export const kindsWord = ({ kinds: of }: Pick<ChargeHead, 'kinds'>): string =>
  of.map(chargeKindWord).join(', ')

/** How far a charge is settled. */
export const chargeState = ({ openCents, totalCents }: Pick<ChargeHead, 'openCents' | 'totalCents'>) =>
  openCents === 0
    ? { mark: 'live' as const, badge: 'success' as const, word: m['billing.charges.state.settled']() }
    : openCents === totalCents
      ? { mark: 'draft' as const, badge: 'info' as const, word: m['billing.charges.state.open']() }
      : { mark: 'draft' as const, badge: 'warning' as const, word: m['billing.charges.state.part']() }

/** What stands beside the tax of one rate. */
export const chargeTaxWord = ({ taxName, taxMention }: Charge, bp: number): string =>
  taxMention
    ? untaxedWord(taxMention, taxName)
    : m['billing.bill.tax']({ name: taxNameWord(taxName), rate: rateWord(bp) })
