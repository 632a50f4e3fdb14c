import { handle, handleOutside } from '#platform/handle.ts'
import { listOf } from '#platform/paging.ts'
import { wakeAfter } from '#platform/wake-after.ts'
import * as access from '../access-contract.ts'
import * as contract from '../contract.ts'
import * as own from '../own-contract.ts'
import { askForAccess, explainAccess } from './access-asked.ts'
import { addInvitationPortals } from './add-invitation-portals.ts'
import { checkMember } from './check-member.ts'
import { invitedPortals, inviteMember } from './invite-member.ts'
import { limited, namedRecipient } from './limit-invitations.ts'
import { acceptInvitation, declineInvitation, leaveTeam, ownTeams } from './own-teams.ts'
import { askedElsewhere, readTeam, readWithInvitation } from './read-team.ts'
import { recipientOf } from './recipient-of.ts'
import { removeMember } from './remove-member.ts'
import { resendInvitation } from './resend-invitation.ts'
import { memberVersion, updateMember } from './update-member.ts'

export const operations = {
  listTeam: handle(contract.listTeam, async (call) => {
    const items = await readTeam(call)
    return { ...listOf(items, items.length, 1), elsewhere: await askedElsewhere(call) }
  }),
  getMember: handle(contract.getMember, (call, { memberId }) => readWithInvitation(call, memberId)),
  updateMember: handle(
    contract.updateMember,
    (call, { memberId, role, grants, denies }) => updateMember(call, memberId, { role, grants, denies }),
    { versionOf: (call, { memberId }) => memberVersion(call, memberId) },
  ),
  removeMember: handle(contract.removeMember, (call, { memberId }) => removeMember(call, memberId)),
  inviteMember: wakeAfter(
    'mail',
    limited(
      namedRecipient,
      handle(contract.inviteMember, async (call, invitation) => {
        const { portals, ...whom } = invitation
        return inviteMember(call, await invitedPortals(call, portals), whom)
      }),
    ),
  ),
  addInvitationPortals: handle(contract.addInvitationPortals, (call, { memberId, portals }) =>
    addInvitationPortals(call, memberId, portals),
  ),
  checkMember: handle(contract.checkMember, checkMember),
  resendInvitation: wakeAfter(
    'mail',
    limited(
      ({ database }, { memberId }) => recipientOf(database, memberId),
      handle(contract.resendInvitation, (call, { memberId }) => resendInvitation(call, memberId)),
    ),
  ),
  explainAccess: handle(access.explainAccess, explainAccess),
  askForAccess: handleOutside(access.askForAccess, askForAccess),
  listOwnTeams: handle(own.listOwnTeams, (call) => ownTeams(call)),
  leaveTeam: handle(own.leaveTeam, (call, { portalId }) => leaveTeam(call, portalId)),
  acceptInvitation: handle(own.acceptInvitation, (call, { invitationId }) =>
    acceptInvitation(call, invitationId),
  ),
  declineInvitation: handle(own.declineInvitation, (call, { invitationId }) =>
    declineInvitation(call, invitationId),
  ),
}
