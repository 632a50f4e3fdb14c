import { useRouteContext, useRouterState } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { ListSkeleton, PageSkeleton } from '#ui/page-skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { portalTabs, staffTabs } from './billing-tabs.ts'
import { dashboardTabs, permissionsOf } from './navigation.ts'
import { portalsTabs } from './portals-tabs.ts'
import { productsTabs } from './products-tabs.ts'
import { stocksTabs } from './stocks-tabs.ts'

type Tab = ComponentProps<typeof Tabs>['tabs'][number]

/** The tabs that a page has beside it, if any. */
function tabsAt(session: Session | null, path: string) {
  const staff = session?.user.staff === true
  const permissions = permissionsOf(session)
  const of: Partial<Record<string, () => readonly Tab[]>> = {
    products: () => productsTabs(session),
    stocks: () => stocksTabs(session),
    dashboard: () => dashboardTabs(session),
    portals: () => (staff ? portalsTabs : []),
    billing: () =>
      staff
        ? staffTabs(can(permissions, 'billing.managebills'), can(permissions, 'billing.viewbills'))
        : portalTabs(permissions),
  }
  const tabs = of[path.split('/')[1] ?? '']?.() ?? []
  // What lies below a tab is a page of its own.
  return tabs.some(({ link }) => link === path) ? tabs : []
}

/** A page that is waited for: the tabs beside it stand, and what it is made of is outlined. */
export default function WaitingTabs() {
  const { session } = useRouteContext({ from: '__root__' })
  const path = useRouterState({ select: ({ location }) => location.pathname })
  const tabs = tabsAt(session, path)
  if (tabs.length === 0) return <PageSkeleton />
  return (
    <PageSkeleton tabs={<Tabs label={m['shell.tabs.label']()} tabs={tabs} path={path} />}>
      <ListSkeleton />
    </PageSkeleton>
  )
}
