import { createFileRoute } from '@tanstack/react-router'
import { NoPortal } from '#features/portals/pages/no-portal.tsx'
import { choosePortal } from '#features/products/pages/choose-portal.ts'
import { PortalChoice } from '#features/products/pages/portal-choice.tsx'
import { isUuid, permissionsOf } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { productsTabs } from '#pages/products-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { FilterBar, Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { ConnectorsList } from './connectors-list.tsx'
import { loadConnectors } from './load-connectors.ts'

/** The connections of each portal, for staff. */
export const Route = createFileRoute('/_app/products/connectors')({
  validateSearch: ({ portal }: Record<string, unknown>): { portal?: string } =>
    typeof portal === 'string' && isUuid(portal) ? { portal } : {},
  loaderDeps: ({ search }) => search,
  beforeLoad: ({ context }) => {
    if (!can(permissionsOf(context.session), 'products.manageproducts')) notThere()
  },
  loader: async ({ context: { api }, deps }) => {
    const { portals, portal } = await choosePortal(api, deps.portal)
    return { portals, portal, found: portal && (await loadConnectors(api, portal.value)) }
  },
  head: () => ({ meta: [{ title: `${m['orders.connectors.title']()} · Backline` }] }),
  component: StaffConnectorsPage,
})

function StaffConnectorsPage() {
  const { portals, portal, found } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const tabs = (
    <Tabs label={m['shell.tabs.label']()} tabs={productsTabs(session)} path="/products/connectors" />
  )
  if (!portal || !found)
    return (
      <Page title={m['orders.connectors.title']()}>
        {tabs}
        <NoPortal />
      </Page>
    )
  return (
    <ConnectorsList
      key={portal.value}
      portalId={portal.value}
      {...found}
      lead={m['orders.connectors.lead']({ portal: portal.label })}
      tabs={tabs}
      above={
        <FilterBar>
          <PortalChoice
            portals={portals}
            portal={portal}
            onChoose={(id) => navigate({ search: { portal: id } })}
          />
        </FilterBar>
      }
    />
  )
}
