import type { Bulk } from '#platform/bulk.ts'
import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A connector was ended by its team. */
export const connectorRemoved = occasion<[tx: Tx, connectorId: string]>('connector removed')

/** A shop told of something that is no order: connectors and its own word for it. */
export const shopTold =
  occasion<[bulk: Bulk, told: readonly { connectorId: string; topic: string; receivedAt: Date | string }[]]>(
    'shop told',
  )
