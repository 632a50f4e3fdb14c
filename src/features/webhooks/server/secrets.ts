import { createHmac, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { seal, unseal } from '#features/two-factor/server/totp.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { Conflict, NotFound } from '#platform/errors.ts'
import { overlapHours } from '../choices.ts'
import { webhookSecret } from './table.ts'

const boundTo = (endpointId: string) => `webhook ${endpointId}`

/** 256 bits, as Standard Webhooks writes them. */
const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/** So many sign at the same time: whoever renews one whose answer was lost has not cut off the one in use. */
const secretsMax = 4

/** Reads and writes secrets of an endpoint that the call reaches by itself. @throws NotFound */
async function ofEndpoint<T>(tx: Tx, endpointId: string, run: () => Promise<T>): Promise<T> {
  const reached = await rows(tx, sql`select from webhook_endpoint where id = ${endpointId}`)
  if (reached.length === 0) throw new NotFound()
  return elevated(tx, 'secrets', run)
}

/**
 * Makes an endpoint's first secret, or its next one: the one before signs for a day more, and any older as long as was told.
 * @throws Conflict where that would be too many.
 */
export async function keepNewSecret(
  tx: Tx,
  key: Buffer,
  endpointId: string,
): Promise<{ secret: string; oldSecretEndsAt: Date }> {
  const secret = newSecret()
  const oldSecretEndsAt = new Date(Date.now() + overlapHours * 3_600_000)
  await ofEndpoint(tx, endpointId, async () => {
    await tx.execute(
      sql`delete from webhook_secret where endpoint_id = ${endpointId} and ends_at <= clock_timestamp()`,
    )
    const kept = await rows(
      tx,
      sql`select id from webhook_secret where endpoint_id = ${endpointId} for update`,
    )
    if (kept.length >= secretsMax) throw new Conflict('webhooks.secrets')
    await tx.execute(sql`update webhook_secret set ends_at = ${oldSecretEndsAt.toISOString()}::timestamptz
      where endpoint_id = ${endpointId} and ends_at is null`)
    await tx
      .insert(webhookSecret)
      .values({ endpointId, sealed: Buffer.from(seal(key, boundTo(endpointId), secret)) })
  })
  return { secret, oldSecretEndsAt }
}

export const forgetSecrets = (tx: Tx, endpointId: string): Promise<void> =>
  ofEndpoint(tx, endpointId, async () => {
    await tx.execute(sql`delete from webhook_secret where endpoint_id = ${endpointId}`)
  })

/** Until when a secret of before still signs; null where there is none. */
export const oldSecretEnd = (tx: Tx, endpointId: string): Promise<string | null> =>
  ofEndpoint(tx, endpointId, async () => {
    const [row] = await rows<{ at: Date | string }>(
      tx,
      sql`select ends_at as at from webhook_secret where endpoint_id = ${endpointId} and ends_at > clock_timestamp()
        order by ends_at desc limit 1`,
    )
    return row ? new Date(row.at).toISOString() : null
  })

/** What an endpoint's messages are signed with now, the newest first. */
export async function secretsOf(tx: Tx, key: Buffer, endpointId: string): Promise<string[]> {
  const found = await rows<{ sealed: Uint8Array }>(
    tx,
    sql`select sealed from webhook_secret where endpoint_id = ${endpointId}
      and (ends_at is null or ends_at > clock_timestamp()) order by created_at desc`,
  )
  return found.map(({ sealed }) => unseal(key, boundTo(endpointId), Buffer.from(sealed).toString()))
}

interface Signed {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** The headers of Standard Webhooks 1.0.0, with one signature of each secret. */
export function signedHeaders({ id, timestamp, body }: Signed, secrets: readonly string[]) {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
    'content-type': 'application/json',
  }
}
