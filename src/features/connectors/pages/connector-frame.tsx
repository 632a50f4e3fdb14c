import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import type { Question } from '#ui/confirm-dialog.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { Connector, Delivery } from '../contract.ts'
import { deliveryState, kindHelp, kindWord } from './connector-words.ts'
import classes from './connectors.module.css'

const OwedFromDialog = lazy(() => import('./owed-from-dialog.tsx'))
const ConnectorDialog = lazy(() => import('./connector-dialog.tsx'))

interface ConnectorFrameProps {
  portalId: string
  connector: Connector
  deliveries: Delivery[]
  /** Of a shop that was connected with its consent: how far it is, instead of what is pasted by hand. */
  shop?: ReactNode
}

/** One connection: where the shop sends to, what it told last, and what can be done with it. */
export function ConnectorFrame({ portalId, connector, deliveries, shop }: ConnectorFrameProps) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [owing, setOwing] = useState(false)
  const [editing, setEditing] = useState(false)
  const [secret, setSecret] = useState<{ secret: string; url: string }>()
  const [asking, setAsking] = useState<'renew' | 'delete'>()
  const [busy, setBusy] = useState(false)
  const at = { portalId, connectorId: connector.id }
  const test = async () => {
    setBusy(true)
    const sent = await api.connectors.testConnector(at)
    setBusy(false)
    const good = !isFailure(sent) && sent.state === 'test'
    toast(good ? m['orders.connectors.tested']() : m['orders.connectors.testFailed'](), {
      kind: good ? 'success' : 'error',
    })
    await router.invalidate()
  }
  const confirm = async () => {
    const what = asking
    setAsking(undefined)
    if (what === 'renew') {
      const renewed = await api.connectors.renewSecret(at)
      if (isFailure(renewed)) return toast(m['orders.connectors.failed'](), { kind: 'error' })
      setSecret({ secret: renewed.secret, url: connector.url })
    } else {
      const gone = await api.connectors.deleteConnector(at)
      if (isFailure(gone) && gone !== null) return toast(m['orders.connectors.failed'](), { kind: 'error' })
      toast(m['orders.connectors.deleted']())
    }
    await router.invalidate()
  }
  const retry = async (deliveryId: string) => {
    const again = await api.connectors.retryDelivery({ ...at, deliveryId })
    if (isFailure(again)) return toast(m['orders.connectors.failed'](), { kind: 'error' })
    toast(m['orders.delivery.retried']())
    await router.invalidate()
  }
  const questions: Record<'renew' | 'delete', Question> = {
    renew: {
      title: m['orders.connectors.renewTitle'](),
      text: m['orders.connectors.renewText'](),
      verb: m['orders.connectors.renew'](),
    },
    delete: {
      title: m['orders.connectors.deleteTitle']({ name: connector.name }),
      text: m['orders.connectors.deleteText'](),
      verb: m['orders.connectors.delete'](),
      danger: true,
    },
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
      <dl className={classes.facts}>
        {shop ? undefined : (
          <>
            <dt>{m['orders.connectors.address']()}</dt>
            <dd>{connector.url}</dd>
          </>
        )}
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
      {shop ?? <p className={classes.soft}>{kindHelp(connector.kind)}</p>}
      <div className={classes.buttons}>
        {shop ? undefined : (
          <Button busy={busy} onClick={test}>
            {m['orders.connectors.test']()}
          </Button>
        )}
        <Button onClick={() => setEditing(true)}>{m['orders.connectors.edit']()}</Button>
        {shop ? undefined : (
          <Button onClick={() => setAsking('renew')}>{m['orders.connectors.renew']()}</Button>
        )}
        {connector.kind !== 'printful' && can(permissionsOf(session), 'billing.managebills') ? (
          <Button onClick={() => setOwing(true)}>{m['orders.connectors.owedChange']()}</Button>
        ) : undefined}
        <Button look="danger" onClick={() => setAsking('delete')}>
          {m['orders.connectors.delete']()}
        </Button>
      </div>
      {deliveries.length > 0 ? (
        <DataTable
          label={m['orders.delivery.title']({ name: connector.name })}
          columns={columns(retry)}
          rows={deliveries}
          rowKey={({ id }) => id}
        />
      ) : undefined}
      <Confirm
        question={asking && questions[asking]}
        onConfirm={confirm}
        onCancel={() => setAsking(undefined)}
      />
      <Suspense>
        {owing ? (
          <OwedFromDialog portalId={portalId} connector={connector} onClose={() => setOwing(false)} />
        ) : undefined}
        {editing ? (
          <ConnectorDialog portalId={portalId} connector={connector} onClose={() => setEditing(false)} />
        ) : undefined}
        {secret ? (
          <ConnectorDialog
            portalId={portalId}
            connector={connector}
            secret={secret}
            onClose={() => setSecret(undefined)}
          />
        ) : undefined}
      </Suspense>
    </Frame>
  )
}

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
      phone: 'detail',
      cell: ({ topic, reference }) => [reference, topic].filter(Boolean).join(' · ') || m['ui.none'](),
    },
    {
      id: 'state',
      sentence: true,
      title: m['orders.column.state'](),
      phone: 'status',
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
