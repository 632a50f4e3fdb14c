import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { applyDeliveries, processDeliveries } from '#features/connectors/server/process-deliveries.ts'
import type { Waiting } from '#features/connectors/server/read-delivery.ts'
import { inBulk } from '#platform/bulk.ts'
import type { Run, Step } from './run.ts'
import {
  type Connection,
  detailsQuery,
  linesQuery,
  ordersQuery,
  type ShopifyDetails,
  type ShopifyLine,
  type ShopifyOrder,
} from './shopify-queries.ts'
import { searchOf } from './sync-products.ts'
import { isInvolved, webhookForm } from './webhook-form.ts'

interface Answer {
  ordersCount: { count: number } | null
  orders: Connection<ShopifyOrder>
}

/** What changed only just now may still be told. */
const patienceMs = 5 * 60_000

/** Ten orders, through the same reader and the same verb as the deliveries of webhooks. */
export const syncOrders: Step = async (means, run, ask) => {
  // What was told already is known before anything counts as lost.
  if (run.cursor === null) await processDeliveries(means.database, means.secret)
  const found = await ask<Answer>(ordersQuery, { after: run.cursor, ...searchOf(run) })
  const { nodes, pageInfo } = found.orders
  const bodies: string[] = []
  for (const order of nodes) {
    for (let page = order.lineItems; page.pageInfo.hasNextPage; ) {
      const more = await ask<{ node: { lineItems: Connection<ShopifyLine> } | null }>(linesQuery, {
        id: order.id,
        after: page.pageInfo.endCursor,
      })
      if (!more.node) break
      page = more.node.lineItems
      order.lineItems.nodes.push(...page.nodes)
    }
    const details = isInvolved(order)
      ? await ask<{ node: ShopifyDetails | null }>(detailsQuery, { id: order.id })
      : undefined
    bodies.push(JSON.stringify(webhookForm(order, details?.node ?? undefined)))
  }
  return {
    cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    looked: nodes.length,
    total: found.ordersCount?.count,
    keep: () => inBulk(means.database, (bulk) => applyBodies(bulk, run, bodies, means.secret)),
  }
}

/** Answers how many of them no webhook had told. What cannot be used stands in the connector's log, to be tried again. */
async function applyBodies(
  bulk: Parameters<typeof applyDeliveries>[0],
  run: Run,
  bodies: readonly string[],
  secret: Buffer,
): Promise<number> {
  const now = new Date()
  const waiting = bodies.map(
    (body): Waiting => ({
      portal_id: run.portalId,
      id: v7(),
      connector_id: run.connectorId,
      kind: 'shopify',
      source: run.source,
      topic: 'orders/sync',
      received_at: now,
      body,
      currency_rates: run.currencyRates,
    }),
  )
  const lost = run.kind === 'reconcile' ? await untold(bulk, run, bodies, now) : 0
  const outcomes = await applyDeliveries(bulk, waiting, secret, { past: run.kind === 'first' })
  for (const [at, { id, state, error }] of outcomes.entries()) {
    if (state !== 'failed') continue
    const body = bodies[at] ?? ''
    await bulk.query(
      `insert into webhook_delivery (portal_id, id, connector_id, body_hash, topic, body, state, error, tries, processed_at)
      values ($1, $2, $3, $4, 'orders/sync', $5, 'failed', $6::jsonb, 1, clock_timestamp()) on conflict do nothing`,
      [
        run.portalId,
        id,
        run.connectorId,
        createHash('sha256').update(body).digest(),
        body,
        JSON.stringify(error),
      ],
    )
  }
  return lost
}

/** Those whose state of now is not known here, and should have been told by now. */
async function untold(
  bulk: Parameters<typeof applyDeliveries>[0],
  run: Run,
  bodies: readonly string[],
  now: Date,
): Promise<number> {
  const told = bodies.map((body) => JSON.parse(body) as { name: string; updated_at: string })
  const [row] = await bulk.query<{ lost: number }>(
    `select count(*)::int as lost from jsonb_to_recordset($1::jsonb) as x(name text, updated_at timestamptz)
    where x.updated_at between $4::timestamptz and $5::timestamptz and not exists (
      select 1 from order_state s where s.portal_id in (
          select $2::uuid union all select target_id from shop_rule where connector_id = $6) and s.source = $3 and s.external_id = x.name
        and s.told_at >= x.updated_at)`,
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
