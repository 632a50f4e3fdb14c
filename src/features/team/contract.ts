import * as z from 'zod/mini'
import { locales } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { isStaffOnly, permissionKeys, roles } from '#platform/permissions.ts'
import { Email, Id, Moment, Nothing, PortalId, Text } from '#platform/shapes.ts'

export const nameMaxLength = 80
/** One invitation names at most this many portals. */
export const portalsMax = 200

/** What a member is in a team; the permissions that come with it are those of the role table. */
export const Role = z.enum(roles)
/** Keys of areas that are the provider's alone are none of a member's: refused by their place in the list. */
const memberKeys = permissionKeys.filter((key) => !isStaffOnly(key))
/** Permissions that a member can be given or refused beside their role. */
export const MemberKeys = z
  .array(z.enum(memberKeys as [string, ...string[]]))
  .check(z.maxLength(memberKeys.length))

/** A person in the team of a portal, with the role and what follows from it. */
export const Member = z.object({
  /** The person's id; with the portal's it names the membership. */
  id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  grants: z.array(z.string()),
  denies: z.array(z.string()),
  /** Effective keys: (role ∪ grants) − denies. */
  keys: z.array(z.string()),
  /** By a membership of the label's master portal. */
  inherited: z.boolean(),
  /** Invited, and has not chosen a password yet. */
  pending: z.boolean(),
  lastSeenAt: z.nullable(Moment),
  /** What the caller may do here; each rule is checked again when it is done. */
  may: z.object({ edit: z.boolean(), remove: z.boolean() }),
  /** For `If-Match`. */
  version: z.number(),
  /** Of one who is asked alone: to which portals, with what, as far as the caller sees their teams. */
  invitedTo: z.optional(
    z.array(
      z.object({
        id: Id,
        name: z.string(),
        role: Role,
        grants: z.array(z.string()),
        denies: z.array(z.string()),
        /** May the caller take it off the invitation? */
        mayRemove: z.boolean(),
      }),
    ),
  ),
})
export type Member = z.infer<typeof Member>

const MemberOfPortal = z.extend(PortalId, { memberId: Id })
const Members = z.object({
  items: z.array(Member),
  total: z.number(),
  page: z.number(),
  pageSize: z.number(),
})

/** What somebody is given beside their role, and what is taken from it. */
export const Beside = { grants: z.array(z.string()), denies: z.array(z.string()) }

/** Somebody who is asked to portals of a label and has not answered. */
const AskedElsewhere = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  portals: z.array(z.object({ id: Id, name: z.string(), role: Role, ...Beside })),
})
export type AskedElsewhere = z.infer<typeof AskedElsewhere>

export const listTeam = operation({
  method: 'GET',
  path: '/portal/{portalId}/team',
  tag: 'team',
  summary: 'Who reaches a portal and with which role; inherited memberships included',
  access: 'team.viewteammembers',
  scope: 'portal',
  input: PortalId,
  output: z.extend(Members, {
    /** At a label’s own portal: who is asked to others of its portals, and not to this one. */
    elsewhere: z.array(AskedElsewhere),
  }),
})

export const getMember = operation({
  method: 'GET',
  path: '/portal/{portalId}/team/{memberId}',
  tag: 'team',
  summary: 'One member of a portal',
  access: 'team.viewteammembers',
  scope: 'portal',
  input: MemberOfPortal,
  output: Member,
})

/** The role of a member, and what they may beside or less than it. */
export const MemberDraft = z.object({
  role: Role,
  grants: z.optional(MemberKeys),
  denies: z.optional(MemberKeys),
})
export type MemberDraft = z.infer<typeof MemberDraft>

export const updateMember = operation({
  method: 'PUT',
  path: '/portal/{portalId}/team/{memberId}',
  tag: 'team',
  summary:
    "Change a member's role, grants and denies; an inherited one is changed at the label's master portal",
  access: 'team.createoreditteammembers',
  scope: 'portal',
  versioned: true,
  input: z.extend(MemberDraft, MemberOfPortal.shape),
  output: Member,
})

export const removeMember = operation({
  method: 'DELETE',
  path: '/portal/{portalId}/team/{memberId}',
  status: 204,
  tag: 'team',
  summary: 'Take a person out of a portal',
  access: 'team.deleteteammembers',
  scope: 'portal',
  input: MemberOfPortal,
  output: Nothing,
})

/** Portals that somebody is asked to, with a role in each. */
const InvitedPortals = z
  .array(z.extend(MemberDraft, { portalId: Id }))
  .check(z.minLength(1), z.maxLength(portalsMax))

/** Somebody to be invited into the teams of one or several portals; they hear of it by mail. */
export const Invitation = z.object({
  email: Email,
  name: Text(nameMaxLength),
  locale: z.optional(z.enum(locales)),
  portals: InvitedPortals,
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation and the portals that were asked for. */
const InvitedTo = z.object({ id: Id, portals: z.array(Id) })

export const inviteMember = operation({
  method: 'POST',
  path: '/portals/team',
  status: 201,
  tag: 'team',
  summary: 'Invite one person to several portals, with a role in each',
  // Each portal that the body names is checked by itself: the key counts there, not in the current portal.
  access: 'signedIn',
  scope: 'none',
  idempotent: true,
  input: Invitation,
  output: InvitedTo,
})

export const checkMember = operation({
  method: 'POST',
  path: '/portal/{portalId}/team/check',
  tag: 'team',
  summary: 'Could this person be invited? Tells only of this portal, never whether an address has a login',
  access: 'team.createoreditteammembers',
  scope: 'portal',
  browser: false,
  silent: true,
  input: z.extend(PortalId, { email: Email, role: z.optional(Role) }),
  output: z.object({
    email: z.object({ ok: z.boolean(), reason: z.optional(z.enum(['alreadyMember'])) }),
    role: z.object({ ok: z.boolean(), reason: z.optional(z.enum(['ownerOnly', 'keysLacking'])) }),
  }),
})

export const resendInvitation = operation({
  method: 'POST',
  path: '/portal/{portalId}/team/{memberId}/invitation',
  status: 204,
  tag: 'team',
  summary: 'Mail the invitation again; the earlier link stops working',
  access: 'team.createoreditteammembers',
  scope: 'portal',
  input: MemberOfPortal,
  output: Nothing,
})

export const addInvitationPortals = operation({
  method: 'POST',
  path: '/portals/team/{memberId}/portals',
  status: 201,
  tag: 'team',
  summary: 'Ask somebody who has not answered yet to more portals, in the same invitation',
  // As with an invitation: the key counts in one of those that it names, and in each that the body adds.
  access: 'signedIn',
  scope: 'none',
  input: z.object({ memberId: Id, portals: InvitedPortals }),
  output: InvitedTo,
})
