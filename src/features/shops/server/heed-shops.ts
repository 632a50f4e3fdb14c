import { sql } from 'drizzle-orm'
import type { Bulk } from '#platform/bulk.ts'
import type { Tx } from '#platform/db.ts'

/** With its connector a shop's tokens go, and what was still to come in. */
export async function forgetShop(tx: Tx, connectorId: string): Promise<void> {
  await tx.execute(sql`delete from shop_run where connector_id = ${connectorId} and state = 'running'`)
  await tx.execute(sql`delete from shop_access where connector_id = ${connectorId}`)
}

/** A shop that has taken the app out (`app/uninstalled`) has ended its tokens with that. */
export async function heedShops(
  bulk: Bulk,
  told: readonly { connectorId: string; topic: string }[],
): Promise<void> {
  const left = told.filter(({ topic }) => topic === 'app/uninstalled').map(({ connectorId }) => connectorId)
  if (left.length > 0)
    await bulk.query(`update shop_access set state = 'uninstalled' where connector_id = any($1::uuid[])`, [
      `{${left.join(',')}}`,
    ])
}
