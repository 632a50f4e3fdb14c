import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { applyDeliveries, processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import type { Waiting } from '#features/connectors/server/read-delivery.ts'
import { type Bulk, inBulk } from '#platform/bulk.ts'
import type { Run, Step } from './run.ts'
import type { OrderTold } from './speaking-shop.ts'

/** What changed only just now may still be told. */
const patienceMs = 5 * 60_000

/** A page of orders, through the same reader and the same verb as the deliveries of webhooks. */
export const syncOrders: Step = async (means, run, shop) => {
  // What was told already is known before anything counts as lost.
  if (run.cursor === null) await processDeliveries(means.database, means.secret)
  const { items, cursor, total, looked = items.length } = await shop.orders(run)
  return {
    cursor,
    looked,
    total,
    keep: () => inBulk(means.database, (bulk) => applyOrders(bulk, run, items, means.secret)),
  }
}

/** Answers how many of them no webhook had told. What cannot be used stands in the connector's log, to be tried again. */
async function applyOrders(
  bulk: Bulk,
  run: Run,
  orders: readonly OrderTold[],
  secret: Buffer,
): Promise<number> {
  const now = new Date()
  const waiting = orders.map(
    ({ topic, body, at }): Waiting => ({
      portal_id: run.portalId,
      id: v7(),
      connector_id: run.connectorId,
      kind: run.shopKind,
      source: run.source,
      topic,
      received_at: at ?? now,
      body,
      currency_rates: run.currencyRates,
    }),
  )
  const lost = run.kind === 'reconcile' ? await untold(bulk, run, orders, now) : 0
  const outcomes = await applyDeliveries(bulk, waiting, secret, { past: run.kind === 'first' })
  for (const [at, { id, state, error }] of outcomes.entries()) {
    if (state !== 'failed') continue
    const { topic = '', body = '' } = orders[at] ?? {}
    await bulk.query(
      `insert into webhook_delivery (portal_id, id, connector_id, body_hash, topic, body, state, error, tries, processed_at)
      values ($1, $2, $3, $4, $7, $5, 'failed', $6::jsonb, 1, clock_timestamp()) on conflict do nothing`,
      [
        run.portalId,
        id,
        run.connectorId,
        createHash('sha256').update(body).digest(),
        body,
        JSON.stringify(error),
        topic,
      ],
    )
  }
  return lost
}

/** Those whose state of now is not known here, and should have been told by now. */
async function untold(bulk: Bulk, run: Run, orders: readonly OrderTold[], now: Date): Promise<number> {
  const told = orders.map(({ name, updatedAt }) => ({ name, updated_at: updatedAt }))
  const [row] = await bulk.query<{ lost: number }>(
    `select count(*)::int as lost from jsonb_to_recordset($1::jsonb) as x(name text, updated_at timestamptz)
    where x.updated_at between $4::timestamptz and $5::timestamptz and not exists (
      select 1 from order_state s where s.portal_id in (
          select $2::uuid union all select target_id from shop_rule where connector_id = $6) and s.source = $3 and s.external_id = x.name
        and s.told_at >= x.updated_at)
      and not exists (select 1 from production p where p.portal_id = $2 and p.connector_id = $6 and p.shipment_id = x.name)`,
    [
      JSON.stringify(told),
      run.portalId,
      run.source,
      run.firstDoneAt ?? run.startedAt,
      new Date(now.getTime() - patienceMs).toISOString(),
      run.connectorId,
    ],
  )
  return row?.lost ?? 0
}
