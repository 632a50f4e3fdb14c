import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { Run, Shop } from '../contract.ts'
import classes from './shop-state.module.css'

const RulesDialog = lazy(() => import('./rules-dialog.tsx'))

/** So often is somebody who watches told how far it is. */
const watchMs = 3_000

interface ShopStateProps {
  portalId: string
  shop: Shop
  /** Portals that a part of it may belong to. */
  targets: readonly { id: string; name: string }[]
}

/** How far what a shop holds has come in, what the last check found, and what to do when the shop no longer lets us in. */
export function ShopState({ portalId, shop, targets }: ShopStateProps) {
  const [ruling, setRuling] = useState(false)
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const { name, domain, state, first, reconcile, allOrders } = shop
  const running = state === 'connected' && (first?.state === 'running' || reconcile?.state === 'running')
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void router.invalidate(), watchMs)
    return () => clearInterval(timer)
  }, [running, router])
  const renew = async () => {
    setBusy(true)
    const started = await api.shops.startShopify({ portalId, domain, name })
    if (!isFailure(started)) return window.location.assign(started.url)
    setBusy(false)
    toast(reasonOf(started) ?? m['shops.failed'](), { kind: 'error' })
  }
  const look = async () => {
    setBusy(true)
    const started = await api.shops.syncShop({ portalId, connectorId: shop.id })
    setBusy(false)
    if (isFailure(started)) return toast(reasonOf(started) ?? m['shops.failed'](), { kind: 'error' })
    toast(m['shops.looking']())
    await router.invalidate()
  }
  return (
    <div className={classes.state}>
      <p className={classes.soft}>{domain}</p>
      {state === 'connected' ? undefined : (
        <Notice
          kind="warning"
          wide
          aside={
            <Button look="primary" busy={busy} onClick={renew}>
              {m['shops.state.renew']()}
            </Button>
          }
        >
          {state === 'expired' ? m['shops.state.expired']({ name }) : m['shops.state.uninstalled']({ name })}
        </Notice>
      )}
      {first?.state === 'running' ? <Progress run={first} /> : undefined}
      {first?.finishedAt ? (
        <p className={classes.soft}>{m['shops.first.done']({ at: here().dateTime(first.finishedAt) })}</p>
      ) : undefined}
      {allOrders ? undefined : <p className={classes.soft}>{m['shops.sixty']()}</p>}
      {reconcile ? <Reconciled run={reconcile} /> : undefined}
      {state === 'connected' && !first ? (
        <Notice kind="info">{m['shops.rules.waiting']()}</Notice>
      ) : undefined}
      <div className={classes.buttons}>
        {state === 'connected' && !first ? (
          <Button look="primary" busy={busy} onClick={look}>
            {m['shops.rules.begin']()}
          </Button>
        ) : undefined}
        {state === 'connected' && first?.state === 'done' && reconcile?.state !== 'running' ? (
          <Button size="sm" busy={busy} onClick={look}>
            {m['shops.look']()}
          </Button>
        ) : undefined}
        {targets.length > 0 ? (
          <Button size="sm" onClick={() => setRuling(true)}>
            {m['shops.rules.edit']()}
          </Button>
        ) : undefined}
      </div>
      <Suspense>
        {ruling ? (
          <RulesDialog portalId={portalId} shop={shop} targets={targets} onClose={() => setRuling(false)} />
        ) : undefined}
      </Suspense>
    </div>
  )
}

function Progress({ run }: { run: Run }) {
  return (
    <div className={classes.progress}>
      <p role="status">{m['shops.first.running']()}</p>
      <ul className={classes.steps}>
        {run.steps.map(({ step, done, total }) => (
          <li key={step} data-now={step === run.step || undefined}>
            <span>{stepWord(step)}</span>
            <span className={classes.count}>
              {total === null
                ? here().number(done)
                : m['shops.count']({ done: here().number(done), total: here().number(total) })}
            </span>
            <progress value={done} max={Math.max(1, total ?? 1, done)} aria-label={stepWord(step)} />
          </li>
        ))}
      </ul>
      {run.fault ? <Notice kind="info">{faultWord(run.fault)}</Notice> : undefined}
    </div>
  )
}

function Reconciled({ run }: { run: Run }) {
  if (run.fault) return <Notice kind="info">{faultWord(run.fault)}</Notice>
  if (run.state === 'running') return <p className={classes.soft}>{m['shops.reconcile.running']()}</p>
  const at = here().dateTime(run.finishedAt ?? run.startedAt)
  if (run.found === 0) return <p className={classes.soft}>{m['shops.reconcile.none']({ at })}</p>
  return <Notice kind="warning">{m['shops.reconcile.found']({ at, count: here().number(run.found) })}</Notice>
}

const stepWord = (step: Run['step']) =>
  ({
    products: m['shops.step.products'],
    pictures: m['shops.step.pictures'],
    orders: m['shops.step.orders'],
    webhooks: m['shops.step.webhooks'],
    stock: m['shops.step.stock'],
  })[step]()

const faultWord = (fault: NonNullable<Run['fault']>) =>
  ({
    unreachable: m['shops.fault.unreachable'],
    refused: m['shops.fault.refused'],
    throttled: m['shops.fault.throttled'],
    unreadable: m['shops.fault.unreadable'],
  })[fault]()
