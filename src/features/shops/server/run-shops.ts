import { sql } from 'drizzle-orm'
import { connector } from '#features/connectors/server/table.ts'
import { asJob } from '#platform/background.ts'
import type { Tx } from '#platform/db.ts'
import { ask as askRows, iso, maybeIso } from '#platform/select.ts'
import { partSteps, type SyncStep, syncSteps } from '../choices.ts'
import { registerWebhooks } from './register-webhooks.ts'
import { regroup } from './regroup.ts'
import type { Means, Page, Run, Step } from './run.ts'
import { shopKinds } from './shop-kinds.ts'
import { openTokens, sealTokens } from './shop-tokens.ts'
import { ShopError, type SpeakingShop } from './speaking-shop.ts'
import { startParts, startRun, startStockLooks } from './start-run.ts'
import { syncOrders } from './sync-orders.ts'
import { syncParts } from './sync-parts.ts'
import { syncPictures } from './sync-pictures.ts'
import { syncProducts } from './sync-products.ts'
import { syncStock } from './sync-stock.ts'
import { shopAccess, shopRun } from './table.ts'

const steps: Record<SyncStep, Step> = {
  products: syncProducts,
  pictures: syncPictures,
  orders: syncOrders,
  webhooks: registerWebhooks,
  stock: syncStock,
  regroup,
  parts: syncParts,
}
/** A process that died lets others go on after so long; one that works says again and again that it does. */
const leaseSeconds = 60
/** A large shop does not keep the others waiting. */
const runsAtOnce = 3
const pausesMax = 30
/** Tokens are renewed this long before they end. */
const aheadMs = 5 * 60_000

/**
 * Carries on every run that may go on, page by page. Each page is kept together with where the run goes on, so that a process
 * that dies loses a page and nothing comes in twice. What cannot be had now is tried again later, and says why.
 */
export async function runShops(means: Means): Promise<void> {
  await asJob(means.database, async (tx) => {
    await startParts(tx)
    await startStockLooks(tx)
  })
  await Promise.all(Array.from({ length: runsAtOnce }, () => work(means)))
}

async function work(means: Means): Promise<void> {
  for (;;) {
    const run = await asJob(means.database, claim)
    if (!run) return
    try {
      await carryOn(means, run)
    } catch (error) {
      await putOff(means, run, error)
    }
  }
}

const columns = {
  portalId: shopRun.portalId,
  id: shopRun.id,
  connectorId: shopRun.connectorId,
  kind: shopRun.kind,
  step: shopRun.step,
  cursor: shopRun.cursor,
  since: maybeIso(shopRun.since),
  startedAt: iso(shopRun.startedAt),
  firstDoneAt:
    iso(sql<Date | null>`(select min(f.finished_at) from shop_run f where f.portal_id = shop_run.portal_id
    and f.connector_id = shop_run.connector_id and f.kind = 'first')`),
  shopKind: connector.kind,
  domain: shopAccess.domain,
  name: connector.name,
  source: connector.source,
  currencyRates: connector.currencyRates,
}

async function claim(tx: Tx): Promise<Run | undefined> {
  const [run] = await askRows(
    tx,
    columns,
    (
      list,
    ) => sql`update shop_run set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      from shop_access, connector
      where shop_access.portal_id = shop_run.portal_id and shop_access.connector_id = shop_run.connector_id
        and connector.portal_id = shop_run.portal_id and connector.id = shop_run.connector_id
        and shop_run.id = (select r.id from shop_run r
          join shop_access a on a.portal_id = r.portal_id and a.connector_id = r.connector_id and a.state = 'connected'
          join portal p on p.id = r.portal_id and p.deleted_at is null
          where r.state = 'running' and r.next_at <= clock_timestamp()
            and (r.leased_until is null or r.leased_until < clock_timestamp())
          order by r.next_at limit 1 for update of r skip locked)
      returning ${list}`,
  )
  return run
}

async function carryOn(means: Means, first: Run): Promise<void> {
  let run = first
  for (;;) {
    const page = await patiently(means, run)
    const next = nextOf(run, page)
    const kept = await asJob(means.database, (tx) => keep(tx, run, page, next))
    if (!kept || !next) return
    run = { ...run, ...next }
  }
}

/** Where a run stands after a page; undefined when it is over. */
function nextOf(run: Run, { cursor }: Page): Pick<Run, 'step' | 'cursor'> | undefined {
  if (cursor !== null) return { step: run.step, cursor }
  const steps: readonly SyncStep[] = run.kind === 'parts' ? partSteps : syncSteps
  const step = steps[steps.indexOf(run.step) + 1]
  return step && { step, cursor: null }
}

/** False when somebody else has gone on with it meanwhile: then nothing of the page is kept. */
async function keep(tx: Tx, run: Run, page: Page, next: ReturnType<typeof nextOf>): Promise<boolean> {
  const mine = await askRows(
    tx,
    { id: shopRun.id },
    (
      list,
    ) => sql`select ${list} from shop_run where portal_id = ${run.portalId} and id = ${run.id} and state = 'running'
      and step = ${run.step} and cursor is not distinct from ${run.cursor} for update`,
  )
  if (mine.length === 0) return false
  const found = await page.keep(tx)
  const { step } = run
  const count = JSON.stringify({ [step]: page.looked })
  const total = page.total === undefined ? '{}' : JSON.stringify({ [step]: page.total })
  await tx.execute(sql`update shop_run set step = ${next?.step ?? step}, cursor = ${next?.cursor ?? null},
      counts = counts || jsonb_build_object(${step}::text, coalesce((counts->>${step})::int, 0) + (${count}::jsonb->>${step})::int),
      totals = totals || ${total}::jsonb, found = found + ${found}, fault = null, tries = 0,
      leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
    where portal_id = ${run.portalId} and id = ${run.id}`)
  if (next) return true
  await tx.execute(sql`update shop_run set state = 'done', leased_until = null, finished_at = clock_timestamp()
    where portal_id = ${run.portalId} and id = ${run.id}`)
  if (run.kind === 'stock' || run.kind === 'parts') return true
  await tx.execute(sql`update shop_access set reconciled_at = ${run.startedAt}
    where portal_id = ${run.portalId} and connector_id = ${run.connectorId}`)
  // What was sold while everything came in, before the shop began to tell.
  if (run.kind === 'first') await startRun(tx, run.portalId, run.connectorId)
  return true
}

const isFault = (error: unknown, fault: ShopError['fault']): error is ShopError =>
  error instanceof ShopError && error.fault === fault

/** One page, waiting as often as the shop asks for it. */
async function patiently(means: Means, run: Run): Promise<Page> {
  let renewed = false
  for (let pauses = 0; ; pauses++) {
    try {
      return await steps[run.step](means, run, await opened(means, run))
    } catch (error) {
      const mayRenew: boolean = !renewed && isFault(error, 'expired')
      if (mayRenew) await renew(means, run)
      else await waitOrThrow(means, run, error, pauses)
      renewed ||= mayRenew
    }
  }
}

async function waitOrThrow(means: Means, run: Run, error: unknown, pauses: number) {
  if (!isFault(error, 'throttled') || pauses >= pausesMax) throw error
  await means.pause(error.retryMs ?? 1_000)
  await lease(means, run)
}

const lease = ({ database }: Means, { portalId, id }: Run) =>
  asJob(database, (tx) =>
    tx.execute(sql`update shop_run set leased_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
      where portal_id = ${portalId} and id = ${id}`),
  )

const accessColumns = { sealed: shopAccess.sealed, expiresAt: maybeIso(shopAccess.expiresAt) }
const accessOf = async ({ database }: Means, { portalId, connectorId }: Run) => {
  const [access] = await asJob(database, (tx) =>
    askRows(
      tx,
      accessColumns,
      (list) =>
        sql`select ${list} from shop_access where portal_id = ${portalId} and connector_id = ${connectorId}`,
    ),
  )
  if (!access) throw new ShopError('expired')
  return access
}

/** The run's shop, asked with keys that hold for a while yet. */
async function opened(means: Means, run: Run): Promise<SpeakingShop> {
  let access = await accessOf(means, run)
  if (access.expiresAt && Date.parse(access.expiresAt) < Date.now() + aheadMs) {
    await renew(means, run)
    access = await accessOf(means, run)
  }
  return shopKinds[run.shopKind].open(
    means.shops,
    run,
    openTokens(means.secret, run.connectorId, access.sealed),
  )
}

/** Other keys for the last ones. @throws ShopError `expired` where there are none, or the shop refuses them. */
async function renew(means: Means, run: Run): Promise<void> {
  const { sealed } = await accessOf(means, run)
  const known = openTokens(means.secret, run.connectorId, sealed)
  const grant = await shopKinds[run.shopKind].renew?.(means.shops, run, known)
  if (!grant) throw new ShopError('expired')
  const { tokens, expiresAt } = grant
  const kept = sealTokens(means.secret, run.connectorId, tokens)
  await asJob(means.database, (tx) =>
    tx.execute(sql`update shop_access set sealed = ${kept}, expires_at = ${expiresAt?.toISOString() ?? null}
      where portal_id = ${run.portalId} and connector_id = ${run.connectorId}`),
  )
}

/** Says why it did not go on, and when it is tried again: after a minute, two, four … an hour at most. */
async function putOff({ database, log }: Means, run: Run, error: unknown): Promise<void> {
  const { portalId, connectorId, id } = run
  const fault = error instanceof ShopError ? error.fault : 'unreadable'
  log.warn({ error, connectorId, step: run.step }, 'a shop could not be looked at')
  await asJob(database, async (tx) => {
    if (fault === 'expired')
      await tx.execute(sql`update shop_access set state = 'expired' where portal_id = ${portalId}
        and connector_id = ${connectorId} and state = 'connected'`)
    await tx.execute(sql`update shop_run set fault = ${fault === 'expired' ? null : fault}, tries = tries + 1, leased_until = null,
      next_at = clock_timestamp() + make_interval(mins => least(60, 2 ^ least(tries, 10))::int)
      where portal_id = ${portalId} and id = ${id}`)
  })
}
