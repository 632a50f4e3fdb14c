import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { readSession } from '#features/account/server/read-session.ts'
import { addSession, giveCookie, hashToken, newToken } from '#features/account/server/sessions.ts'
import { person, session } from '#features/account/server/table.ts'
import { writeActivity } from '#platform/activity.ts'
import type { OpenCall } from '#platform/call.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound, NotSignedIn } from '#platform/errors.ts'

export const spyLifetimeMs = 30 * 60 * 1000

/**
 * Opens a session as the person, behind which the staff session waits under a token that nobody holds.
 * @throws NotFound for who does not exist or is suspended; Conflict for staff.
 */
export async function startSpying(
  call: OpenCall,
  { personId, reason }: { personId: string; reason: string },
) {
  const { actor } = call
  if (!actor) throw new NotSignedIn()
  const hash = await call.transaction(async (tx) => {
    const [target] = await tx.select().from(person).where(eq(person.id, personId))
    if (!target || target.suspendedAt) throw new NotFound()
    if (target.staff) throw new Conflict('spy.notStaff', { field: 'personId' })
    const parentHash = hashToken(newToken())
    const [parent] = await tx
      .update(session)
      .set({ tokenHash: parentHash })
      .where(and(eq(session.tokenHash, actor.sessionHash), isNull(session.parentHash)))
      .returning()
    if (!parent) throw new NotSignedIn()
    const end = Math.min(call.now.getTime() + spyLifetimeMs, parent.expiresAt.getTime())
    // The cookie outlives the view: it is what brings staff back when its half hour is over.
    const until = { expiresAt: new Date(end), cookieUntil: parent.expiresAt }
    const opening = { personId, parentHash, reason, ...until }
    const opened = await addSession(tx, call, opening, call.now)
    await writeActivity({ ...call, tx }, [{ targetId: personId, after: { reason } }])
    return opened
  })
  return readSession(call.database, hash, call.services.environment)
}

/** @throws NotFound in a session of one's own. */
export async function readSpying({ actor, tx }: { actor: { sessionHash: string }; tx: Tx }) {
  const [found] = await tx
    .select({ session, person: person.name })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .where(eq(session.tokenHash, actor.sessionHash))
  if (!found?.session.parentHash) throw new NotFound()
  const [watcher] = await parentOf(tx, found.session.parentHash)
  if (!watcher) throw new NotFound()
  const { reason, expiresAt } = found.session
  return {
    watcher: watcher.owner.name,
    person: found.person,
    reason: reason ?? '',
    endsAt: expiresAt.toISOString(),
  }
}

/** Back to the staff session, under a new token. @throws Conflict when nobody views as anybody with this cookie. */
export async function stopSpying(call: OpenCall) {
  const token = newToken()
  await call.transaction(async (tx) => {
    const [ended] = call.sessionHash
      ? await tx
          .delete(session)
          .where(and(eq(session.tokenHash, call.sessionHash), sql`${session.parentHash} is not null`))
          .returning()
      : []
    const [parent] = ended?.parentHash ? await parentOf(tx, ended.parentHash) : []
    if (!ended || !parent) throw new Conflict('spy.notSpying')
    const { tokenHash, expiresAt } = parent.session
    await tx
      .update(session)
      .set({ tokenHash: hashToken(token), lastSeenAt: call.now })
      .where(eq(session.tokenHash, tokenHash))
    giveCookie(call, token, Math.ceil((expiresAt.getTime() - call.now.getTime()) / 1000))
    await writeActivity(
      {
        ...call,
        tx,
        actor: { person: { id: parent.owner.id } as never, sessionHash: '', currentPortalId: null },
      },
      [{ targetId: ended.personId }],
    )
  })
  return readSession(call.database, hashToken(token), call.services.environment)
}

/** The staff session behind a spy session, while it lasts. */
const parentOf = (tx: Tx, parentHash: string) =>
  tx
    .select({ session, owner: person })
    .from(session)
    .innerJoin(person, eq(person.id, session.personId))
    .where(
      and(
        eq(session.tokenHash, parentHash),
        gt(session.expiresAt, sql`clock_timestamp()`),
        isNull(person.suspendedAt),
      ),
    )
