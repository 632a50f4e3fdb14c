import type { Session } from '#features/account/contract.ts'
import { analyticsGroups } from '#pages/analytics-tabs.ts'
import { portalTabs, staffTabs } from '#pages/billing-tabs.ts'
import { menuIcon } from '#pages/menu-icons.ts'
import {
  currentPortal,
  dashboardTabs,
  deniedPart,
  detour,
  menuItems,
  permissionsOf,
} from '#pages/navigation.ts'
import { portalsTabs } from '#pages/portals-tabs.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import type { Match } from './match.ts'
import type { Entry } from './palette-entry.ts'

interface Tab {
  title: () => string
  link: string
}

/** What else people call a page, by its address. */
const alsoCalled: Record<string, () => string> = {
  '/stocks': m['search.pages.stocksWords'],
  '/stocks/products': m['search.pages.catalogueWords'],
  '/products': m['search.pages.catalogueWords'],
  '/products/stock': m['search.pages.stocksWords'],
  '/dashboard/releases': m['search.pages.releasesWords'],
  '/team': m['search.pages.teamWords'],
  '/analytics/net-sales': m['search.pages.netSalesWords'],
  '/billing': m['search.pages.billingWords'],
}

/** The pages below each entry of the menu, as they stand side by side there. */
const tabsOf = (session: Session): Record<string, readonly Tab[]> => {
  const permissions = permissionsOf(session)
  const may = can(permissions, 'billing.managebills')
  return {
    '/dashboard': dashboardTabs(session),
    '/analytics': analyticsGroups().flatMap((group) => (group.pages.length > 0 ? group.pages : [group])),
    '/billing': currentPortal(session) ? portalTabs(permissions) : staffTabs(may),
    '/stocks': stocksTabs(session),
    '/products': productsTabs(session),
    '/portals': portalsTabs,
  }
}

/** Pages of this person whose words are named, under the name that they have in the menu or among its tabs. */
export function menuPages(session: Session, asked: readonly string[], match: Match): Entry[] {
  const tabs = tabsOf(session)
  const seen = new Set<string>()
  const opens = (link: string) =>
    detour(session, link) === undefined && deniedPart(session, link) === undefined
  return menuItems(session)
    .filter(({ disabled }) => !disabled)
    .flatMap(({ title, icon, link }) => [
      { title, icon, link, detail: '' },
      ...(tabs[link] ?? [])
        .filter((tab) => tab.link !== link)
        .map((tab) => ({ title: tab.title, icon, link: tab.link, detail: title() })),
    ])
    .filter(({ link }) => !seen.has(link) && seen.add(link) && opens(link))
    .filter(
      // Nothing typed: the menu itself, and not each of its pages.
      ({ title, link, detail }) =>
        (asked.length > 0 || detail === '') && match(`${title()} ${alsoCalled[link]?.() ?? ''}`, asked),
    )
    .map(({ title, icon, link, detail }) => ({
      key: `page ${link}`,
      title: title(),
      detail,
      icon: menuIcon(icon),
      link,
    }))
}
