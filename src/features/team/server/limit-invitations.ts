import { createHash } from 'node:crypto'
import { rateLimit } from '#features/account/server/table.ts'
import { requireActor } from '#platform/admission.ts'
import type { CallContext } from '#platform/call.ts'
import type { AnyOperation, Implementation } from '#platform/handle.ts'
import { countTry, type Limit } from '#platform/rate-limit.ts'

/** Nobody's mailbox is filled, whoever asks; and nobody mails the whole world. */
const toOne: Limit = { name: 'invite-to', points: 5, seconds: 24 * 60 * 60 }
const byOne: Limit = { name: 'invite-by', points: 100, seconds: 60 * 60 }

type Recipient = (context: CallContext, raw: Record<string, unknown>) => Promise<string | undefined>

/**
 * The same operation, that mails one address only so often and from one person only so many, counted before its
 * transaction. Who may not call is not counted. @throws TooMany.
 */
export function limited<C extends AnyOperation>(
  recipientOf: Recipient,
  implementation: Implementation<C>,
): Implementation<C> {
  const run: Implementation<C>['run'] = async (operation, context, raw) => {
    const actor = await requireActor(context, implementation.contract['~orpc'].meta)
    const email = await recipientOf(context, (raw ?? {}) as Record<string, unknown>)
    if (actor && email) {
      await countTry(context.database, rateLimit, byOne, actor.person.id)
      await countTry(context.database, rateLimit, toOne, hashOf(email))
    }
    return implementation.run(operation, context, raw)
  }
  return { ...implementation, run }
}

const hashOf = (email: string) => createHash('sha256').update(email).digest('base64url')

/** Of an invitation: the address that it names. */
export const namedRecipient: Recipient = async (_, { email }) =>
  typeof email === 'string' && email.includes('@') ? email.trim().toLowerCase() : undefined
