import type { Role } from '#platform/permissions.ts'

/** The choices of a post, apart from their validators: pages that only list them stay light. */
export const postKinds = ['info', 'success', 'warning', 'error'] as const
export type PostKind = (typeof postKinds)[number]
export const postStatuses = ['draft', 'scheduled', 'published', 'deleted'] as const
export type PostStatus = (typeof postStatuses)[number]
export const channels = ['inApp', 'email'] as const
export type Channel = (typeof channels)[number]
export const portalTypes = ['master', 'simple'] as const
export type PortalType = (typeof portalTypes)[number]

/** Who is meant; an empty list narrows nothing. */
export interface Audience {
  portalTypes: PortalType[]
  portals: string[]
  roles: Role[]
}

/** How far a mail of the outbox has come, as staff see it. */
export const deliveryStates = ['waiting', 'sent', 'kept', 'failed', 'digest', 'none'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Deleted posts can be taken back this long. */
export const restorableDays = 30
