import { and, eq } from 'drizzle-orm'
import type { PortalCall } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { teamOf } from '#platform/team-of.ts'
import { forgetNewcomer } from './forget-newcomer.ts'
import { lockTeam } from './lock-team.ts'
import { memberTurned } from './occasions.ts'
import { changerOf, checkOwnerLeft, checkTarget } from './rules.ts'
import { invitation, member } from './table.ts'

/**
 * Takes a person out of a portal, or an invitation to it back. Whoever never chose a password and is asked by nobody
 * else is forgotten.
 * @throws as `checkTarget` and `checkOwnerLeft`.
 */
export async function removeMember(call: PortalCall, memberId: string): Promise<null> {
  const { tx, portal, actor } = call
  await lockTeam(tx, portal.accountId)
  const team = await teamOf(tx, portal.id)
  const target = team.find(({ id }) => id === memberId)
  if (!target) throw new NotFound()
  checkTarget(changerOf(actor.person, portal, team), target)
  checkOwnerLeft(team, memberId, undefined)
  await (target.pending
    ? tx.delete(invitation).where(and(eq(invitation.portalId, portal.id), eq(invitation.id, memberId)))
    : tx.delete(member).where(and(eq(member.portalId, portal.id), eq(member.personId, memberId))))
  await forgetNewcomer(tx, target.personId)
  const { role, grants, denies } = target
  if (!target.pending)
    await memberTurned.tell(tx, {
      what: 'removed',
      portalId: portal.id,
      personId: memberId,
      role,
      grants,
      denies,
    })
  call.record({ targetId: memberId, before: { role, grants, denies } })
  return null
}
