import type { Session } from '#features/account/contract.ts'
import { currentPortal, permissionsAt, permissionsOf } from '#pages/navigation.ts'
import { can, type PermissionKey } from '#platform/permissions.ts'
import type { Flag } from '../why-contract.ts'

/** The page of what a flag is of, for whoever may open it. */
export function flagWay(session: Session | null, flag: Flag): string | undefined {
  if (!session) return undefined
  if (flag.about === 'post') return postWay(session, flag)
  if (flag.about === 'release') return releaseWay(session, flag)
  return flag.about === 'event' ? eventWay(session, flag) : productWay(session, flag)
}

const mayThere = (session: Session, { portalId }: Flag, key: PermissionKey) =>
  can(permissionsAt(session, portalId), key)

/** Is it of the only portal that a member works with now? */
const isOwn = (session: Session, { portalId }: Flag) =>
  !session.user.staff && currentPortal(session)?.id === portalId

function postWay(session: Session, { id }: Flag) {
  if (!session.user.staff) return '/account/inbox'
  return can(permissionsOf(session), 'communications.viewcommunications')
    ? `/communications/${id}`
    : undefined
}

function releaseWay(session: Session, flag: Flag) {
  if (!mayThere(session, flag, 'portal.editreleases')) return undefined
  if (isOwn(session, flag)) return `/dashboard/releases/${flag.id}`
  return session.user.staff || can(currentPortal(session)?.permissions, 'portal.viewportals')
    ? `/portals/${flag.portalId}/releases/${flag.id}`
    : undefined
}

function eventWay(session: Session, flag: Flag) {
  if (session.user.staff || currentPortal(session)?.label === true)
    return mayThere(session, flag, 'events.viewevents') ? `/events/${flag.portalId}/${flag.id}` : undefined
  return isOwn(session, flag) && mayThere(session, flag, 'portal.editevents')
    ? `/dashboard/events/${flag.id}`
    : undefined
}

function productWay(session: Session, flag: Flag) {
  const [list, key] = session.user.staff
    ? (['/products', 'products.viewproducts'] as const)
    : (['/stocks/products', 'stocks.viewstocks'] as const)
  return mayThere(session, flag, key) ? `${list}/${flag.portalId}/${flag.id}` : undefined
}
