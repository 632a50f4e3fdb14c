import { sql } from 'drizzle-orm'
import { lockStock, moveStock } from '#features/stocks/server/move-stock.ts'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import type { Run } from './run.ts'
import type { Held } from './speaking-shop.ts'

/** A variant that the shop keeps a count of, and how its figure was compared last. */
export interface StockItem {
  foreignId: string
  targetId: string
  stockId: string
  inventoryId: string
  base: number | null
  fell: number | null
  fellAt: string | null
}

/** What moved here of a stock because of its shop: by its orders, and by what was taken over. */
export interface Moved {
  units: number
  committed: number
  /** Somebody here has counted or moved it, or a count of the shop was taken over. */
  counted: boolean
}

const movedColumns = {
  stockId: sql<string>`x.stock_id`,
  units: number(sql<number>`coalesce(sum(m.units) filter (where m.kind = 'shop' or o.id is not null), 0)`),
  committed: number(sql<number>`coalesce(sum(m.committed) filter (where o.id is not null), 0)`),
  counted: sql<boolean>`coalesce(bool_or(m.person_id is not null or m.kind = 'count'), false)`,
}

/** By stock. */
export async function movedFor(
  tx: Tx,
  source: string,
  items: readonly Pick<StockItem, 'targetId' | 'stockId'>[],
): Promise<Map<string, Moved>> {
  const asked = JSON.stringify(
    items.map(({ targetId, stockId }) => ({ target_id: targetId, stock_id: stockId })),
  )
  const rows = await select(
    tx,
    movedColumns,
    sql`jsonb_to_recordset(${asked}::jsonb) as x(target_id uuid, stock_id uuid)
      left join stock_movement m on m.portal_id = x.target_id and m.stock_id = x.stock_id
      left join "order" o on o.portal_id = m.portal_id and o.id = m.order_id and o.source = ${source}
      group by x.stock_id`,
  )
  return new Map(rows.map(({ stockId, ...moved }) => [stockId, moved]))
}

interface Asked {
  /** What the shop answered; nothing where it keeps no count any more. */
  told: Held | undefined
  /** What had moved here when it was asked. */
  before: Moved | undefined
}

/** The shop's figure, and ours of the same: what lies on the shelves, or what of it can still be bought. */
const comparable = (told: Held, { units, committed: ofShop }: Moved, committed: number) =>
  'onHand' in told
    ? { figure: told.onHand, ours: units, onShelves: told.onHand }
    : // What is sold and not yet sent is still on the shelves.
      { figure: told.available, ours: units - ofShop, onShelves: told.available + committed }

/** What of a change is taken over now, and what of it stays open. */
function takenOver(change: number, { fell, fellAt }: StockItem, { kind, startedAt }: Run) {
  const missing = Math.min(0, change)
  const seen = Math.max(fell ?? missing, missing)
  const looked = kind === 'reconcile' && fellAt !== null && fellAt < startedAt
  const lost = looked && fell !== null ? seen : 0
  return { taken: change > 0 ? change : lost, open: looked ? missing - lost : seen, looked }
}

/**
 * Compares the shop's figure with what its orders have moved here since both were the same: the rest is what the shop did by
 * itself, and becomes a movement of its own (decision 77). More is taken over at once; less only when it is still missing after
 * the shop's orders have been looked at again, because it may be a sale that is still to be told.
 */
export async function takeOverStock(
  tx: Tx,
  run: Run,
  item: StockItem,
  { told, before }: Asked,
): Promise<void> {
  const { targetId, stockId } = item
  if (told === undefined) return note(tx, run, item, { base: item.base, fell: null, due: false })
  const { onHand, committed } = await lockStock(tx, targetId, stockId)
  const now = (await movedFor(tx, run.source, [item])).get(stockId)
  if (!now || !before) return
  // Something was told meanwhile that the answer may not hold: it is asked again.
  if (now.units !== before.units || now.committed !== before.committed)
    return note(tx, run, item, { base: item.base, fell: item.fell, due: true })
  const { figure, ours, onShelves } = comparable(told, now, committed)
  if (item.base === null) {
    if (!now.counted) await move('count', Math.max(0, onShelves) - onHand)
    return note(tx, run, item, { base: figure - ours, fell: null, due: false })
  }
  const { taken, open, looked } = takenOver(figure - item.base - ours, item, run)
  if (taken !== 0) await move('shop', taken)
  return note(tx, run, item, { base: item.base, fell: open < 0 ? open : null, due: false, anew: looked })

  function move(kind: 'count' | 'shop', units: number) {
    return moveStock(tx, targetId, stockId, { kind, units, note: run.name })
  }
}

/** What the next look begins with; when something fell is when that was first seen. */
async function note(
  tx: Tx,
  { portalId, connectorId }: Run,
  { foreignId }: StockItem,
  {
    base,
    fell,
    due,
    anew = false,
  }: { base: number | null; fell: number | null; due: boolean; anew?: boolean },
): Promise<void> {
  await tx.execute(sql`update shop_item set stock_base = ${base}, stock_fell = ${fell},
      stock_fell_at = case when ${fell}::int is null then null when ${anew} then clock_timestamp()
        else coalesce(stock_fell_at, clock_timestamp()) end,
      stock_due_at = case when ${due} then coalesce(stock_due_at, clock_timestamp()) end
    where portal_id = ${portalId} and connector_id = ${connectorId} and foreign_id = ${foreignId}`)
}
