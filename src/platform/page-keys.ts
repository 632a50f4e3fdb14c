import { billingView, type PermissionGroup, type PermissionKey, permissionGroups } from './permissions.ts'

/**
 * What the page of an entry asks for, where the group alone is not enough: the key to make, delete or download
 * something does not open a list that it may not read.
 */
export const pageKeys: Partial<Record<string, readonly PermissionKey[]>> = {
  staffs: ['staff.viewstaff'],
  events: ['events.viewevents'],
  products: ['products.viewproducts', 'products.viewblanks'],
  billing: billingView,
  users: ['contacts.viewcontacts'],
  communications: ['communications.viewcommunications'],
  team: ['team.viewteammembers'],
  stocks: ['stocks.viewstocks'],
}

/** The areas that entries of the menu belong to, by their addresses; §2 of the specification. */
const areas = {
  analytics: 'analytics',
  staffs: 'staff',
  portals: 'portal',
  events: 'events',
  products: 'products',
  billing: 'billing',
  users: 'contacts',
  communications: 'communications',
  dashboard: 'portal',
  team: 'team',
  stocks: 'stocks',
} satisfies Record<string, PermissionGroup>
export type GuardedPage = keyof typeof areas
export const guardedPages = Object.keys(areas) as [GuardedPage, ...GuardedPage[]]

/** Any of these opens the page; the one that people give for it comes first. */
export const keysOfPage = (page: GuardedPage): readonly PermissionKey[] =>
  pageKeys[page] ??
  permissionGroups[areas[page]]
    .map((action) => `${areas[page]}.${action}` as PermissionKey)
    .sort((a, b) => Number(b.includes('.view')) - Number(a.includes('.view')))
