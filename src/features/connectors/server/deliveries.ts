import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { type Locale, pageSize } from '#platform/constants.ts'
import { countRows } from '#platform/count.ts'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { listOf } from '#platform/shapes.ts'
import { words } from '#platform/words.ts'
import type { DeliveryState } from '../choices.ts'
import type { Connector, Delivery } from '../contract.ts'
import { readDelivery } from './process-deliveries.ts'
import { sampleFor } from './sample.ts'
import { isSigned, signatureHeaders } from './signature.ts'
import { webhookDelivery } from './table.ts'

interface Columns {
  id: string
  topic: string
  state: DeliveryState
  error: { code: string; params?: Record<string, string | number> } | null
  reference: string | null
  tries: number
  received_at: Date | string
  repeated_at: Date | string | null
  processed_at: Date | string | null
}

/** A page of what a connector was told. */
export async function listDeliveries(
  tx: Tx,
  portalId: string,
  connectorId: string,
  { page = 1, state }: { page?: number | undefined; state?: DeliveryState | undefined },
  locale: Locale,
) {
  const where = sql`portal_id = ${portalId} and connector_id = ${connectorId}
    ${state ? sql`and state = ${state}` : sql``}`
  const total = await countRows(tx, sql`webhook_delivery where ${where}`)
  const found = await rows<Columns>(
    tx,
    sql`select * from webhook_delivery where ${where} order by received_at desc, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
  return listOf(
    found.map((row) => toDelivery(row, locale)),
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
  const [row] = await rows<Columns>(
    tx,
    sql`select * from webhook_delivery where portal_id = ${portalId} and id = ${deliveryId}`,
  )
  if (!row) throw new NotFound()
  return toDelivery(row, locale)
}

/** Puts a failed delivery back in the queue. @throws NotFound; Conflict when it has not failed. */
export async function retryDelivery(tx: Tx, portalId: string, connectorId: string, deliveryId: string) {
  const [row] = await rows<{ state: DeliveryState }>(
    tx,
    sql`select state from webhook_delivery where portal_id = ${portalId} and connector_id = ${connectorId}
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

const iso = (moment: Date | string | null) => (moment === null ? null : new Date(moment).toISOString())

const toDelivery = (row: Columns, locale: Locale): Delivery => ({
  id: row.id,
  topic: row.topic,
  state: row.state,
  fault: row.error ? words(`orders.delivery.error.${row.error.code}`, locale, row.error.params) : null,
  reference: row.reference,
  tries: row.tries,
  receivedAt: new Date(row.received_at).toISOString(),
  repeatedAt: iso(row.repeated_at),
  processedAt: iso(row.processed_at),
})
