import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** Closed and waiting to be accepted; accepted and issued; paid, or set against something else. */
export type BillTurn = 'ready' | 'approved' | 'paid'

/** A bill, its correction or an advance takes a turn. */
export const billTurned = occasion<[tx: Tx, billId: string, turn: BillTurn]>('a bill turned')

/** Issued; owed no more, whatever has settled it. */
export type ChargeTurn = 'issued' | 'settled'

/** An invoice of the provider to an account takes a turn. */
export const chargeTurned = occasion<[tx: Tx, chargeId: string, turn: ChargeTurn]>('a charge turned')
