import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A product says by which SKUs it is sold: some may have been sold by before it was there. */
export const skusNamed = occasion<[tx: Tx, portalId: string, productId: string]>('SKUs named')
