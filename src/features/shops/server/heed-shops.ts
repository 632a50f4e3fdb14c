import { sql } from 'drizzle-orm'
import type { Bulk } from '#platform/bulk.ts'
import type { Tx } from '#platform/db.ts'

/** With its connector a shop's tokens go, and what was still to come in. */
export async function forgetShop(tx: Tx, connectorId: string): Promise<void> {
  await tx.execute(sql`delete from shop_run where connector_id = ${connectorId} and state = 'running'`)
  await tx.execute(sql`delete from shop_access where connector_id = ${connectorId}`)
}

/**
 * A shop that has taken the app out (`app/uninstalled`) has ended its tokens with that; one that was allowed again since has
 * new ones, however late the news is worked off.
 */
export async function heedShops(
  bulk: Bulk,
  told: readonly { connectorId: string; topic: string; receivedAt: Date | string }[],
): Promise<void> {
  for (const { connectorId, topic, receivedAt } of told)
    if (topic === 'app/uninstalled')
      await bulk.query(
        `update shop_access set state = 'uninstalled' where connector_id = $1 and allowed_at < $2::timestamptz`,
        [connectorId, new Date(receivedAt).toISOString()],
      )
}
