import type { Session, SessionPortal } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import {
  type GuardedPage,
  type GuardedPart,
  guardedPages,
  labelPageKeys,
  lackingKey,
  pageKeys,
  partAt,
} from '#platform/page-keys.ts'
import { can, hasGroup, type PermissionGroup, type PermissionMap } from '#platform/permissions.ts'

/** An entry of the menu, as the specification §3 names its fields. */
export interface MenuItem {
  id: string
  title: () => string
  link: `/${string}`
  /** Name of an mdi icon; menu-icons.ts draws it, and is not needed to know where a path leads. */
  icon: string
  permit: PermissionGroup
  active: boolean
  disabled: boolean
  super: boolean
  comingSoon: boolean
}
export type MenuEntry = MenuItem | 'divider'

const item = (
  id: string,
  title: () => string,
  icon: string,
  permit: PermissionGroup,
  flags: Partial<Pick<MenuItem, 'active' | 'disabled' | 'super' | 'comingSoon'>> = {},
): MenuItem => ({
  id,
  title,
  link: `/${id}`,
  icon,
  permit,
  active: true,
  disabled: false,
  super: false,
  comingSoon: false,
  ...flags,
})

/** Specification §2, staff menu, in order. */
export const staffMenu: readonly MenuEntry[] = [
  item('analytics', m['shell.menu.analytics'], 'chart-line-variant', 'analytics'),
  item('staffs', m['shell.menu.staffs'], 'account-tie-outline', 'staff'),
  item('portals', m['shell.menu.portals'], 'storefront-outline', 'portal'),
  item('events', m['shell.menu.events'], 'calendar-blank-outline', 'events'),
  'divider',
  item('products', m['shell.menu.products'], 'tshirt-crew-outline', 'products'),
  item('billing', m['shell.menu.billing'], 'receipt-text-outline', 'billing'),
  item('manufacturing', m['shell.menu.manufacturing'], 'factory', 'manufacturing', {
    active: false,
    disabled: true,
  }),
  'divider',
  item('users', m['shell.menu.users'], 'account-box-outline', 'contacts'),
  item('communications', m['shell.menu.communications'], 'email-outline', 'communications'),
]

/** Specification §2, portal-user menu, in order. */
export const portalMenu: readonly MenuEntry[] = [
  item('dashboard', m['shell.menu.dashboard'], 'view-dashboard-outline', 'portal'),
  item('analytics', m['shell.menu.analytics'], 'chart-line-variant', 'analytics'),
  item('comunity', m['shell.menu.comunity'], 'forum-outline', 'comunity', {
    disabled: true,
    comingSoon: true,
  }),
  item('events', m['shell.menu.events'], 'calendar-blank-outline', 'events'),
  item('team', m['shell.menu.team'], 'account-group-outline', 'team'),
  item('portals', m['shell.menu.portals'], 'storefront-outline', 'portal'),
  'divider',
  item('stocks', m['shell.menu.stocks'], 'package-variant-closed', 'stocks'),
  item('billing', m['shell.menu.billing'], 'receipt-text-outline', 'billing'),
]

/** The parts of /dashboard, each for whoever may edit it; the first for everyone who has the menu entry. */
export const dashboardTabs = (session: Session | null) => {
  const permissions = permissionsOf(session)
  return [
    { id: 'dashboard', title: m['shell.tabs.dashboard'], link: '/dashboard', shown: true },
    { id: 'links', title: m['shell.tabs.links'], link: '/dashboard/links', shown: true },
    {
      id: 'events',
      title: m['shell.tabs.events'],
      link: '/dashboard/events',
      shown: can(permissions, 'portal.editevents'),
    },
    {
      id: 'featured',
      title: m['shell.tabs.featured'],
      link: '/dashboard/featured',
      shown: can(permissions, 'portal.editfeatured'),
    },
    {
      id: 'releases',
      title: m['releases.title'],
      link: '/dashboard/releases',
      shown: can(permissions, 'portal.editreleases'),
    },
    {
      id: 'appearance',
      title: m['shell.tabs.appearance'],
      link: '/dashboard/appearance',
      shown: can(permissions, 'portal.editappearance'),
    },
    {
      id: 'portal',
      title: m['portals.settings.title'],
      link: '/dashboard/portal',
      shown: can(permissions, 'portal.editconfiguration'),
    },
  ].filter(({ shown }) => shown)
}

/** The portal that a portal user works in now; undefined for staff. */
export function currentPortal(session: Session | null): SessionPortal | undefined {
  return session?.user.portals?.find((portal) => portal.id === session.currentPortalId)
}

/** What the person may do here: staff by themselves, members by their membership in the current portal. */
export function permissionsOf(session: Session | null): PermissionMap | undefined {
  return session?.user.staff ? session.user.permissions : currentPortal(session)?.permissions
}

/** What the person may do at one portal: staff the same everywhere, members by how they reach it. */
export const permissionsAt = (session: Session | null, portalId: string): PermissionMap | undefined =>
  session?.user.staff
    ? session.user.permissions
    : (session?.user.portals?.find(({ id }) => id === portalId)?.permissions ?? labelPermissions(session))

/** Those at a label's portals which a session does not name. */
const labelPermissions = (session: Session | null) =>
  session?.user.hasMorePortals ? session.user.portals?.find(({ label }) => label)?.permissions : undefined

/** May the person open /account/activity? Staff who see staff, and whoever manages one of their portals. */
export const mayReadActivity = (session: Session | null): boolean =>
  session?.user.staff
    ? can(session.user.permissions, 'staff.viewstaff')
    : can(permissionsOf(session), 'portal.manageportals')

const opens = (entry: MenuItem, permissions: PermissionMap | undefined) =>
  hasGroup(permissions, entry.permit) && (pageKeys[entry.id]?.some((key) => can(permissions, key)) ?? true)

const staffSees = (entry: MenuItem, { user }: Session) =>
  (!entry.super || user.super) && opens(entry, user.permissions)

function memberSees(entry: MenuItem, portal: SessionPortal) {
  if (!opens(entry, portal.permissions)) return false
  if (entry.id === 'portals') return portal.label && can(portal.permissions, 'portal.viewportals')
  if (entry.id === 'events') return portal.label && can(portal.permissions, 'portal.editevents')
  return entry.id !== 'billing' || portal.master
}

/** The person's menu; a divider stands only between two entries that are shown. */
export function menuFor(session: Session | null): MenuEntry[] {
  if (!session) return []
  const portal = currentPortal(session)
  const sees = session.user.staff
    ? (entry: MenuItem) => staffSees(entry, session)
    : (entry: MenuItem) => portal !== undefined && memberSees(entry, portal)
  const shown = (session.user.staff ? staffMenu : portalMenu).filter(
    (entry) => entry === 'divider' || sees(entry),
  )
  return shown.filter((entry, at) => {
    if (entry !== 'divider') return true
    return shown[at - 1] !== 'divider' && shown.slice(0, at).some(isItem) && shown.slice(at).some(isItem)
  })
}

const isItem = (entry: MenuEntry): entry is MenuItem => entry !== 'divider'
export const menuItems = (session: Session | null) => menuFor(session).filter(isItem)

/** Where a signed-in person starts: the first entry that can be opened, or their account when there is none. */
export function homeOf(session: Session): `/${string}` {
  return menuItems(session).find((entry) => !entry.disabled)?.link ?? '/account'
}

export const publicPaths: readonly string[] = ['/login', '/update-password', '/activate-account']

const segmentOf = (path: string) => `/${path.split('/')[1] ?? ''}`

/**
 * Where opening `path` (without language) leads instead, by the access rules of the specification §2;
 * undefined when the page may open.
 */
export function detour(session: Session | null, path: string): `/${string}` | undefined {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path
  if (!session) return publicPaths.includes(plain) ? undefined : '/login'
  if (publicPaths.includes(plain)) return '/'
  if (plain === '/') return homeOf(session)
  const segment = segmentOf(plain)
  if (segment === '/account' || menuItems(session).some((entry) => entry.link === segment)) return undefined
  return homeOf(session)
}

/** Before the name of such a page, behind the address of the one that opened instead. */
export const deniedMark = 'denied='

/** Behind the address of the first page of the menu, where somebody was led from an address that is not in it. */
export const elsewhereMark = 'elsewhere'

/** Is an address, which leads to the first page of the menu, one that nobody would take for it? */
export const isElsewhere = (session: Session | null, path: string): boolean =>
  session !== null && ![...publicPaths, '/'].includes(path.length > 1 ? path.replace(/\/+$/, '') : path)

/** What this portal is not, and the page of such an address is for: no permission would open it here. */
export function onlyFor(session: Session | null, path: string): OnlyFor | undefined {
  const portal = currentPortal(session)
  if (!portal) return undefined
  if (['/portals', '/events'].includes(segmentOf(path))) return portal.label ? undefined : 'label'
  return segmentOf(path) === '/billing' && !portal.master ? 'master' : undefined
}
export type OnlyFor = 'label' | 'master'

/** May somebody open an address: does it neither lead elsewhere nor lack a permission? */
export const mayOpen = (session: Session | null, path: string): boolean =>
  detour(session, path) === undefined && deniedPart(session, path) === undefined

/** The page of their own kind's menu that somebody was led away from, for want of a permission. */
export function deniedPage(session: Session | null, path: string): GuardedPage | undefined {
  const page = guardedPages.find((id) => segmentOf(path) === `/${id}`)
  if (!session || !page) return undefined
  const entry = (session.user.staff ? staffMenu : portalMenu).find((one) => isItem(one) && one.id === page)
  if (!entry || !isItem(entry)) return undefined
  const permissions = permissionsOf(session)
  // What only a label has is lacking at a label alone.
  const ofLabel = currentPortal(session)?.label ? labelPageKeys[page] : undefined
  const lacks = !opens(entry, permissions) || ofLabel?.some((key) => !can(permissions, key))
  return lacks ? page : undefined
}

/** The part of a page that an address names and a permission is lacking for, at the portal that the address names. */
export function deniedPart(session: Session | null, path: string): DeniedPart | undefined {
  const page = partAt(path)
  if (!session || !page) return undefined
  const [, portalId] = /^\/portals\/([^/]+)\//.exec(path) ?? []
  const permissions = portalId ? permissionsAt(session, portalId) : permissionsOf(session)
  // What one may not know of stays what is not there.
  if (!permissions || (portalId && !isUuid(portalId))) return undefined
  if (!lackingKey(page, session.user.staff, (key) => can(permissions, key))) return undefined
  return { page, ...(portalId ? { portalId } : {}) }
}
export interface DeniedPart {
  page: GuardedPart
  portalId?: string
}

const uuid = '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}'

export const isUuid = (value: string) => new RegExp(`^${uuid}$`, 'i').test(value)

/** Pages of the specification §2 and product.md §2 that have an address before they have a screen. */
const plannedPaths = ['(manufacturing|comunity)'].map(
  (path) => new RegExp(`^/${path.replaceAll('{id}', uuid)}/?$`, 'i'),
)

/** Is this the address of a page, though perhaps one that is still being built? */
export const isPlanned = (path: string) => plannedPaths.some((pattern) => pattern.test(path))
