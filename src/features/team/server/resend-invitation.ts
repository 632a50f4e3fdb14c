import { eq } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { elevated } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import type { PortalCall } from '#platform/handle.ts'
import { mailInvitation } from './invite-member.ts'
import { teamOf } from './queries.ts'

/** Mails a pending member a new link; the earlier one stops working. @throws Conflict when nothing is pending. */
export async function resendInvitation(call: PortalCall, memberId: string): Promise<null> {
  const [target] = await teamOf(call.tx, call.portal.id, memberId)
  if (!target) throw new NotFound()
  if (!target.pending) throw new Conflict('team.notPending')
  await elevated(call.tx, async () => {
    const [invited] = await call.tx.select().from(person).where(eq(person.id, memberId))
    if (invited) await mailInvitation(call, invited)
  })
  call.record({ targetId: memberId })
  return null
}
