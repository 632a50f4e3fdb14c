import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { BadInput, NotFound } from '#platform/errors.ts'
import type { MovementKind } from '../choices.ts'
import type { StockRow } from '../contract.ts'
import { stocksMoved } from './occasions.ts'
import { getStock } from './queries.ts'
import { stock, stockMovement } from './table.ts'

interface Locked {
  onHand: number
  committed: number
  version: number
}

/**
 * Locks the stock of a variant, or of a product without variants, and makes its row where there is none.
 * @throws NotFound when the portal has neither.
 */
export async function lockStock(tx: Tx, portalId: string, stockId: string): Promise<Locked> {
  await tx.execute(sql`insert into stock (portal_id, id, product_id, version)
    select v.portal_id, v.id, v.product_id, 0 from variant v where v.portal_id = ${portalId} and v.id = ${stockId}
    union all select d.portal_id, d.id, d.id, 0 from product d where d.portal_id = ${portalId} and d.id = ${stockId}
      and not exists (select from variant v where v.portal_id = d.portal_id and v.product_id = d.id)
    on conflict do nothing`)
  const [row] = await tx
    .select({ onHand: stock.onHand, committed: stock.committed, version: stock.version })
    .from(stock)
    .where(and(eq(stock.portalId, portalId), eq(stock.id, stockId)))
    .for('update')
  if (!row) throw new NotFound()
  return row
}

export interface Move {
  kind: MovementKind
  units: number
  note?: string | null | undefined
  personId?: string | undefined
}

/**
 * Moves units of a variant and writes the movement. @throws BadInput by `units` when fewer than none would be left; a shop may say
 * so of its own.
 */
export async function moveStock(tx: Tx, portalId: string, stockId: string, move: Move): Promise<StockRow> {
  const { onHand, committed } = await lockStock(tx, portalId, stockId)
  const after = onHand + move.units
  if (move.kind !== 'shop' && move.units < 0 && after < 0)
    throw new BadInput('invalidInput', { units: { code: 'stocks.tooMany' } })
  await tx.execute(sql`update stock set on_hand = ${after}, version = version + 1, updated_at = clock_timestamp()
    where portal_id = ${portalId} and id = ${stockId}`)
  await tx.insert(stockMovement).values({
    portalId,
    stockId,
    kind: move.kind,
    units: move.units,
    onHandAfter: after,
    committedAfter: committed,
    note: move.note || null,
    personId: move.personId ?? null,
  })
  await stocksMoved.tell(tx, [{ portalId, stockId, change: move.units }])
  return stockOf(tx, portalId, stockId)
}

/** One row of the stock. @throws NotFound */
export async function stockOf(tx: Tx, portalId: string, stockId: string): Promise<StockRow> {
  const found = await getStock(tx, portalId, stockId)
  if (!found) throw new NotFound()
  return found
}

/** Takes a count over: the difference becomes a movement, also when there is none, because somebody has counted. */
export async function countStock(
  tx: Tx,
  portalId: string,
  stockId: string,
  counted: { onHand: number; note?: string | undefined; personId: string },
): Promise<StockRow> {
  const { onHand } = await lockStock(tx, portalId, stockId)
  return moveStock(tx, portalId, stockId, { kind: 'count', ...counted, units: counted.onHand - onHand })
}

/** From one variant to another. Locked by id order: two transfers the other way round would wait for each other. */
export async function transferStock(
  tx: Tx,
  portalId: string,
  wish: { fromId: string; toId: string; units: number; note?: string | undefined; personId: string },
) {
  const { fromId, toId, units, ...rest } = wish
  if (fromId === toId) throw new BadInput('invalidInput', { toId: { code: 'stocks.sameStock' } })
  for (const id of [fromId, toId].sort()) await lockStock(tx, portalId, id)
  const from = await moveStock(tx, portalId, fromId, { kind: 'transfer', units: -units, ...rest })
  const to = await moveStock(tx, portalId, toId, { kind: 'transfer', units, ...rest })
  return { from, to }
}

/** Sets what no movement tells of. */
export async function updateStock(
  tx: Tx,
  portalId: string,
  stockId: string,
  { incoming, safety, lowAt }: { incoming: number; safety: number; lowAt: number | null },
): Promise<StockRow> {
  const before = await stockOf(tx, portalId, stockId)
  await tx.execute(sql`update stock set incoming = ${incoming}, safety = ${safety}, low_at = ${lowAt},
    version = version + 1, updated_at = clock_timestamp() where portal_id = ${portalId} and id = ${stockId}`)
  await stocksMoved.tell(tx, [{ portalId, stockId, change: before.safety - safety }])
  return stockOf(tx, portalId, stockId)
}
