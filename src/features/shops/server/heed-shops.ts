import { sql } from 'drizzle-orm'
import type { ShopNews } from '#features/connectors/server/occasions.ts'
import type { Bulk } from '#platform/bulk.ts'
import type { Tx } from '#platform/db.ts'

/** With its connector a shop's tokens go, and what was still to come in. */
export async function forgetShop(tx: Tx, connectorId: string): Promise<void> {
  await tx.execute(sql`delete from shop_run where connector_id = ${connectorId} and state = 'running'`)
  await tx.execute(sql`delete from shop_access where connector_id = ${connectorId}`)
}

/** What shops tell of themselves, by their own word for it. */
export async function heedShops(bulk: Bulk, told: readonly ShopNews[]): Promise<void> {
  for (const news of told) {
    if (news.topic === 'app/uninstalled') await noteUninstalled(bulk, news)
    if (news.topic === 'inventory_levels/update') await noteStock(bulk, news, shopifyStock)
    if (news.topic === 'product.updated') await noteStock(bulk, news, wooCommerceStock)
  }
}

/**
 * A shop that has taken the app out (`app/uninstalled`) has ended its tokens with that; one that was allowed again since has
 * new ones, however late the news is worked off.
 */
const noteUninstalled = (bulk: Bulk, { connectorId, receivedAt }: ShopNews) =>
  bulk.query(
    `update shop_access set state = 'uninstalled' where connector_id = $1 and allowed_at < $2::timestamptz`,
    [connectorId, new Date(receivedAt).toISOString()],
  )

type Told = Record<string, unknown>
/** One place's figure alone: what the shop has in all of them is asked for. */
const shopifyStock = ({ inventory_item_id: id }: Told) => [`gid://shopify/InventoryItem/${id}`]
/** A product, all of its variations, or one of them. */
const wooCommerceStock = ({ id, parent_id: parent }: Told) =>
  parent ? [`${parent}/${id}`] : [`${id}`, `${id}/%`]

/** A figure that changed is asked for by the next run: what was told may be old by now. */
async function noteStock(bulk: Bulk, { connectorId, body }: ShopNews, idsOf: (told: Told) => string[]) {
  const ids = idsOf(readTold(body))
  await bulk.query(
    `update shop_item set stock_due_at = clock_timestamp() where connector_id = $1 and inventory_id like any($2::text[])`,
    [connectorId, ids],
  )
}

function readTold(body: string): Told {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Told) : {}
  } catch {
    return {}
  }
}
