import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A membership that begins, changes or ends, as it is now or was last. */
export interface MemberTurn {
  what: 'added' | 'changed' | 'removed'
  portalId: string
  personId: string
  role: string
  grants: string[]
  denies: string[]
}

/** Somebody came onto a team, left it, or may something else there. */
export const memberTurned = occasion<[tx: Tx, turn: MemberTurn]>('a member turned')
