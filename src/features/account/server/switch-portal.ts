import { eq } from 'drizzle-orm'
import { findPortal } from '#platform/actor-portals.ts'
import type { OpenCall } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { session } from './table.ts'

/** Makes a portal that the person reaches the current one of this session. @throws NotFound otherwise. */
export async function switchPortal(call: OpenCall, portalId: string): Promise<void> {
  const { actor, sessionHash } = call
  if (!actor || !sessionHash || actor.person.staff) throw new NotFound()
  const portal = await findPortal(call.database, actor.person, portalId)
  if (!portal) throw new NotFound()
  await call.transaction((tx) =>
    tx.update(session).set({ currentPortalId: portal.id }).where(eq(session.tokenHash, sessionHash)),
  )
}
