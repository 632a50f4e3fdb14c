import { sql } from 'drizzle-orm'
import { reshareOrders } from '#features/connectors/server/reshare-orders.ts'
import { rollWaitingBatches } from '#features/rollups/server/rollups.ts'
import { inBulk } from '#platform/bulk.ts'
import type { Step } from './run.ts'

/**
 * Parts the orders that are known by the rules of now. They are moved before the run's place is kept: those of a page that is
 * done a second time stand where they belong, and do not move again.
 */
export const syncParts: Step = async ({ database, secret }, run) => {
  const { cursor, looked } = await inBulk(database, (bulk) => reshareOrders(bulk, run, secret))
  await rollWaitingBatches(database)
  return {
    cursor,
    looked,
    keep: async (tx) => {
      if (cursor === null)
        await tx.execute(sql`update shop_access set parts_due_at = null where portal_id = ${run.portalId}
          and connector_id = ${run.connectorId} and parts_due_at <= (select started_at from shop_run
            where portal_id = ${run.portalId} and id = ${run.id})`)
      return 0
    },
  }
}
