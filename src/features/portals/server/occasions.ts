import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'
import type { AlertCode } from '../contract.ts'

/** An account was made, with nothing but its name and kind. */
export const accountMade = occasion<[tx: Tx, accountId: string]>('account made')

/** A portal is about to be deleted. Whoever has unfinished business with it throws. */
export const deletingPortal = occasion<[tx: Tx, portalId: string]>('deleting a portal')

/** What is wrong at a portal, for whoever holds these keys there. */
export const lookingForAlerts = occasion<
  [tx: Tx, portalId: string, keys: ReadonlySet<string>],
  readonly AlertCode[]
>('looking for alerts')
