import { mdiPlus } from '@mdi/js'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isFailure, type Result } from '#client.ts'
import type { ConnectorKind } from '#features/connectors/choices.ts'
import type { Connector, Delivery } from '#features/connectors/contract.ts'
import { ConnectorFrame } from '#features/connectors/pages/connector-frame.tsx'
import classes from '#features/connectors/pages/connectors.module.css'
import { WaitingRates } from '#features/connectors/pages/waiting-rates.tsx'
import type { Shop } from '#features/shops/contract.ts'
import { ShopState } from '#features/shops/pages/shop-state.tsx'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'

const ConnectorDialog = lazy(() => import('#features/connectors/pages/connector-dialog.tsx'))
const ShopDialog = lazy(() => import('#features/shops/pages/shop-dialog.tsx'))

interface ConnectorsListProps {
  portalId: string
  connectors: Result<{ items: Connector[] }>
  shops: Result<{
    items: Shop[]
    kinds: ConnectorKind[]
    consent: boolean
    targets: { id: string; name: string }[]
  }>
  deliveries: Record<string, Delivery[]>
  lead: string
  tabs: ReactNode
  /** Between the tabs and the list. */
  above?: ReactNode
}

/** The shops and print services that tell a portal of its orders: for the portal and for staff. */
export function ConnectorsList({ portalId, connectors, shops, deliveries, ...page }: ConnectorsListProps) {
  const [open, setOpen] = useState<'shop' | 'hand'>()
  const none = { items: [], kinds: [], consent: false, targets: [] }
  const { items: known, kinds, consent, targets } = isFailure(shops) ? none : shops
  const byConsent = kinds.length > 0
  const byHand = (isFailure(connectors) ? [] : connectors.items).filter(
    ({ id }) => !known.some((shop) => shop.id === id),
  )
  return (
    <ListPage
      title={m['orders.connectors.title']()}
      {...page}
      add={
        <Button look="primary" icon={mdiPlus} onClick={() => setOpen(byConsent ? 'shop' : 'hand')}>
          {byConsent ? m['shops.connect']() : m['orders.connectors.new']()}
        </Button>
      }
      actions={byConsent ? <Button onClick={() => setOpen('hand')}>{m['shops.byHand']()}</Button> : undefined}
      found={connectors}
      failed={m['orders.connectors.loadFailed']()}
      empty={{ title: m['orders.connectors.empty.title'](), text: m['orders.connectors.empty.text']() }}
      example={() =>
        import('#features/connectors/pages/example-connectors.ts').then(({ exampleConnectors }) =>
          exampleConnectors(),
        )
      }
      below={
        <Suspense>
          {open === 'hand' ? (
            <ConnectorDialog portalId={portalId} onClose={() => setOpen(undefined)} />
          ) : undefined}
          {open === 'shop' ? (
            <ShopDialog
              portalId={portalId}
              kinds={kinds}
              consent={consent}
              byHand={byHand}
              onClose={() => setOpen(undefined)}
            />
          ) : undefined}
        </Suspense>
      }
    >
      {({ items }) => (
        <div className={classes.stack}>
          <WaitingRates portalId={portalId} connectors={items} />
          {items.map((connector) => {
            const shop = known.find(({ id }) => id === connector.id)
            return (
              <ConnectorFrame
                key={connector.id}
                portalId={portalId}
                connector={connector}
                deliveries={deliveries[connector.id] ?? []}
                shop={shop ? <ShopState portalId={portalId} shop={shop} targets={targets} /> : undefined}
              />
            )
          })}
        </div>
      )}
    </ListPage>
  )
}
