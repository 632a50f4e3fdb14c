import * as z from 'zod/mini'
import { operation } from '#platform/operation.ts'
import { Empty, Id, Moment, Nothing, PortalId } from '#platform/shapes.ts'
import { Beside, Role } from './contract.ts'

/** The teams that one is in or asked to join: nobody is put into one without saying yes. */

const OwnTeam = z.object({
  portalId: Id,
  name: z.string(),
  role: Role,
  ...Beside,
  /** The label's master portal: its team reaches the label's other portals too. */
  master: z.boolean(),
  /** Why one may not leave: as its last Owner, or because the label's role would come back. */
  staysBecause: z.nullable(z.enum(['lastOwner', 'replaces'])),
})
export type OwnTeam = z.infer<typeof OwnTeam>

const OwnInvitation = z.object({
  id: Id,
  /** Who asks; null when they are gone. */
  by: z.nullable(z.string()),
  sentAt: Moment,
  portals: z.array(z.object({ id: Id, name: z.string(), role: Role, ...Beside })),
})
export type OwnInvitation = z.infer<typeof OwnInvitation>

const InvitationId = z.object({ invitationId: Id })
const own = { tag: 'team', access: 'signedIn', scope: 'none' } as const

export const listOwnTeams = operation({
  method: 'GET',
  path: '/account/teams',
  summary: 'The teams that one is in, and those that ask',
  ...own,
  input: Empty,
  output: z.object({ teams: z.array(OwnTeam), invitations: z.array(OwnInvitation) }),
})

export const leaveTeam = operation({
  method: 'DELETE',
  path: '/account/team/{portalId}',
  status: 204,
  summary: 'Leave a team; its last Owner cannot',
  ...own,
  input: PortalId,
  output: Nothing,
})

export const acceptInvitation = operation({
  method: 'PUT',
  path: '/account/invitation/{invitationId}/acceptance',
  summary: 'Join the teams that an invitation names',
  ...own,
  input: InvitationId,
  output: z.object({ portals: z.array(Id) }),
})

export const declineInvitation = operation({
  method: 'DELETE',
  path: '/account/invitation/{invitationId}',
  status: 204,
  summary: 'Decline an invitation to a team',
  ...own,
  input: InvitationId,
  output: Nothing,
})
