import { eq } from 'drizzle-orm'
import type { PortalScope } from '#platform/actor.ts'
import { findPortal } from '#platform/actor-portals.ts'
import { queriesIn } from '#platform/db.ts'
import { Forbidden, NotFound } from '#platform/errors.ts'
import { teamOf } from '#platform/team-of.ts'
import type { Invitation } from '../contract.ts'
import { checkInvited, type Inviter, insertInvited, invitedPortals, lockTeams } from './invite-member.ts'
import { changerOf, checkTarget } from './rules.ts'
import { invitation } from './table.ts'

/**
 * Asks somebody who has not answered to more portals, all or none. It stays one invitation, with the moment of its last
 * mail: the link that they have joins them to everything.
 * @throws as `inviteMember`; NotFound when nothing is pending where the caller looks.
 */
export async function addInvitationPortals(call: Inviter, id: string, drafts: Invitation['portals']) {
  const { tx, actor } = call
  const to = await invitedPortals(call, drafts)
  const portals = to.map(({ portal }) => portal)
  const from = await portalAsked(call, id)
  await lockTeams(tx, [from, ...portals])
  const team = await teamOf(tx, from.id)
  const target = team.find((one) => one.id === id && one.pending)
  const [row] = await tx.select().from(invitation).where(eq(invitation.id, id)).limit(1)
  if (!target || !row) throw new NotFound()
  checkTarget(changerOf(actor.person, from, team), target)
  const { personId, name, sentAt } = row
  await checkInvited(call, to, { id: personId, field: 'portals' })
  const asked = { id, personId, name, sentAt, invitedBy: actor.person.id }
  await insertInvited(call, asked, to)
  return { id, portals: portals.map((portal) => portal.id) }
}

/** One of the invitation's portals where the caller may change it. @throws NotFound, Forbidden. */
async function portalAsked({ tx, actor }: Inviter, id: string): Promise<PortalScope> {
  const asked = await tx
    .select({ portalId: invitation.portalId })
    .from(invitation)
    .where(eq(invitation.id, id))
    .orderBy(invitation.portalId)
  const reached = []
  for (const { portalId } of asked) {
    const portal = await findPortal(queriesIn(tx), actor.person, portalId)
    if (portal?.keys.has('team.viewteammembers')) reached.push(portal)
  }
  if (reached.length === 0) throw new NotFound()
  const changed = reached.find(({ keys }) => keys.has('team.createoreditteammembers'))
  if (!changed) throw new Forbidden()
  return changed
}
