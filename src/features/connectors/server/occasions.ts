import type { Bulk } from '#platform/bulk.ts'
import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A connector was ended by its team. */
export const connectorRemoved = occasion<[tx: Tx, connectorId: string]>('connector removed')

/** Something that is no order, as a shop told it. */
export interface ShopNews {
  connectorId: string
  /** The shop's own word for it. */
  topic: string
  body: string
  receivedAt: Date | string
}

/** Shops told of something. */
export const shopTold = occasion<[bulk: Bulk, told: readonly ShopNews[]]>('shop told')
