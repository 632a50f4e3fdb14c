import { createFileRoute } from '@tanstack/react-router'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Tabs } from '#ui/tabs.tsx'
import { ConnectorsList } from './connectors-list.tsx'
import { loadConnectors } from './load-connectors.ts'

/** The shops and print services that tell the current portal of its orders. */
export const Route = createFileRoute('/_app/stocks/connectors')({
  beforeLoad: ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'stocks.managestocks')) notThere()
    return { portal }
  },
  loader: async ({ context: { api, portal } }) => ({ portal, ...(await loadConnectors(api, portal.id)) }),
  head: () => ({ meta: [{ title: `${m['orders.connectors.title']()} · Backline` }] }),
  component: ConnectorsPage,
})

function ConnectorsPage() {
  const { portal, ...found } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  return (
    <ConnectorsList
      key={portal.id}
      portalId={portal.id}
      {...found}
      lead={m['orders.connectors.lead']({ portal: portal.name })}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/connectors" />}
    />
  )
}
