import type { Call } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { occasion } from '#platform/occasion.ts'
import type { AlertCode } from '../contract.ts'
import type { DraftMember } from '../draft-contract.ts'

export type Making = Pick<Call, 'tx' | 'now' | 'services' | 'record'> & { actor: NonNullable<Call['actor']> }

/** An account was made, with nothing but its name and kind. */
export const accountMade = occasion<[tx: Tx, accountId: string]>('account made')

/** A portal is about to be deleted. Whoever has unfinished business with it throws. */
export const deletingPortal = occasion<[tx: Tx, portalId: string]>('deleting a portal')

/** An account is about to be billed by the provider in its name. Whoever knows why it cannot be throws. */
export const choosingSelfInvoice = occasion<[tx: Tx, accountId: string]>('choosing self-invoice')

/** What is wrong at a portal, for whoever holds these keys there. */
export const lookingForAlerts = occasion<
  [tx: Tx, portalId: string, keys: ReadonlySet<string>],
  readonly AlertCode[]
>('looking for alerts')

/** A portal was made, and its draft names who shall be asked to join it. */
export const teamNamed =
  occasion<[call: Making, portalId: string, team: readonly DraftMember[]]>('a team named')
