import type { Session } from '#features/account/contract.ts'
import { currentPortal, permissionsAt, permissionsOf } from '#pages/navigation.ts'
import { can, type PermissionKey } from '#platform/permissions.ts'
import type { Flag } from '../why-contract.ts'

/** The page of what a flag is of, for whoever may open it. */
export function flagWay(session: Session | null, { about, id, portalId }: Flag): string | undefined {
  if (!session) return undefined
  const { staff } = session.user
  const portal = currentPortal(session)
  if (about === 'post') {
    if (!staff) return '/account/inbox'
    return can(permissionsOf(session), 'communications.viewcommunications')
      ? `/communications/${id}`
      : undefined
  }
  const here = (key: PermissionKey) => can(permissionsAt(session, portalId), key)
  const own = !staff && portal?.id === portalId
  const many = staff || portal?.label === true
  if (about === 'release') {
    if (!here('portal.editreleases')) return undefined
    if (own) return `/dashboard/releases/${id}`
    return staff || can(portal?.permissions, 'portal.viewportals')
      ? `/portals/${portalId}/releases/${id}`
      : undefined
  }
  if (about === 'event') {
    if (many) return here('events.viewevents') ? `/events/${portalId}/${id}` : undefined
    return own && here('portal.editevents') ? `/dashboard/events/${id}` : undefined
  }
  const [list, key] = staff
    ? (['/products', 'products.viewproducts'] as const)
    : (['/stocks/products', 'stocks.viewstocks'] as const)
  return here(key) ? `${list}/${portalId}/${id}` : undefined
}
