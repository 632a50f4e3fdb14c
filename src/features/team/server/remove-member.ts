import { and, eq, isNull, notExists, sql } from 'drizzle-orm'
import { person } from '#features/account/server/table.ts'
import { elevated } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import type { PortalCall } from '#platform/handle.ts'
import { lockTeam } from './lock-team.ts'
import { teamOf } from './queries.ts'
import { changerOf, checkOwnerLeft, checkTarget } from './rules.ts'
import { member } from './table.ts'

/**
 * Takes a person out of a portal. Whoever never chose a password and belongs to no other portal is forgotten.
 * @throws Conflict for an inherited member, who is removed at the master portal; and for the last Owner.
 */
export async function removeMember(call: PortalCall, memberId: string): Promise<null> {
  const { tx, portal, actor } = call
  await lockTeam(tx, portal.accountId)
  const team = await teamOf(tx, portal.id)
  const target = team.find(({ id }) => id === memberId)
  if (!target) throw new NotFound()
  checkTarget(changerOf(actor.person, portal, team), target)
  if (target.inherited) throw new Conflict('team.inherited')
  checkOwnerLeft(team, memberId, undefined)
  await tx.delete(member).where(and(eq(member.portalId, portal.id), eq(member.personId, memberId)))
  await elevated(tx, () =>
    tx
      .delete(person)
      .where(
        and(
          eq(person.id, memberId),
          isNull(person.passwordHash),
          eq(person.staff, false),
          notExists(tx.select({ one: sql`1` }).from(member).where(eq(member.personId, memberId))),
        ),
      ),
  )
  const { role, grants, denies } = target
  call.record({ targetId: memberId, before: { role, grants, denies } })
  return null
}
