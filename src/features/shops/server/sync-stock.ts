import { sql } from 'drizzle-orm'
import { lockStock, moveStock } from '#features/stocks/server/move-stock.ts'
import { asService, type Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import type { Run, Step } from './run.ts'
import { stockQuery } from './shopify-queries.ts'

const itemsAtOnce = 50

const columns = {
  foreignId: sql<string>`i.foreign_id`,
  targetId: sql<string>`i.target_id`,
  stockId: sql<string>`coalesce(i.variant_id, i.product_id)`,
  inventoryId: sql<string>`i.inventory_id`,
  left: number(sql<number>`count(*) over ()`),
}

/** Variants that the shop keeps a count of and nobody here has counted or moved; what was counted here stays. */
const nextOf = (tx: Tx, { portalId, connectorId, cursor }: Run) =>
  select(
    tx,
    columns,
    sql`shop_item i join product d on d.portal_id = i.target_id and d.id = i.product_id
      where i.portal_id = ${portalId} and i.connector_id = ${connectorId} and i.inventory_id is not null
        and i.foreign_id > ${cursor ?? ''}
        and (i.variant_id is not null
          or not exists (select 1 from variant v where v.portal_id = d.portal_id and v.product_id = d.id))
        and not exists (select 1 from stock_movement m where m.portal_id = i.target_id
          and m.stock_id = coalesce(i.variant_id, i.product_id) and m.person_id is not null)
      order by i.foreign_id limit ${itemsAtOnce}`,
  )

interface Answer {
  nodes: ({
    id: string
    tracked: boolean
    inventoryLevels: { nodes: { quantities: { quantity: number }[] }[] }
  } | null)[]
}

/** What the shop has of fifty variants, in all of its places. Only once: afterwards stock follows what is sold and counted. */
export const syncStock: Step = async (means, run, ask) => {
  if (run.kind !== 'first') return { cursor: null, looked: 0, keep: async () => 0 }
  const items = await means.database.transaction(asService('job'), (tx) => nextOf(tx, run))
  if (items.length === 0) return { cursor: null, looked: 0, keep: async () => 0 }
  const answer = await ask<Answer>(stockQuery, { ids: items.map(({ inventoryId }) => inventoryId) })
  const onHand = new Map(
    answer.nodes.flatMap((node) =>
      node?.tracked
        ? [
            [
              node.id,
              node.inventoryLevels.nodes
                .flatMap((one) => one.quantities)
                .reduce((sum, one) => sum + one.quantity, 0),
            ],
          ]
        : [],
    ),
  )
  const left = items[0]?.left ?? 0
  return {
    cursor: left > items.length ? (items.at(-1)?.foreignId ?? null) : null,
    looked: items.length,
    ...(run.cursor === null ? { total: left } : {}),
    keep: async (tx) => {
      // By id order: a count and orders that meet at the same variants would otherwise wait for each other.
      for (const { targetId, stockId, inventoryId } of items.toSorted((a, b) =>
        a.stockId < b.stockId ? -1 : 1,
      )) {
        const units = onHand.get(inventoryId)
        if (units === undefined) continue
        const before = await lockStock(tx, targetId, stockId)
        await moveStock(tx, targetId, stockId, {
          kind: 'count',
          units: Math.max(0, units) - before.onHand,
          note: run.name,
        })
      }
      return 0
    },
  }
}
