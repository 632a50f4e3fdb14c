import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import type { CostKind, SplitPayer } from '../choices.ts'
import type { Split } from '../splits-contract.ts'

const kinds = {
  pressing: m['billing.costKind.pressing'],
  advance: m['billing.costKind.advance'],
  marketing: m['billing.costKind.marketing'],
  recording: m['billing.costKind.recording'],
  other: m['billing.costKind.other'],
} as const satisfies Record<CostKind, () => string>
export const costKindWord = (kind: CostKind): string => kinds[kind]()

export const payerWord = (payer: SplitPayer, account: string): string =>
  payer === 'provider' ? m['billing.payer.provider']() : m['billing.payer.account']({ account })

export const nameIn = (name: { es: string; en?: string | undefined }): string =>
  (getLocale() === 'en' && name.en) || name.es

/** What is shared. */
export const subjectWord = ({ name, productId }: Split['subject']): string =>
  name === null
    ? m['billing.splits.whole']()
    : productId
      ? m['billing.splits.product']({ name: nameIn(name) })
      : m['billing.splits.release']({ name: nameIn(name) })
