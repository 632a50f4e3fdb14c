import { and, eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { order, orderState } from './table.ts'

/** The id of an order as its source names it. */
export async function orderIdOf(tx: Tx, portalId: string, source: string, externalId: string) {
  const [row] = await tx
    .select({ id: order.id })
    .from(order)
    .where(and(eq(order.portalId, portalId), eq(order.source, source), eq(order.externalId, externalId)))
  return row?.id
}

/** The moment of the latest that is known of an order. */
export async function toldAtOf(tx: Tx, portalId: string, source: string, externalId: string) {
  const [row] = await tx
    .select({ toldAt: orderState.toldAt })
    .from(orderState)
    .where(
      and(
        eq(orderState.portalId, portalId),
        eq(orderState.source, source),
        eq(orderState.externalId, externalId),
      ),
    )
  return row?.toldAt.getTime()
}
