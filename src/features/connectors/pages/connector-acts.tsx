import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import type { Connector } from '../contract.ts'
import classes from './connectors.module.css'

const OwedFromDialog = lazy(() => import('./owed-from-dialog.tsx'))
const ConnectorDialog = lazy(() => import('./connector-dialog.tsx'))
const SecretDialog = lazy(() => import('./secret-dialog.tsx'))

interface ConnectorActsProps {
  portalId: string
  connector: Connector
  /** Pasted into the shop by a person, not connected with the shop's consent. */
  byHand: boolean
}

/** What can be done with a connection. */
export function ConnectorActs({ portalId, connector, byHand }: ConnectorActsProps) {
  const { session } = useRouteContext({ from: '__root__' })
  const [open, setOpen] = useState<'owing' | 'editing'>()
  const close = () => setOpen(undefined)
  const { test, busy } = useTest(portalId, connector)
  const { renewing, deleting, secret, forget } = useQuestions(portalId, connector)
  return (
    <>
      <div className={classes.buttons}>
        {byHand ? (
          <Button busy={busy} onClick={test}>
            {m['orders.connectors.test']()}
          </Button>
        ) : undefined}
        <Button onClick={() => setOpen('editing')}>{m['orders.connectors.edit']()}</Button>
        {byHand ? (
          <Button onClick={() => renewing.ask(connector)}>{m['orders.connectors.renew']()}</Button>
        ) : undefined}
        {connector.kind !== 'printful' && can(permissionsOf(session), 'billing.managebills') ? (
          <Button onClick={() => setOpen('owing')}>{m['orders.connectors.owedChange']()}</Button>
        ) : undefined}
        <Button look="danger" onClick={() => deleting.ask(connector)}>
          {m['orders.connectors.delete']()}
        </Button>
      </div>
      {renewing.dialog}
      {deleting.dialog}
      <Suspense>
        {open === 'owing' ? (
          <OwedFromDialog portalId={portalId} connector={connector} onClose={close} />
        ) : undefined}
        {open === 'editing' ? (
          <ConnectorDialog portalId={portalId} connector={connector} onClose={close} />
        ) : undefined}
        {secret ? <SecretDialog made={{ secret, url: connector.url }} onClose={forget} /> : undefined}
      </Suspense>
    </>
  )
}

/** Sends a delivery as the shop would, and says whether it arrived. */
function useTest(portalId: string, { id: connectorId }: Connector) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    const sent = await api.connectors.testConnector({ portalId, connectorId })
    setBusy(false)
    const good = !isFailure(sent) && sent.state === 'test'
    toast(good ? m['orders.connectors.tested']() : m['orders.connectors.testFailed'](), {
      kind: good ? 'success' : 'error',
    })
    await router.invalidate()
  }
  return { test, busy }
}

/** Both ask first; a renewed secret is there to be shown, once. */
function useQuestions(portalId: string, { id: connectorId }: Connector) {
  const { api } = useRouteContext({ from: '__root__' })
  const [secret, setSecret] = useState<string>()
  const renewing = useAskFirst<Connector>({
    question: () => ({
      title: m['orders.connectors.renewTitle'](),
      text: m['orders.connectors.renewText'](),
      verb: m['orders.connectors.renew'](),
    }),
    act: async () => {
      const renewed = await api.connectors.renewSecret({ portalId, connectorId })
      if (!isFailure(renewed)) setSecret(renewed.secret)
      return renewed
    },
    done: m['orders.connectors.renewed'],
    failed: m['orders.connectors.failed'],
  })
  const deleting = useAskFirst<Connector>({
    question: ({ name }) => ({
      title: m['orders.connectors.deleteTitle']({ name }),
      text: m['orders.connectors.deleteText'](),
      verb: m['orders.connectors.delete'](),
      danger: true,
    }),
    act: () => api.connectors.deleteConnector({ portalId, connectorId }),
    done: m['orders.connectors.deleted'],
    failed: m['orders.connectors.failed'],
  })
  return { renewing, deleting, secret, forget: () => setSecret(undefined) }
}
