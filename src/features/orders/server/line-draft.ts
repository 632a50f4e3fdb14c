import type { Big } from '#platform/money.ts'
import { cityName } from '#platform/towns.ts'

/**
 * One fact as a source tells it. Amounts are in `currency`, exact, without tax and shipping: `gross` before discounts
 * (0 for refunds and cancellations), `net` what is left (negative for those), `tax` apart.
 */
export interface LineDraft {
  /** Row of the file, the header being 1; 0 where there is no file. */
  row: number
  /** How the source names the shop, when a file or feed spreads over several portals. */
  portalKey?: string | undefined
  /** A name for the portal, should one be created. */
  portalName?: string | undefined
  externalId: string
  /** Place of the line in its order; without one, lines count in the order in which they come. */
  ordinal?: number | undefined
  kind: 'sale' | 'refund' | 'cancellation'
  /** Moments in milliseconds since 1970. */
  at: number
  placedAt: number
  sku: string
  name: string
  units: number
  currency: string
  gross: Big
  net: Big
  tax: Big
  /** Decimals of the amounts as they were written, so that sums read as in the source. */
  scale: number
  country?: string | null | undefined
  province?: string | null | undefined
  city?: string | null | undefined
  /** Whatever the source identifies the buyer by; only a keyed hash of it is kept. */
  buyer?: string | null | undefined
  campaign?: string | null | undefined
  clickId?: string | null | undefined
  /** Of a sale: what was paid back of it since, with tax; no more than was charged. */
  refunded?: Big | 'whole' | undefined
  /** Called off: nothing at all unless its sale is known, which it takes back then. */
  calledOff?: boolean | undefined
  /** Of a sale: its state says that it is one, also where an earlier file has called it off. */
  stands?: boolean | undefined
  /** What sending cost inside the order's total that this line tells. */
  shipping?: Big | undefined
  /** What the file itself has as this line's amount: checks compare what came in with the file's own sums. */
  charged?: Big | undefined
}

/** The draft's city by its official name, where it has one: towns are one however shops write them. */
export const cityOf = ({ country = null, province = null, city }: LineDraft): string | null =>
  city ? cityName(country, province, city) : null

/** What is wrong with a row: a code of messages `import.row`, with the column as the file names it. */
export interface RowFault {
  row: number
  column?: string | undefined
  code: string
  params?: Record<string, string | number> | undefined
}

/** Thrown while a row is read. */
export class BadRow extends Error {
  readonly fault: Omit<RowFault, 'row'>
  constructor(code: string, column?: string, params?: Record<string, string | number>) {
    super(code)
    this.fault = { code, column, params }
  }
}

/** What a reader makes of the file's next row or rows. Rows without lines are no sales (payouts, for example). */
export type Reading = { rows: number; lines: LineDraft[]; faults: RowFault[] }
export type Reader = AsyncIterable<Reading>
