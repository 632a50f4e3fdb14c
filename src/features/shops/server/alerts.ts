import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'

/** A shop that no longer lets us in, for those who can allow it again. */
export async function shopAlerts(
  tx: Tx,
  portalId: string,
  keys: ReadonlySet<string>,
): Promise<'shop-away'[]> {
  if (!keys.has('stocks.managestocks') && !keys.has('products.manageproducts')) return []
  const [away] = await select(
    tx,
    { one: sql<number>`1` },
    sql`shop_access where portal_id = ${portalId} and state <> 'connected' limit 1`,
  )
  return away ? ['shop-away'] : []
}
