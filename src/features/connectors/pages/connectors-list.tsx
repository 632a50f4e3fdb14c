import { mdiPlus } from '@mdi/js'
import { useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { failureCode, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import type { Connector, Delivery } from '../contract.ts'
import { ConnectorFrame } from './connector-frame.tsx'
import classes from './connectors.module.css'

const ConnectorDialog = lazy(() => import('./connector-dialog.tsx'))
interface ConnectorsListProps {
  portalId: string
  connectors: Result<{ items: Connector[] }>
  deliveries: Record<string, Delivery[]>
  /** The page around the list; the verb that adds a connection stands in its head unless there is none yet. */
  page: (add: ReactNode, list: ReactNode) => ReactNode
}

/** The shops and print services that tell a portal of its orders: for the portal and for staff. */
export function ConnectorsList({ portalId, connectors, deliveries, page }: ConnectorsListProps) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const add = (
    <Button look="primary" icon={mdiPlus} onClick={() => setOpen(true)}>
      {m['orders.connectors.new']()}
    </Button>
  )
  const empty = !isFailure(connectors) && connectors.items.length === 0
  return page(
    empty ? undefined : add,
    <>
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
              portalId={portalId}
              connector={connector}
              deliveries={deliveries[connector.id] ?? []}
            />
          ))}
        </div>
      )}
      <Suspense>
        {open ? <ConnectorDialog portalId={portalId} onClose={() => setOpen(false)} /> : undefined}
      </Suspense>
    </>,
  )
}
