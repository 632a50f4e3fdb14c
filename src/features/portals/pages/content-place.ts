import { type Api, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal, dashboardTabs, isUuid, permissionsAt } from '#pages/navigation.ts'
import { notThere, orNotThere } from '#pages/not-there.ts'
import { m } from '#paraglide/messages.js'
import { can, type PermissionKey, type PermissionMap } from '#platform/permissions.ts'

/**
 * Where a portal's content is worked on: a member's current portal below /dashboard, or any portal that staff and labels
 * reach below /portals/{id}.
 */
export interface ContentPlace {
  portal: { id: string; name: string; permissions: PermissionMap | undefined }
  /** `/dashboard` or `/portals/{id}`; what it holds lies below it. */
  base: string
}

interface Context {
  api: Api
  session: Session | null
}

/** The current portal's place. @throws notFound without one, or without the key. */
export function dashboardPlace({ session }: Context, key?: PermissionKey): ContentPlace {
  const portal = currentPortal(session)
  if (!portal || (key && !can(portal.permissions, key))) notThere()
  return { portal, base: '/dashboard' }
}

/** The place of the portal that an address names. @throws notFound for one out of reach, or without the key. */
export async function portalPlace(
  { api, session }: Context,
  portalId: string,
  key?: PermissionKey,
): Promise<ContentPlace> {
  const permissions = permissionsAt(session, portalId)
  if (!isUuid(portalId) || !permissions || (key && !can(permissions, key))) notThere()
  const portal = await api.portals.getPortal({ portalId })
  orNotThere(portal)
  const name = isFailure(portal) ? '' : portal.name
  return { portal: { id: portalId, name, permissions }, base: `/portals/${portalId}` }
}

/** The parts of a place, each for whoever may edit it. */
export function contentTabs({ portal, base }: ContentPlace, session: Session | null) {
  if (base === '/dashboard') return dashboardTabs(session)
  const tab = (id: string, title: () => string, key?: PermissionKey, link = `${base}/${id}`) =>
    key && !can(portal.permissions, key) ? [] : [{ id, title, link }]
  return [
    ...tab('portal', m['portals.column.name'], undefined, base),
    ...tab('links', m['shell.tabs.links'], 'portal.editlinks'),
    ...tab('featured', m['shell.tabs.featured'], 'portal.editfeatured'),
    ...tab('releases', m['releases.title'], 'portal.editreleases'),
    ...tab('appearance', m['shell.tabs.appearance'], 'portal.editappearance'),
  ]
}
