import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { v7 } from 'uuid'
import type { Locale } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { keyedOrder, withoutKeys } from '#platform/keyed-order.ts'
import { listOf, pageRows } from '#platform/paging.ts'
import { iso, type RowOf, select } from '#platform/select.ts'
import { words } from '#platform/words.ts'
import type { DeliveryState } from '../choices.ts'
import type { Connector, Delivery } from '../contract.ts'
import { readDelivery } from './read-delivery.ts'
import { sampleFor } from './sample.ts'
import { isSigned, signatureHeaders } from './signature.ts'
import { webhookDelivery } from './table.ts'

const d = alias(webhookDelivery, 'd')
const columns = {
  id: d.id,
  topic: d.topic,
  state: d.state,
  error: d.error,
  reference: d.reference,
  tries: d.tries,
  receivedAt: iso(d.receivedAt),
  repeatedAt: iso(d.repeatedAt),
  processedAt: iso(d.processedAt),
}

/** Shops say so at each sale of theirs; it only has them asked. */
export const aboutStock = sql`(state = 'ignored' and topic in ('inventory_levels/update', 'product.updated'))`

/** A page of what a connector was told. */
export async function listDeliveries(
  tx: Tx,
  portalId: string,
  connectorId: string,
  { page = 1, state }: { page?: number | undefined; state?: DeliveryState | undefined },
  locale: Locale,
) {
  const where = sql`portal_id = ${portalId} and connector_id = ${connectorId} and not ${aboutStock}
    ${state ? sql`and state = ${state}` : sql``}`
  const total = await countRows(tx, sql`webhook_delivery where ${where}`)
  const { order, after, key } = keyedOrder([
    { by: sql`d.received_at`, as: 'moment', way: 'desc' },
    { by: sql`d.id`, as: 'id', way: 'desc' },
  ])
  const found = await select(
    tx,
    { ...columns, key },
    sql`webhook_delivery d where ${where} and ${after} order by ${order} ${pageRows(page)}`,
  )
  return listOf(
    withoutKeys(found).map((row) => toDelivery(row, locale)),
    total,
    page,
  )
}

/** One delivery. @throws NotFound */
export async function deliveryOf(
  tx: Tx,
  portalId: string,
  deliveryId: string,
  locale: Locale,
): Promise<Delivery> {
  const [row] = await select(
    tx,
    columns,
    sql`webhook_delivery d where portal_id = ${portalId} and id = ${deliveryId}`,
  )
  if (!row) throw new NotFound()
  return toDelivery(row, locale)
}

/** Puts a failed delivery back in the queue. @throws NotFound; Conflict when it has not failed. */
export async function retryDelivery(tx: Tx, portalId: string, connectorId: string, deliveryId: string) {
  const [row] = await select(
    tx,
    { state: d.state },
    sql`webhook_delivery d where portal_id = ${portalId} and connector_id = ${connectorId}
      and id = ${deliveryId} for update`,
  )
  if (!row) throw new NotFound()
  if (row.state !== 'failed') throw new Conflict('connectors.notFailed')
  await tx.execute(sql`update webhook_delivery set state = 'waiting', error = null
    where portal_id = ${portalId} and id = ${deliveryId}`)
}

/** Signs a sample as the shop would, checks and reads it as any other, and keeps only the entry in the log. */
export async function testDelivery(
  tx: Tx,
  portalId: string,
  connector: Connector,
  secret: string,
  now: Date,
): Promise<string> {
  const { kind, id: connectorId } = connector
  const bytes = Buffer.from(JSON.stringify(sampleFor(kind, now)))
  const headers = signatureHeaders(kind, secret, bytes)
  const signed = isSigned(kind, secret, { bytes, header: (name) => headers[name], query: () => undefined })
  const { outcome } = readDelivery({
    portal_id: portalId,
    id: connectorId,
    connector_id: connectorId,
    kind,
    source: kind,
    topic: '',
    received_at: now,
    body: bytes.toString(),
    currency_rates: connector.currencyRates,
  })
  const id = v7()
  await tx.insert(webhookDelivery).values({
    portalId,
    id,
    connectorId,
    bodyHash: createHash('sha256').update(bytes).update(id).digest(),
    topic: 'test',
    body: '',
    state: signed && outcome.state !== 'failed' ? 'test' : 'failed',
    error: signed ? outcome.error : { code: 'signature' },
    reference: outcome.reference,
    tries: 1,
    processedAt: now,
  })
  return id
}

const toDelivery = ({ error, ...row }: RowOf<typeof columns>, locale: Locale): Delivery => ({
  ...row,
  fault: error ? words(`orders.delivery.error.${error.code}`, locale, error.params) : null,
})
