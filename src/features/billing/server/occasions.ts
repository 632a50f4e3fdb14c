import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** Closed and waiting to be accepted; accepted and issued; paid, or set against something else. */
export type BillTurn = 'ready' | 'approved' | 'paid'

/** A bill, its correction or an advance takes a turn. */
export const billTurned = occasion<[tx: Tx, billId: string, turn: BillTurn]>('a bill turned')
