import { mdiPlus } from '@mdi/js'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import type { Connector, Delivery } from '../contract.ts'
import { ConnectorFrame } from './connector-frame.tsx'
import classes from './connectors.module.css'
import { WaitingRates } from './waiting-rates.tsx'

const ConnectorDialog = lazy(() => import('./connector-dialog.tsx'))

interface ConnectorsListProps {
  portalId: string
  connectors: Result<{ items: Connector[] }>
  deliveries: Record<string, Delivery[]>
  lead: string
  tabs: ReactNode
  /** Between the tabs and the list. */
  above?: ReactNode
}

/** The shops and print services that tell a portal of its orders: for the portal and for staff. */
export function ConnectorsList({ portalId, connectors, deliveries, ...page }: ConnectorsListProps) {
  const [open, setOpen] = useState(false)
  return (
    <ListPage
      title={m['orders.connectors.title']()}
      {...page}
      add={
        <Button look="primary" icon={mdiPlus} onClick={() => setOpen(true)}>
          {m['orders.connectors.new']()}
        </Button>
      }
      found={connectors}
      failed={m['orders.connectors.loadFailed']()}
      empty={{ title: m['orders.connectors.empty.title'](), text: m['orders.connectors.empty.text']() }}
      below={
        <Suspense>
          {open ? <ConnectorDialog portalId={portalId} onClose={() => setOpen(false)} /> : undefined}
        </Suspense>
      }
    >
      {({ items }) => (
        <div className={classes.stack}>
          <WaitingRates portalId={portalId} connectors={items} />
          {items.map((connector) => (
            <ConnectorFrame
              key={connector.id}
              portalId={portalId}
              connector={connector}
              deliveries={deliveries[connector.id] ?? []}
            />
          ))}
        </div>
      )}
    </ListPage>
  )
}
