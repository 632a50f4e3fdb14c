import { createFileRoute, notFound, rootRouteId } from '@tanstack/react-router'
import { stocksTabs } from '#features/stocks/pages/stocks-tabs.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { ConnectorsList } from './connectors-list.tsx'
import { loadConnectors } from './load-connectors.ts'

/** The shops and print services that tell the current portal of its orders. */
export const Route = createFileRoute('/_app/stocks/connectors')({
  beforeLoad: ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'stocks.managestocks')) throw notFound({ routeId: rootRouteId })
    return { portal }
  },
  loader: async ({ context: { api, portal } }) => ({ portal, ...(await loadConnectors(api, portal.id)) }),
  head: () => ({ meta: [{ title: `${m['orders.connectors.title']()} · Backline` }] }),
  component: ConnectorsPage,
})

function ConnectorsPage() {
  const { portal, connectors, deliveries } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  return (
    <ConnectorsList
      key={portal.id}
      portalId={portal.id}
      connectors={connectors}
      deliveries={deliveries}
      page={(add, list) => (
        <Page
          title={m['orders.connectors.title']()}
          lead={m['orders.connectors.lead']({ portal: portal.name })}
          actions={add}
        >
          <Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/connectors" />
          {list}
        </Page>
      )}
    />
  )
}
