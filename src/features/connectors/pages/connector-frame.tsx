import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { Connector, Delivery } from '../contract.ts'
import { ConnectorActs } from './connector-acts.tsx'
import { deliveryState, kindHelp, kindWord } from './connector-words.ts'
import classes from './connectors.module.css'

interface ConnectorFrameProps {
  portalId: string
  connector: Connector
  deliveries: Delivery[]
  /** Of a shop that was connected with its consent: how far it is, instead of what is pasted by hand. */
  shop?: ReactNode
}

/** One connection: where the shop sends to, what it told last, and what can be done with it. */
export function ConnectorFrame({ portalId, connector, deliveries, shop }: ConnectorFrameProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const retry = async (deliveryId: string) => {
    const again = await api.connectors.retryDelivery({ portalId, connectorId: connector.id, deliveryId })
    if (isFailure(again)) return toast(m['orders.connectors.failed'](), { kind: 'error' })
    toast(m['orders.delivery.retried']())
    await router.invalidate()
  }
  return (
    <Frame
      title={`${connector.name} · ${kindWord(connector.kind)}`}
      control={
        <Status mark={connector.failed > 0 ? 'broken' : connector.lastDeliveryAt ? 'live' : 'draft'}>
          {connector.failed > 0
            ? m['orders.connectors.stateFailed']({ count: connector.failed })
            : connector.lastDeliveryAt
              ? m['orders.connectors.stateLive']()
              : m['orders.connectors.stateSilent']()}
        </Status>
      }
    >
      <Facts connector={connector} byHand={!shop} />
      {shop ?? <p className={classes.soft}>{kindHelp(connector.kind)}</p>}
      <ConnectorActs portalId={portalId} connector={connector} byHand={!shop} />
      {deliveries.length > 0 ? (
        <DataTable
          label={m['orders.delivery.title']({ name: connector.name })}
          columns={columns(retry)}
          rows={deliveries}
          rowKey={({ id }) => id}
        />
      ) : undefined}
    </Frame>
  )
}

/** Where it sends to, how much came today, and from when on its sales are owed. */
const Facts = ({ connector, byHand }: { connector: Connector; byHand: boolean }) => (
  <dl className={classes.facts}>
    {byHand ? (
      <>
        <dt>{m['orders.connectors.address']()}</dt>
        <dd>{connector.url}</dd>
      </>
    ) : undefined}
    <dt>{m['orders.connectors.lastDay']()}</dt>
    <dd>{here().number(connector.deliveries)}</dd>
    {connector.kind === 'printful' ? undefined : (
      <>
        <dt>{m['orders.connectors.owedFrom']()}</dt>
        <dd>
          {connector.owedFrom
            ? m['orders.connectors.owedSince']({ day: here().day(connector.owedFrom) })
            : m['orders.connectors.owedAll']()}
        </dd>
      </>
    )}
  </dl>
)

function columns(onRetry: (id: string) => void): Column<Delivery>[] {
  const { dateTime } = here()
  return [
    {
      id: 'at',
      title: m['orders.delivery.at'](),
      phone: 'main',
      cell: ({ receivedAt }) => dateTime(receivedAt),
    },
    {
      id: 'what',
      sentence: true,
      title: m['orders.delivery.what'](),
      phone: 'status',
      cell: ({ topic, reference }) => [reference, topic].filter(Boolean).join(' · ') || m['ui.none'](),
    },
    {
      id: 'state',
      sentence: true,
      title: m['orders.column.state'](),
      phone: 'wide',
      cell: ({ state, fault }) => {
        const { mark, word } = deliveryState(state)
        return <Status mark={mark}>{fault ?? word}</Status>
      },
    },
    {
      id: 'retry',
      title: m['orders.delivery.retry'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: ({ id, state }) =>
        state === 'failed' ? (
          <Button size="sm" onClick={() => onRetry(id)}>
            {m['orders.delivery.retry']()}
          </Button>
        ) : undefined,
    },
  ]
}
