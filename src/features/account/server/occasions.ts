import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** Somebody followed the link to activate their account, and has a password now. */
export const accountActivated = occasion<[tx: Tx, personId: string]>('account activated')
