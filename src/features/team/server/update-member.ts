import { and, eq, sql } from 'drizzle-orm'
import type { PortalCall } from '#platform/call.ts'
import { NotFound } from '#platform/errors.ts'
import { type Reaching, teamOf } from '#platform/team-of.ts'
import type { Member, MemberDraft } from '../contract.ts'
import { lockTeam } from './lock-team.ts'
import { memberTurned } from './occasions.ts'
import { readMember } from './read-team.ts'
import { changerOf, checkDraft, checkOwnerLeft, checkTarget } from './rules.ts'
import { invitation, member } from './table.ts'

/** The version that an edit of a member starts from; also where changes to the account's teams begin to take turns. */
export async function memberVersion(call: PortalCall, memberId: string): Promise<number | undefined> {
  await lockTeam(call.tx, call.portal.accountId)
  const [found] = await teamOf(call.tx, call.portal.id, memberId)
  return found?.version
}

/** Gives a member another role, grants and denies. An inherited one is changed where the role comes from. */
export async function updateMember(call: PortalCall, memberId: string, draft: MemberDraft): Promise<Member> {
  const { tx, portal, actor } = call
  const team = await teamOf(tx, portal.id)
  const target = team.find(({ id }) => id === memberId)
  if (!target) throw new NotFound()
  const changer = changerOf(actor.person, portal, team)
  checkTarget(changer, target)
  checkDraft(changer, draft)
  const values = { role: draft.role, grants: draft.grants ?? [], denies: draft.denies ?? [] }
  if (target.pending) {
    // What they are asked into: they hold nothing yet, so nobody else has to be told.
    await tx
      .update(invitation)
      .set({ ...values, version: sql`${invitation.version} + 1` })
      .where(and(eq(invitation.portalId, portal.id), eq(invitation.id, memberId)))
    return changed(call, target)
  }
  checkOwnerLeft(team, memberId, draft.role)
  await tx
    .update(member)
    .set({ ...values, version: sql`${member.version} + 1` })
    .where(and(eq(member.portalId, portal.id), eq(member.personId, memberId)))
  await memberTurned.tell(tx, { what: 'changed', portalId: portal.id, personId: memberId, ...values })
  return changed(call, target)
}

async function changed(call: PortalCall, before: Reaching): Promise<Member> {
  const after = await readMember(call, before.id)
  call.record({ targetId: before.id, before: describe(before), after: describe(after) })
  return after
}

const describe = ({ role, grants, denies }: Pick<Member, 'role' | 'grants' | 'denies'>) => ({
  role,
  grants,
  denies,
})
