import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { asJob } from '#platform/background.ts'
import type { Tx } from '#platform/db.ts'
import { maybeIso, number, select } from '#platform/select.ts'
import type { Run, Step } from './run.ts'
import { shopItem } from './table.ts'
import { movedFor, type StockItem, takeOverStock } from './take-over-stock.ts'

const itemsAtOnce = 50

const i = alias(shopItem, 'i')
const columns = {
  foreignId: sql<string>`i.foreign_id`,
  targetId: sql<string>`i.target_id`,
  stockId: sql<string>`coalesce(i.variant_id, i.product_id)`,
  inventoryId: sql<string>`i.inventory_id`,
  base: number(sql<number | null>`i.stock_base`),
  fell: number(sql<number | null>`i.stock_fell`),
  fellAt: maybeIso(i.stockFellAt),
  left: number(sql<number>`count(*) over ()`),
}
/** A stock follows one shop: the one that it was taken over from first. A run for what was told looks at that alone. */
const nextOf = (tx: Tx, { portalId, connectorId, cursor, kind }: Run) =>
  select(
    tx,
    columns,
    sql`shop_item i join product d on d.portal_id = i.target_id and d.id = i.product_id
      where i.portal_id = ${portalId} and i.connector_id = ${connectorId} and i.inventory_id is not null
        and i.foreign_id > ${cursor ?? ''} ${kind === 'stock' ? sql`and i.stock_due_at is not null` : sql``}
        and (i.variant_id is not null
          or not exists (select 1 from variant v where v.portal_id = d.portal_id and v.product_id = d.id))
        and not exists (select 1 from shop_item o join connector c on c.portal_id = o.portal_id
            and c.id = o.connector_id and c.removed_at is null
          where o.target_id = i.target_id and o.product_id = i.product_id
            and o.variant_id is not distinct from i.variant_id and case when o.connector_id = i.connector_id
              then o.inventory_id is not null and o.foreign_id < i.foreign_id else o.stock_base is not null end)
      order by i.foreign_id limit ${itemsAtOnce}`,
  )

/**
 * What the shop has of fifty variants, in all of its places, and what of it the shop did by itself. What was told here is read
 * before the shop is asked: its answer holds at least that.
 */
export const syncStock: Step = async (means, run, shop) => {
  const { items, before } = await asJob(means.database, async (tx) => {
    const found = await nextOf(tx, run)
    return { items: found, before: await movedFor(tx, run.source, found) }
  })
  if (items.length === 0) return { cursor: null, looked: 0, keep: async () => 0 }
  const held = await shop.stock(items.map(({ inventoryId }) => inventoryId))
  const left = items[0]?.left ?? 0
  return {
    cursor: left > items.length ? (items.at(-1)?.foreignId ?? null) : null,
    looked: items.length,
    ...(run.cursor === null ? { total: left } : {}),
    keep: async (tx) => {
      // By key: a count and orders that meet at the same variants would otherwise wait for each other.
      const keyOf = ({ targetId, stockId }: StockItem) => `${targetId} ${stockId}`
      for (const item of items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
        await takeOverStock(tx, run, item, {
          told: held.get(item.inventoryId),
          before: before.get(item.stockId),
        })
      return 0
    },
  }
}
