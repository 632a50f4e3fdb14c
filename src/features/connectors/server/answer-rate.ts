import { sql } from 'drizzle-orm'
import type { PortalCall } from '#platform/call.ts'
import { connectorOf } from './connectors.ts'

/**
 * What a shop's money is counted at, and with it everything that waited for the answer: deliveries that failed for want of
 * this rate are worked off again. @throws NotFound
 */
export async function answerRate(
  call: PortalCall,
  { connectorId, currency, rate }: { connectorId: string; currency: string; rate: string },
) {
  const { tx, portal } = call
  const before = await connectorOf(call, connectorId)
  await tx.execute(sql`update connector set version = version + 1,
      currency_rates = currency_rates || jsonb_build_object(${currency}::text, ${rate}::text)
    where portal_id = ${portal.id} and id = ${connectorId}`)
  await tx.execute(sql`update webhook_delivery set state = 'waiting', error = null
    where portal_id = ${portal.id} and connector_id = ${connectorId} and state = 'failed'
      and error->>'code' = 'noRate' and error->'params'->>'currency' = ${currency}`)
  return { before, after: await connectorOf(call, connectorId) }
}
