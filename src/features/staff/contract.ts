import * as z from 'zod/mini'
import { locales } from '#platform/constants.ts'
import { operation } from '#platform/operation.ts'
import { permissionKeys } from '#platform/permissions.ts'
import { Email, Id, List, Moment, Nothing, OptionalText, PageNumber, Text } from '#platform/shapes.ts'
import { staffOrders, staffStates } from './choices.ts'

export const nameMaxLength = 80

const StaffId = z.object({ staffId: Id })
/** Permissions that somebody of the provider holds. */
export const StaffKeys = z
  .array(z.enum(permissionKeys as [string, ...string[]]))
  .check(z.maxLength(permissionKeys.length))

/** Somebody who works for the provider, with what they may do. */
export const Staff = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  locale: z.enum(locales),
  super: z.boolean(),
  /** Keys held; super staff hold every key whatever stands here. */
  permissions: z.array(z.string()),
  state: z.enum(staffStates),
  twoFactor: z.boolean(),
  twoFactorRequired: z.boolean(),
  lastSeenAt: z.nullable(Moment),
  createdAt: Moment,
  /** What the caller may do here; each rule is checked again when it is done. */
  may: z.object({
    edit: z.boolean(),
    changeSuper: z.boolean(),
    suspend: z.boolean(),
    resend: z.boolean(),
    revoke: z.boolean(),
  }),
  /** For `If-Match`. */
  version: z.number(),
})
export type Staff = z.infer<typeof Staff>

export const StaffQuery = z.object({
  q: z.optional(OptionalText(100)),
  state: z.optional(z.enum(staffStates)),
  /** Column, with a leading `-` for descending. */
  orderBy: z.optional(z.enum(staffOrders.flatMap((column) => [column, `-${column}`] as const))),
  page: PageNumber,
})
export type StaffQuery = z.infer<typeof StaffQuery>

export const listStaff = operation({
  method: 'GET',
  path: '/staffs',
  tag: 'staff',
  summary: "The provider's people, 50 a page",
  access: { staff: 'staff.viewstaff' },
  scope: 'none',
  input: StaffQuery,
  output: List(Staff),
})

export const getStaff = operation({
  method: 'GET',
  path: '/staff/{staffId}',
  tag: 'staff',
  summary: 'One person of the provider',
  access: { staff: 'staff.viewstaff' },
  scope: 'none',
  input: StaffId,
  output: Staff,
})

/** Somebody to be invited to work for the provider. */
export const StaffInvitation = z.object({
  name: Text(nameMaxLength),
  email: Email,
  locale: z.optional(z.enum(locales)),
  permissions: StaffKeys,
  super: z.optional(z.boolean()),
  twoFactorRequired: z.optional(z.boolean()),
})
export type StaffInvitation = z.infer<typeof StaffInvitation>

export const inviteStaff = operation({
  method: 'POST',
  path: '/staff',
  status: 201,
  tag: 'staff',
  summary: 'Invite somebody of the provider; a mail brings the link to choose a password',
  access: { staff: 'staff.managestaff' },
  scope: 'none',
  idempotent: true,
  input: StaffInvitation,
  output: Staff,
})

/** What can be changed of somebody of the provider. */
export const StaffDraft = z.object({
  name: Text(nameMaxLength),
  email: Email,
  permissions: StaffKeys,
  super: z.boolean(),
  twoFactorRequired: z.boolean(),
})
export type StaffDraft = z.infer<typeof StaffDraft>

export const updateStaff = operation({
  method: 'PUT',
  path: '/staff/{staffId}',
  tag: 'staff',
  summary: "Change a person's name, address and permissions; only super staff make or unmake super",
  access: { staff: 'staff.managestaff' },
  scope: 'none',
  versioned: true,
  input: z.extend(StaffDraft, StaffId.shape),
  output: Staff,
})

export const revokeStaff = operation({
  method: 'DELETE',
  path: '/staff/{staffId}',
  status: 204,
  tag: 'staff',
  summary: 'Take an invitation back; whoever has been in is suspended instead',
  access: { staff: 'staff.managestaff' },
  scope: 'none',
  input: StaffId,
  output: Nothing,
})

export const suspendStaff = operation({
  method: 'PUT',
  path: '/staff/{staffId}/suspension',
  tag: 'staff',
  summary: 'Suspend: every session ends, and no sign-in until it is lifted',
  access: { staff: 'staff.managestaff' },
  scope: 'none',
  input: StaffId,
  output: Staff,
})

export const liftSuspension = operation({
  method: 'DELETE',
  path: '/staff/{staffId}/suspension',
  tag: 'staff',
  summary: 'Let a suspended person in again',
  access: { staff: 'staff.managestaff' },
  scope: 'none',
  input: StaffId,
  output: Staff,
})

export const resendStaffInvitation = operation({
  method: 'POST',
  path: '/staff/{staffId}/invitation',
  status: 204,
  tag: 'staff',
  summary: 'Mail the invitation again; the earlier link stops working',
  access: { staff: 'staff.managestaff' },
  scope: 'none',
  input: StaffId,
  output: Nothing,
})
