import { and, eq } from 'drizzle-orm'
import { writeActivity } from '#platform/activity.ts'
import type { OpenCall } from '#platform/call.ts'
import { NotSignedIn, Unprocessable } from '#platform/errors.ts'
import type { Session } from '../contract.ts'
import { endWaysIn } from './end-ways-in.ts'
import { limitOwnPassword } from './limits.ts'
import { ownWordsOf } from './own-words.ts'
import { hashPassword, refuseWeakPassword, verifyPassword } from './password.ts'
import { readSession } from './read-session.ts'
import { openSession } from './sessions.ts'
import { person } from './table.ts'

/** @throws Unprocessable by the field `current` when it is not the password; tries are limited like a sign-in's. */
export async function changePassword(
  call: OpenCall,
  input: { current: string; password: string; endKeys?: boolean | undefined },
): Promise<Session> {
  const { actor } = call
  if (!actor) throw new NotSignedIn()
  const own = eq(person.id, actor.person.id)
  await limitOwnPassword(call, actor.person)
  const [found] = await call.transaction((tx) => tx.select().from(person).where(own))
  const shown = found?.passwordHash ?? ''
  if (!(await verifyPassword(found?.passwordHash, input.current))) throw wrong()
  refuseWeakPassword(input.password, await call.transaction((tx) => ownWordsOf(tx, actor.person.id)))
  const passwordHash = await hashPassword(input.password)
  const hash = await call.transaction(async (tx) => {
    // Both hashes take their time: the one that was shown may be over.
    const same = and(own, eq(person.passwordHash, shown))
    const changed = await tx.update(person).set({ passwordHash }).where(same).returning({ id: person.id })
    if (changed.length === 0) throw wrong()
    await endWaysIn(tx, actor.person.id, call.now, input)
    const opened = await openSession(tx, call, actor.person.id, call.now)
    await writeActivity({ ...call, tx }, [{ targetId: actor.person.id }])
    return opened
  })
  return readSession(call.database, hash, call.services.environment)
}

const wrong = () => new Unprocessable({ current: { code: 'account.wrongPassword' } })
