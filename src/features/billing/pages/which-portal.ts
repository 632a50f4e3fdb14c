import type { Session } from '#features/account/contract.ts'
import { currentPortal, isUuid, permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { can, type PermissionKey } from '#platform/permissions.ts'

/** Staff name the portal in the address; members work in their current one. @throws notFound without either. */
export function portalFor(session: Session | null, portal: string | undefined, key: PermissionKey): string {
  const portalId = session?.user.staff ? portal : currentPortal(session)?.id
  if (!portalId || !can(permissionsOf(session), key)) notThere()
  return portalId
}

/** `?portal=` of an address. */
export const readPortal = (search: Record<string, unknown>): { portal?: string } =>
  isUuid(String(search.portal)) ? { portal: String(search.portal) } : {}

/** By which portal somebody acts, and which of its account's is meant: staff name just the one. */
export interface Acting {
  portalId: string
  of?: string | undefined
}
