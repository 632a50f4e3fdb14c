import type { Actor, PortalScope } from './actor.ts'
import type { Tx } from './db.ts'
import { activity } from './table.ts'

/** What one change did. `before` and `after` are kept with secrets masked. */
export interface Activity {
  targetId?: string | undefined
  before?: unknown
  after?: unknown
  /** The portal that it happened to, where the call itself names none or several. */
  portal?: Pick<PortalScope, 'id' | 'accountId'> | undefined
}

interface Recorder {
  tx: Tx
  actor: Actor | undefined
  portal: PortalScope | undefined
  operation: string
  address: string
  requestId: string
  compared?: boolean | undefined
}

/** Adds one append-only row for each change, in the change's own transaction. */
export async function writeActivity(call: Recorder, entries: readonly Activity[]): Promise<void> {
  await call.tx.insert(activity).values(
    entries.map(({ targetId, before, after, portal = call.portal }) => ({
      actorId: call.actor?.watcherId ?? call.actor?.person.id ?? null,
      onBehalfOf: call.actor?.watcherId ? call.actor.person.id : null,
      keyId: call.actor?.keyId ?? null,
      portalId: portal?.id ?? null,
      accountId: portal?.accountId ?? null,
      action: call.operation,
      targetId: targetId ?? null,
      before: maskSecrets(before) ?? null,
      after: maskSecrets(after) ?? null,
      address: call.address,
      requestId: call.requestId,
      compared: call.compared ?? null,
    })),
  )
}

const secret = /password|token|secret|consumerKey|iban|cookie|authorization/i

/** The same value with everything secret replaced; safe to store and to log. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, secret.test(key) ? '[masked]' : maskSecrets(inner)]),
  )
}
