import { mdiPlus } from '@mdi/js'
import { createFileRoute, notFound, rootRouteId, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { stocksTabs } from '#features/stocks/pages/stocks-tabs.ts'
import { currentPortal } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { ConnectorFrame } from './connector-frame.tsx'
import classes from './connectors.module.css'

const ConnectorDialog = lazy(() => import('./connector-dialog.tsx'))

/** The shops and print services that tell the current portal of its orders. */
export const Route = createFileRoute('/_app/stocks/connectors')({
  beforeLoad: ({ context }) => {
    const portal = currentPortal(context.session)
    if (!portal || !can(portal.permissions, 'stocks.managestocks')) throw notFound({ routeId: rootRouteId })
    return { portal }
  },
  loader: async ({ context: { api, portal } }) => {
    const connectors = await api.connectors.listConnectors({ portalId: portal.id })
    const deliveries = await Promise.all(
      (isFailure(connectors) ? [] : connectors.items).map(async ({ id }) => {
        const found = await api.connectors.listDeliveries({ portalId: portal.id, connectorId: id })
        return [id, isFailure(found) ? [] : found.items.slice(0, 10)] as const
      }),
    )
    return { portal, connectors, deliveries: Object.fromEntries(deliveries) }
  },
  head: () => ({ meta: [{ title: `${m['orders.connectors.title']()} · Backline` }] }),
  component: ConnectorsPage,
})

function ConnectorsPage() {
  const { portal, connectors, deliveries } = Route.useLoaderData()
  const { session } = Route.useRouteContext()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const add = (
    <Button look="primary" icon={mdiPlus} onClick={() => setOpen(true)}>
      {m['orders.connectors.new']()}
    </Button>
  )
  const empty = !isFailure(connectors) && connectors.items.length === 0
  return (
    <Page
      title={m['orders.connectors.title']()}
      lead={m['orders.connectors.lead']({ portal: portal.name })}
      actions={empty ? undefined : add}
    >
      <Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/connectors" />
      {isFailure(connectors) ? (
        <ErrorState
          title={m['orders.connectors.loadFailed']()}
          code={failureCode(connectors)}
          onRetry={() => router.invalidate()}
        />
      ) : empty ? (
        <Empty
          title={m['orders.connectors.empty.title']()}
          text={m['orders.connectors.empty.text']()}
          action={add}
        />
      ) : (
        <div className={classes.stack}>
          {connectors.items.map((connector) => (
            <ConnectorFrame
              key={connector.id}
              portalId={portal.id}
              connector={connector}
              deliveries={deliveries[connector.id] ?? []}
            />
          ))}
        </div>
      )}
      <Suspense>
        {open ? <ConnectorDialog portalId={portal.id} onClose={() => setOpen(false)} /> : undefined}
      </Suspense>
    </Page>
  )
}
