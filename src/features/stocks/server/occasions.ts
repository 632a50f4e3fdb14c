import type { Bulk } from '#platform/bulk.ts'
import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** What is available of a variant, or of a product without variants, is by `change` more than it was. */
export interface StockMove {
  portalId: string
  stockId: string
  change: number
}

/** Stocks were moved, with their rows held: nobody else moves them before this is done. */
export const stocksMoved = occasion<[of: Bulk | Tx, moves: readonly StockMove[]]>('stocks moved')
