import type { Correction } from '../corrections.ts'
import type { Goods } from '../goods.ts'
import type { BillTax } from '../tax-cases.ts'
import type { Totals } from '../totals.ts'
import type { FrozenInformation, FrozenProvider } from './frozen.ts'

/** All that documents say of a bill, as it was frozen. */
export interface Paper {
  type: 1 | 2
  number: string
  issuedOn: string
  period: string | null
  /** The first of several months that it is of. */
  periodFrom: string | null
  corrects: string | null
  /** Of a corrective bill: what was wrong, and the day of what it corrects. */
  correction?: (Correction & { issuedOn: string }) | null
  reason: string | null
  selfInvoice: boolean
  /**
   * Of a charge, which the provider supplies and issues: `information` is then the provider, and `provider` who receives. What it is
   * of in a few words, and who receives it.
   */
  charge?: {
    what: string
    recipient: Pick<FrozenInformation, 'kind' | 'givenName' | 'firstSurname' | 'secondSurname'>
  }
  /** What was set against what, each with the number of the other; null for what was transferred. */
  settled?: readonly { day: string; number: string | null; cents: number }[]
  information: FrozenInformation
  provider: FrozenProvider
  tax: BillTax
  totals: Totals
  lines: {
    type: string
    portalName: string | null
    month: string
    description: string | null
    reference: string | null
    units: number | null
    taxBp: number
    amountCents: number
    commissionBp?: number | null
    /** Where others share in it: how much of it is the account's. */
    shareBp?: number | null
    goods?: readonly Goods[] | null
    /** Before it was rounded. */
    exactMicros?: number | null
  }[]
  hash: string
  /** Is its record sent to the agency? Only then the paper says VERI*FACTU. */
  sent?: boolean
}

/** Words of the paper, in its language. */
export type Say = (key: string, params?: Record<string, string>) => string
