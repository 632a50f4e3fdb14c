import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { writeActivity } from '#platform/activity.ts'
import type { OpenCall } from '#platform/call.ts'
import { AppError } from '#platform/errors.ts'
import type { Credentials, SignedIn } from '../contract.ts'
import { limitSignIn } from './limits.ts'
import { verifyPassword } from './password.ts'
import { readSignIn } from './read-session.ts'
import { openAfterPassword } from './sessions.ts'
import { person } from './table.ts'

/** Unknown address, wrong password, suspended and never activated all answer the same, after the same work. */
export async function signIn(
  call: OpenCall,
  { email, password }: z.infer<typeof Credentials>,
): Promise<SignedIn> {
  const tried = await limitSignIn(call, email)
  const [found] = await call.transaction((tx) => tx.select().from(person).where(eq(person.email, email)))
  const fits = await verifyPassword(found?.suspendedAt ? null : found?.passwordHash, password)
  if (!found || !fits) throw new AppError(401, 'account.wrongCredentials')
  await tried.right()
  const hash = await startSession(call, found)
  return readSignIn(call.database, hash, call.services.environment)
}

/**
 * Opens a session and writes the activity row of it. Seen is a person only once nothing is owed any more. What was read
 * before the hash took its time may be over: whoever changes a password or turns a second factor on has ended all sessions,
 * and none is opened behind their back. @throws AppError 401 where the password is another one meanwhile.
 */
const startSession = (call: OpenCall, shown: { id: string; passwordHash: string | null }) =>
  call.transaction(async (tx) => {
    const same = and(eq(person.id, shown.id), eq(person.passwordHash, shown.passwordHash ?? ''))
    const [owner] = await tx.select().from(person).where(same).for('no key update')
    if (!owner || owner.suspendedAt) throw new AppError(401, 'account.wrongCredentials')
    const hash = await openAfterPassword(tx, call, owner, call.now)
    if (!owner.totpConfirmedAt)
      await tx.update(person).set({ lastSeenAt: call.now }).where(eq(person.id, owner.id))
    await writeActivity(
      { ...call, tx, actor: { person: { id: owner.id } as never, sessionHash: hash, currentPortalId: null } },
      [{ targetId: owner.id }],
    )
    return hash
  })
