import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'

/** A person's login is about to be erased. Whoever cannot do without them throws. */
export const erasingPerson = occasion<[tx: Tx, personId: string]>('erasing a person')
