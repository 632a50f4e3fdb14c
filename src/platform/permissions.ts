/** Roles, permission keys and their templates: specification §6 and the product's decisions. Browser-safe. */

export const roles = [
  'Owner',
  'Label Manager',
  'Editor',
  'Marketing',
  'Operations',
  'Tech',
  'Lector',
] as const
export type Role = (typeof roles)[number]

/** Every permission, by group. */
export const permissionGroups = {
  analytics: ['viewanalytics'],
  events: ['createoreditevents', 'deleteevents', 'viewevents'],
  billing: [
    'viewbillingsummary',
    'viewbillinginformation',
    'editbillinginformation',
    'downloadbills',
    'viewbills',
    'managebills',
    'viewadvances',
    'manageadvances',
  ],
  portal: [
    'editappearance',
    'editconfiguration',
    'editreleases',
    'editfeatured',
    'editevents',
    'editlinks',
    'viewportals',
    'manageportals',
  ],
  team: ['createoreditteammembers', 'deleteteammembers', 'viewteammembers'],
  staff: ['viewstaff', 'managestaff'],
  contacts: ['viewcontacts', 'managecontacts'],
  products: ['viewproducts', 'viewblanks', 'manageproducts', 'manageblanks'],
  stocks: ['viewstocks', 'managestocks'],
  communications: ['viewcommunications', 'managecommunications'],
  manufacturing: ['viewmanufacturing'],
  comunity: ['viewcomunity'],
} as const

export type PermissionGroup = keyof typeof permissionGroups
export type PermissionKey = {
  [G in PermissionGroup]: `${G}.${(typeof permissionGroups)[G][number]}`
}[PermissionGroup]

/** The nested map of the specification: `group.action` → boolean. Only `true` counts. */
export type PermissionMap = Record<string, Record<string, boolean>>

export const permissionKeys = Object.entries(permissionGroups).flatMap(([group, actions]) =>
  actions.map((action) => `${group}.${action}` as PermissionKey),
)

/** Groups that only staff can hold; no grant gives them to a member. */
export const staffOnlyGroups: readonly PermissionGroup[] = [
  'staff',
  'contacts',
  'products',
  'communications',
  'manufacturing',
]

const groupOf = (key: string) => key.slice(0, key.indexOf('.')) as PermissionGroup
export const isStaffOnly = (key: string) => staffOnlyGroups.includes(groupOf(key))

const everyRole: PermissionKey[] = ['events.viewevents', 'team.viewteammembers', 'comunity.viewcomunity']
const billingReader: PermissionKey[] = [
  'billing.viewbillingsummary',
  'billing.viewbills',
  'billing.downloadbills',
  'billing.viewadvances',
]
const contentEditor: PermissionKey[] = ['portal.editfeatured', 'portal.editreleases', 'portal.editevents']

/** What each role holds before grants and denies. */
export const roleTemplates: Record<Role, readonly PermissionKey[]> = {
  Owner: permissionKeys.filter((key) => !isStaffOnly(key)),
  'Label Manager': permissionKeys.filter(
    (key) =>
      !isStaffOnly(key) && key !== 'billing.editbillinginformation' && key !== 'billing.manageadvances',
  ),
  Editor: [
    ...everyRole,
    'analytics.viewanalytics',
    'events.createoreditevents',
    'events.deleteevents',
    'portal.editlinks',
    'portal.editappearance',
    ...contentEditor,
    'stocks.viewstocks',
  ],
  Marketing: [
    ...everyRole,
    'analytics.viewanalytics',
    'events.createoreditevents',
    'portal.editlinks',
    'portal.editappearance',
    ...contentEditor,
    'stocks.viewstocks',
  ],
  Operations: [
    ...everyRole,
    'analytics.viewanalytics',
    'events.createoreditevents',
    'portal.editevents',
    ...billingReader,
    'stocks.viewstocks',
    'stocks.managestocks',
  ],
  Tech: [...everyRole, 'portal.editlinks', 'portal.editappearance', 'portal.editconfiguration'],
  Lector: [...everyRole, 'analytics.viewanalytics', 'portal.viewportals', 'stocks.viewstocks'],
}

/** Effective keys of a member: (role ∪ grants) − denies, never a staff-only key. */
export function memberKeys(role: Role, grants: readonly string[], denies: readonly string[]): Set<string> {
  const keys = new Set<string>(roleTemplates[role])
  for (const key of grants) if ((permissionKeys as string[]).includes(key) && !isStaffOnly(key)) keys.add(key)
  for (const key of denies) keys.delete(key)
  return keys
}

/** Keys as the nested map that the session call answers. */
export function toPermissionMap(keys: Iterable<string>): PermissionMap {
  const map: PermissionMap = {}
  for (const key of keys) {
    const group = groupOf(key)
    map[group] ??= {}
    map[group][key.slice(group.length + 1)] = true
  }
  return map
}

/** True only for the boolean `true` at `group.action`; "true", 1 and {} do not count. */
export function can(permissions: PermissionMap | undefined, key: PermissionKey): boolean {
  const group = groupOf(key)
  return permissions?.[group]?.[key.slice(group.length + 1)] === true
}

/** Does the person hold any action of the group? */
export function hasGroup(permissions: PermissionMap | undefined, group: PermissionGroup): boolean {
  return permissionGroups[group].some((action) => permissions?.[group]?.[action] === true)
}

/** Any of summary, information, bills or advances (specification §6). */
export const billingView: readonly PermissionKey[] = [
  'billing.viewbillingsummary',
  'billing.viewbillinginformation',
  'billing.viewbills',
  'billing.viewadvances',
]

/**
 * Any of releases, featured, appearance or configuration (specification §6).
 * @public
 */
export const portalEdit: readonly PermissionKey[] = [
  'portal.editreleases',
  'portal.editfeatured',
  'portal.editappearance',
  'portal.editconfiguration',
]

/** What a key is of no use without: whoever may download bills has to see them. Nothing is refused for it; pages warn. */
const restsOn: Partial<Record<PermissionKey, readonly PermissionKey[]>> = {
  'events.createoreditevents': ['events.viewevents'],
  'events.deleteevents': ['events.viewevents'],
  'billing.editbillinginformation': ['billing.viewbillinginformation'],
  'billing.downloadbills': ['billing.viewbills'],
  'billing.managebills': ['billing.viewbills'],
  'billing.manageadvances': ['billing.viewadvances'],
  'portal.manageportals': ['portal.viewportals'],
  'team.createoreditteammembers': ['team.viewteammembers'],
  'team.deleteteammembers': ['team.viewteammembers'],
  'staff.managestaff': ['staff.viewstaff'],
  'contacts.managecontacts': ['contacts.viewcontacts'],
  'products.manageproducts': ['products.viewproducts'],
  'products.manageblanks': ['products.viewblanks'],
  'stocks.managestocks': ['stocks.viewstocks'],
  'communications.managecommunications': ['communications.viewcommunications'],
}

/** The keys without which this one, though held, opens nothing. */
export const restsUponLacking = (key: PermissionKey, held: ReadonlySet<string>): PermissionKey[] =>
  held.has(key) ? (restsOn[key] ?? []).filter((other) => !held.has(other)) : []

/** What nobody may do in somebody else's name: money, billing information, team and permissions. */
const neverAsSpy: readonly PermissionKey[] = [
  'billing.editbillinginformation',
  'billing.managebills',
  'billing.manageadvances',
  'portal.manageportals',
  'team.createoreditteammembers',
  'team.deleteteammembers',
]

/** Keys of members that staff hold under another name. */
const heldAs: Partial<Record<PermissionKey, PermissionKey>> = {
  'team.viewteammembers': 'contacts.viewcontacts',
  'stocks.viewstocks': 'products.viewproducts',
  'stocks.managestocks': 'products.manageproducts',
}

/** The most that a spy session may hold of the person's keys, by what the staff member holds. */
export function spyKeys(isSuper: boolean, held: readonly string[]): Set<string> {
  const keys = permissionKeys.filter(
    (key) =>
      isSuper || held.includes(key) || held.includes(heldAs[key] ?? key) || key === 'comunity.viewcomunity',
  )
  return new Set(keys.filter((key) => !neverAsSpy.includes(key)))
}
