import { and, eq } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import type { PortalCall } from '#platform/call.ts'
import { elevated } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { teamOf } from '#platform/team-of.ts'
import { mailInvitation } from './mail-invitation.ts'
import { invitation } from './table.ts'

/** Mails whoever is asked once more; an earlier link stops working. @throws Conflict when nothing is pending. */
export async function resendInvitation(call: PortalCall, memberId: string): Promise<null> {
  const { tx, portal, now } = call
  const [target] = await teamOf(tx, portal.id, memberId)
  if (!target) throw new NotFound()
  if (!target.pending) throw new Conflict('team.notPending')
  await elevated(tx, 'people', async () => {
    const [invited] = await tx.select().from(person).where(eq(person.id, target.personId))
    if (invited) await mailInvitation(call, invited)
  })
  await tx
    .update(invitation)
    .set({ sentAt: now })
    .where(and(eq(invitation.portalId, portal.id), eq(invitation.id, memberId)))
  call.record({ targetId: memberId })
  return null
}
