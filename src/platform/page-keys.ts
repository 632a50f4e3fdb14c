import {
  billingView,
  isStaffOnly,
  type PermissionGroup,
  type PermissionKey,
  permissionGroups,
} from './permissions.ts'

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

/** What a label's portal asks of its members for entries that no other portal has. */
export const labelPageKeys: Partial<Record<string, readonly PermissionKey[]>> = {
  portals: ['portal.viewportals'],
  events: ['portal.editevents'],
}

interface Part {
  /** Its address; `*` is any one step of it. */
  path: string
  /** Key of what the page is called. */
  title: string
  /** Any of these opens it for a member; without them it is none of theirs. */
  member?: readonly PermissionKey[]
  staff?: readonly PermissionKey[]
  /** All of them together do, instead of any. */
  all?: true
}
const both = (...keys: PermissionKey[]) => ({ member: keys, staff: keys })
const member = (...keys: PermissionKey[]) => ({ member: keys })
const staff = (...keys: PermissionKey[]) => ({ staff: keys })

/** Parts of a page of the menu that ask for a permission of their own. What stands first counts. */
const parts = {
  'account.activity': {
    path: '/account/activity',
    title: 'activity.title',
    ...{ member: ['portal.manageportals'], staff: ['staff.viewstaff'] },
  },
  'billing.bills': { path: '/billing/bills', title: 'billing.bills.title', ...both('billing.viewbills') },
  'billing.information': {
    path: '/billing/information',
    title: 'billing.information.title',
    ...both('billing.viewbillinginformation'),
  },
  // To change what a page shows: an address behind the page's own, which none has.
  'billing.editInformation': {
    path: '/billing/information/edit',
    title: 'billing.information.title',
    ...both('billing.editbillinginformation'),
  },
  'billing.acceptBill': {
    path: '/billing/*/approval',
    title: 'billing.bills.title',
    ...member('billing.managebills'),
  },
  'billing.askAdvance': {
    path: '/billing/advances/new',
    title: 'billing.advances.title',
    ...both('billing.manageadvances'),
  },
  'billing.advances': {
    path: '/billing/advances',
    title: 'billing.advances.title',
    ...both('billing.viewadvances'),
  },
  'billing.rates': { path: '/billing/rates', title: 'billing.rates.title', ...staff('billing.managebills') },
  'billing.bill': { path: '/billing/*', title: 'billing.bills.title', ...both('billing.viewbills') },
  'communications.new': {
    path: '/communications/new',
    title: 'communications.new',
    ...staff('communications.managecommunications'),
  },
  'dashboard.portal': {
    path: '/dashboard/portal',
    title: 'portals.settings.title',
    ...member('portal.editconfiguration'),
  },
  'dashboard.legal': {
    path: '/dashboard/portal/legal',
    title: 'accounts.legal.title',
    ...member('portal.editconfiguration'),
  },
  'dashboard.webhooks': {
    path: '/dashboard/webhooks',
    title: 'webhooks.title',
    ...member('portal.editconfiguration'),
  },
  'dashboard.newLink': {
    path: '/dashboard/links/new',
    title: 'links.form.newTitle',
    ...member('portal.editlinks'),
  },
  'dashboard.newEvent': {
    path: '/dashboard/events/new',
    title: 'events.new',
    ...member('portal.editevents', 'events.createoreditevents'),
    all: true,
  },
  'dashboard.events': { path: '/dashboard/events', title: 'events.title', ...member('portal.editevents') },
  'dashboard.event': { path: '/dashboard/events/*', title: 'events.title', ...member('portal.editevents') },
  'dashboard.featured': {
    path: '/dashboard/featured',
    title: 'featured.title',
    ...member('portal.editfeatured'),
  },
  'dashboard.featuredItem': {
    path: '/dashboard/featured/*',
    title: 'featured.title',
    ...member('portal.editfeatured'),
  },
  'dashboard.releases': {
    path: '/dashboard/releases',
    title: 'releases.title',
    ...member('portal.editreleases'),
  },
  'dashboard.release': {
    path: '/dashboard/releases/*',
    title: 'releases.title',
    ...member('portal.editreleases'),
  },
  'dashboard.appearance': {
    path: '/dashboard/appearance',
    title: 'appearance.title',
    ...member('portal.editappearance'),
  },
  'events.new': { path: '/events/new', title: 'events.new', ...both('events.createoreditevents') },
  'portals.newLink': {
    path: '/portals/*/links/new',
    title: 'links.form.newTitle',
    ...both('portal.editlinks'),
  },
  'portals.links': { path: '/portals/*/links', title: 'links.title', ...both('portal.editlinks') },
  'portals.featured': {
    path: '/portals/*/featured',
    title: 'featured.title',
    ...both('portal.editfeatured'),
  },
  'portals.featuredItem': {
    path: '/portals/*/featured/*',
    title: 'featured.title',
    ...both('portal.editfeatured'),
  },
  'portals.releases': {
    path: '/portals/*/releases',
    title: 'releases.title',
    ...both('portal.editreleases'),
  },
  'portals.release': {
    path: '/portals/*/releases/*',
    title: 'releases.title',
    ...both('portal.editreleases'),
  },
  'portals.appearance': {
    path: '/portals/*/appearance',
    title: 'appearance.title',
    ...both('portal.editappearance'),
  },
  'products.new': { path: '/products/new', title: 'products.new', ...staff('products.manageproducts') },
  'products.blanks': {
    path: '/products/blanks',
    title: 'products.blanks.title',
    ...staff('products.viewblanks'),
  },
  'products.newBlank': {
    path: '/products/blanks/new',
    title: 'products.blanks.new',
    ...staff('products.viewblanks', 'products.manageblanks'),
    all: true,
  },
  'products.blank': {
    path: '/products/blanks/*',
    title: 'products.blanks.title',
    ...staff('products.viewblanks'),
  },
  'products.stock': { path: '/products/stock', title: 'stocks.title', ...staff('products.viewproducts') },
  'products.orders': { path: '/products/orders', title: 'orders.title', ...staff('products.viewproducts') },
  'products.imports': {
    path: '/products/imports',
    title: 'orders.imports.title',
    ...staff('products.viewproducts'),
  },
  'products.newImport': {
    path: '/products/imports/new',
    title: 'orders.upload.title',
    ...staff('products.manageproducts'),
  },
  'products.skus': { path: '/products/skus', title: 'orders.skus.title', ...staff('products.viewproducts') },
  'products.connectors': {
    path: '/products/connectors',
    title: 'orders.connectors.title',
    ...staff('products.manageproducts'),
  },
  'products.rates': {
    path: '/products/exchange-rates',
    title: 'exchangeRates.title',
    ...staff('products.viewproducts'),
  },
  'stocks.connectors': {
    path: '/stocks/connectors',
    title: 'orders.connectors.title',
    ...member('stocks.managestocks'),
  },
  'stocks.newImport': {
    path: '/stocks/imports/new',
    title: 'orders.upload.title',
    ...member('stocks.managestocks'),
  },
} satisfies Record<string, Part>
export type GuardedPart = keyof typeof parts
export const guardedParts = Object.keys(parts) as [GuardedPart, ...GuardedPart[]]

const isPart = (page: string): page is GuardedPart => page in parts
const fits = (path: string, pattern: string) => {
  const [steps, wanted] = [path.split('/'), pattern.split('/')]
  return steps.length === wanted.length && wanted.every((step, at) => step === '*' || step === steps[at])
}

/** The part of a page that an address (without language) names, if it asks for a permission of its own. */
export const partAt = (path: string): GuardedPart | undefined =>
  guardedParts.find((part) => fits(path.replace(/(\/+|#.*)$/, ''), parts[part].path))

/** Key of what a page or a part of one is called. */
export const titleKeyOf = (page: GuardedPage | GuardedPart): string =>
  isPart(page) ? parts[page].title : `shell.menu.${page}`

/** Any of these opens the page; the one that people give for it comes first. None: it is no page of theirs. */
export function keysOfPage(page: GuardedPage | GuardedPart, isStaff: boolean): readonly PermissionKey[] {
  if (isPart(page)) return (parts[page] as Part)[isStaff ? 'staff' : 'member'] ?? []
  const wanted =
    (isStaff ? undefined : labelPageKeys[page]) ??
    pageKeys[page] ??
    permissionGroups[areas[page]]
      .map((action) => `${areas[page]}.${action}` as PermissionKey)
      .sort((a, b) => Number(b.includes('.view')) - Number(a.includes('.view')))
  return isStaff ? wanted : wanted.filter((key) => !isStaffOnly(key))
}

/** What is lacking of a page for whoever holds what `holds` says; undefined when it opens, or is none of theirs. */
export function lackingKey(
  page: GuardedPage | GuardedPart,
  isStaff: boolean,
  holds: (key: PermissionKey) => boolean,
): PermissionKey | undefined {
  const wanted = keysOfPage(page, isStaff)
  if (isPart(page) && (parts[page] as Part).all) return wanted.find((key) => !holds(key))
  return wanted.some(holds) ? undefined : wanted[0]
}
