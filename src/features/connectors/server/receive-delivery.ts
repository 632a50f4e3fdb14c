import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { asService, type Database, rows } from '#platform/db.ts'
import { AppError, NotFound } from '#platform/errors.ts'
import type { RawDelivery } from '#platform/handle.ts'
import type { ConnectorKind } from '../choices.ts'
import { secretOf } from './connectors.ts'
import { isSigned } from './signature.ts'

/** WooCommerce says hello to a new address with this instead of JSON. */
const hello = /^webhook_id=\d+$/

/**
 * Checks a delivery's signature and keeps it; a job works it off. The same body again is the same delivery: it is
 * answered alike and kept once.
 * @throws NotFound for a connector that is none; AppError 401 when the signature does not fit.
 */
export async function receiveDelivery(
  database: Database,
  kind: ConnectorKind,
  connectorId: string,
  delivery: RawDelivery | undefined,
  key: Buffer,
): Promise<{ id: string; repeated: boolean }> {
  return database.transaction(asService, async (tx) => {
    const [known] = await rows<{ portal_id: string }>(
      tx,
      sql`select c.portal_id from connector c join portal p on p.id = c.portal_id and p.deleted_at is null
        where c.id = ${connectorId} and c.kind = ${kind} and c.removed_at is null`,
    )
    const secret = known && (await secretOf(tx, key, connectorId))
    if (!known || !secret || !delivery) throw new NotFound()
    const text = Buffer.from(delivery.bytes).toString('utf8')
    if (kind === 'woocommerce' && hello.test(text)) return { id: v7(), repeated: false }
    if (!isSigned(kind, secret, delivery)) throw new AppError(401, 'connectors.signature')
    const hash = createHash('sha256').update(delivery.bytes).digest()
    const topic = delivery.header('x-shopify-topic') ?? delivery.header('x-wc-webhook-topic') ?? ''
    const id = v7()
    const [kept] = await rows<{ id: string; fresh: boolean }>(
      tx,
      sql`insert into webhook_delivery (portal_id, id, connector_id, body_hash, topic, body)
        values (${known.portal_id}, ${id}, ${connectorId}, ${hash}, ${topic.slice(0, 60)}, ${text.replaceAll('\0', '\ufffd')})
        on conflict (portal_id, connector_id, body_hash) do update set repeated_at = clock_timestamp()
        returning id, repeated_at is null as fresh`,
    )
    return { id: kept?.id ?? id, repeated: !kept?.fresh }
  })
}
