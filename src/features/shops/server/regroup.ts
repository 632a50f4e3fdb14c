import { sql } from 'drizzle-orm'
import { readRules, targetOf } from '#features/connectors/server/rules.ts'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'
import type { Run, Step } from './run.ts'

const columns = {
  productId: sql<string>`i.product_id`,
  targetId: sql<string>`i.target_id`,
  vendor: sql<string>`coalesce(i.vendor, '')`,
  tags: sql<string[]>`coalesce(i.tags, '[]')`,
  collections: sql<string[]>`coalesce(i.collections, '[]')`,
  sku: sql<string>`coalesce((select v.sku from shop_item v where v.portal_id = i.portal_id
    and v.connector_id = i.connector_id and v.product_id = i.product_id and v.sku is not null
    order by v.foreign_id limit 1), '')`,
}

/** Products that the rules name another portal for are forgotten, so that the next step brings them into its catalogue. */
export const regroup: Step = async (_means, run) => ({
  cursor: null,
  looked: 0,
  keep: async (tx) => {
    await forgetMoved(tx, run)
    return 0
  },
})

async function forgetMoved(tx: Tx, { portalId, connectorId }: Run) {
  const rules = await readRules(tx, { connectorId })
  const items = await select(
    tx,
    columns,
    sql`shop_item i where i.portal_id = ${portalId} and i.connector_id = ${connectorId} and i.sku is null`,
  )
  for (const item of items) {
    if ((targetOf(rules, item, item.sku) ?? portalId) === item.targetId) continue
    await tx.execute(sql`delete from shop_item where portal_id = ${portalId} and connector_id = ${connectorId}
      and product_id = ${item.productId}`)
    // What nobody has published would be a draft twice; what fans see is its team's to end.
    await tx.execute(sql`update product set status = 'archived', version = version + 1, updated_at = clock_timestamp()
      where portal_id = ${item.targetId} and id = ${item.productId} and status = 'draft'`)
  }
}
