import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { unseal } from '#features/two-factor/server/totp.ts'
import type { RawDelivery } from '#platform/call.ts'
import type { Database } from '#platform/db.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import type { ConnectorKind } from '../choices.ts'
import { isSigned } from './signature.ts'

/**
 * What WooCommerce tries a new address with, before it sends anything: this form, unsigned, and any answer but 200 takes the
 * webhook for broken (woocommerce/includes/class-wc-webhook.php, `deliver_ping`). Nothing is kept of it, whoever sends it.
 */
const hello = /^webhook_id=\d+$/

interface Kept {
  id: string
  repeated: boolean
}

/**
 * Checks a delivery's signature and keeps it; a job works it off. The same body again is the same delivery: it is
 * answered alike and kept once. Two prepared statements and no transaction around them: a shop sends hundreds a second.
 * Undefined for a greeting. @throws NotFound for a connector that is none; AppError 401 when the signature does not fit.
 */
export async function receiveDelivery(
  database: Database,
  kind: ConnectorKind,
  connectorId: string,
  delivery: RawDelivery | undefined,
  key: Buffer,
): Promise<Kept | undefined> {
  const [known] = await database.query<{ portal_id: string; sealed: Uint8Array }>(
    `select c.portal_id, s.sealed from connector c join connector_secret s on s.connector_id = c.id
      join portal p on p.id = c.portal_id and p.deleted_at is null
      where c.id = $1 and c.kind = $2 and c.removed_at is null`,
    [connectorId, kind],
    'delivery_secret',
  )
  if (!known || !delivery) throw new NotFound()
  const secret = unseal(key, connectorId, Buffer.from(known.sealed).toString())
  const text = Buffer.from(delivery.bytes).toString('utf8')
  if (kind === 'woocommerce' && hello.test(text)) return undefined
  if (!isSigned(kind, secret, delivery)) throw new AppError(401, 'connectors.signature')
  const topic = delivery.header('x-shopify-topic') ?? delivery.header('x-wc-webhook-topic') ?? ''
  // Into the bin, out and in again is three deliveries, two of which say nothing but the same id.
  const round = /^order\.(deleted|restored)$/.test(topic)
    ? (delivery.header('x-wc-webhook-delivery-id') ?? '')
    : ''
  const hash = createHash('sha256').update(delivery.bytes).update(round).digest()
  const id = v7()
  const [kept] = await database.query<{ id: string; fresh: boolean }>(
    `insert into webhook_delivery (portal_id, id, connector_id, body_hash, topic, body) values ($1, $2, $3, $4, $5, $6)
      on conflict (portal_id, connector_id, body_hash) do update set repeated_at = clock_timestamp()
      returning id, repeated_at is null as fresh`,
    [known.portal_id, id, connectorId, hash, topic.slice(0, 60), text.replaceAll('\0', '\ufffd')],
    'keep_delivery',
  )
  return { id: kept?.id ?? id, repeated: !kept?.fresh }
}
