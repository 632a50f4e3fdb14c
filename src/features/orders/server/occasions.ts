import type { Bulk } from '#platform/bulk.ts'
import { occasion } from '#platform/occasion.ts'

/** What a line of an order holds of the stock: the whole of it, not what has changed. */
export interface Claim {
  portalId: string
  externalId: string
  line: string
  sku: string
  committed: number
  shipped: number
  returned: number
  /** Of an order of the past: what was sent of it is not in the stock that is counted now. */
  past?: boolean
}

/** Orders of one source stand as their shop tells them, or their SKUs mean other products now. */
export const ordersApplied =
  occasion<[bulk: Bulk, source: string, claims: readonly Claim[]]>('orders applied')

/** What became of an order by what its shop told. */
export interface OrderChange {
  portalId: string
  externalId: string
  what: 'created' | 'changed' | 'refunded'
}

/** Orders are others than they were, with all that follows from it. What was sold before a connection is not told of. */
export const ordersChanged =
  occasion<[bulk: Bulk, source: string, changes: readonly OrderChange[]]>('orders changed')
