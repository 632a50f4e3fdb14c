import { useRouteContext, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import { kindWord } from '#features/connectors/pages/connector-words.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { Run, Shop } from '../contract.ts'
import { ShopPrivacy } from './shop-privacy.tsx'
import classes from './shop-state.module.css'

const RulesDialog = lazy(() => import('./rules-dialog.tsx'))
const ShopDialog = lazy(() => import('./shop-dialog.tsx'))

/** So often is somebody who watches told how far it is. */
const watchMs = 3_000

interface ShopStateProps {
  portalId: string
  shop: Shop
  /** Portals that a part of it may belong to. */
  targets: readonly { id: string; name: string }[]
}

/** One that waits for its permission does nothing until then: its page says so. */
const works = ({ state }: Shop, run: Run | null) => run?.state === 'running' && state === 'connected'
const isParting = ({ parting, state }: Shop) => parting && state === 'connected'

/** How far what a shop holds has come in, what the last check found, and what to do when the shop no longer lets us in. */
export function ShopState({ portalId, shop, targets }: ShopStateProps) {
  const [ruling, setRuling] = useState(false)
  const [renewing, setRenewing] = useState(false)
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [busy, setBusy] = useState(false)
  const { name, domain, state, first, reconcile } = shop
  const running = works(shop, first) || works(shop, reconcile) || isParting(shop)
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void router.invalidate(), watchMs)
    return () => clearInterval(timer)
  }, [running, router])
  const renew = async () => {
    // Only a person can make another token, or knows the app's other secret.
    if (shop.kind === 'printful' || shop.ownApp) return setRenewing(true)
    setBusy(true)
    const wish = { portalId, domain, name }
    const started = await (shop.kind === 'woocommerce'
      ? api.shops.startWooCommerce(wish)
      : api.shops.startShopify(wish))
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
      {state === 'connected' ? undefined : <Lost shop={shop} busy={busy} onRenew={renew} />}
      <Told shop={shop} />
      <div className={classes.buttons}>
        {state === 'connected' ? <LookButton shop={shop} busy={busy} onLook={look} /> : undefined}
        {targets.length > 0 ? (
          <Button size="sm" onClick={() => setRuling(true)}>
            {m['shops.rules.edit']()}
          </Button>
        ) : undefined}
      </div>
      <ShopPrivacy portalId={portalId} shop={shop} />
      <Suspense>
        {renewing ? (
          <ShopDialog
            portalId={portalId}
            kinds={[shop.kind]}
            consent={!shop.ownApp}
            domain={domain}
            byHand={[]}
            name={name}
            onClose={() => setRenewing(false)}
          />
        ) : undefined}
        {ruling ? (
          <RulesDialog portalId={portalId} shop={shop} targets={targets} onClose={() => setRuling(false)} />
        ) : undefined}
      </Suspense>
    </div>
  )
}

interface LostProps {
  shop: Shop
  busy: boolean
  onRenew: () => void
}

function Lost({ shop: { name, kind, state }, busy, onRenew }: LostProps) {
  return (
    <Notice
      kind="warning"
      wide
      aside={
        <Button look="primary" busy={busy} onClick={onRenew}>
          {m['shops.state.renew']()}
        </Button>
      }
    >
      {state === 'expired'
        ? m['shops.state.expired']({ name, kind: kindWord(kind) })
        : m['shops.state.uninstalled']({ name })}
    </Notice>
  )
}

function Told({ shop }: { shop: Shop }) {
  const { state, first, reconcile, allOrders } = shop
  return (
    <>
      {first && works(shop, first) ? <Progress run={first} /> : undefined}
      {first?.finishedAt ? (
        <p className={classes.soft}>{m['shops.first.done']({ at: here().dateTime(first.finishedAt) })}</p>
      ) : undefined}
      {allOrders ? undefined : <p className={classes.soft}>{m['shops.sixty']()}</p>}
      {reconcile && (reconcile.state === 'done' || works(shop, reconcile)) ? (
        <Reconciled run={reconcile} />
      ) : undefined}
      {isParting(shop) ? <p className={classes.soft}>{m['shops.parting']()}</p> : undefined}
      {state === 'connected' && !first ? (
        <Notice kind="info">{m['shops.rules.waiting']()}</Notice>
      ) : undefined}
    </>
  )
}

interface LookButtonProps {
  shop: Shop
  busy: boolean
  onLook: () => void
}

function LookButton({ shop: { first, reconcile }, busy, onLook }: LookButtonProps) {
  if (!first)
    return (
      <Button look="primary" busy={busy} onClick={onLook}>
        {m['shops.rules.begin']()}
      </Button>
    )
  return first.state === 'done' && reconcile?.state !== 'running' ? (
    <Button size="sm" busy={busy} onClick={onLook}>
      {m['shops.look']()}
    </Button>
  ) : undefined
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
