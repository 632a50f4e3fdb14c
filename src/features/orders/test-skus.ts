import { v7 } from 'uuid'
import { product, skuMapping, variant } from '#features/products/server/table.ts'
import { skuTotal } from '#features/rollups/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { testDatabase } from '#testing/database.ts'
import { inTrial } from '#testing/raw-bills.ts'
import { order, orderLine } from './server/table.ts'

interface Sold {
  at?: Date
  units?: number
  cents?: number
  kind?: 'sale' | 'refund'
}

/** A world in which SKUs, what they stand for and what was sold by them are put by hand. */
export function skuRows() {
  const world = testDatabase()
  const run = <T>(of: (tx: Tx) => Promise<T>) => inTrial(world.database, of)

  const putGood = async (portalId: string, name: string, row: Partial<typeof product.$inferInsert> = {}) => {
    const id = row.id ?? v7()
    await run((tx) =>
      tx.insert(product).values({
        ...{ portalId, name: { es: name }, category: 'album' as const, status: 'active' as const },
        ...row,
        id,
      }),
    )
    return id
  }
  const putVariant = async (
    portalId: string,
    productId: string,
    row: Partial<typeof variant.$inferInsert> = {},
  ) => {
    const id = row.id ?? v7()
    await run((tx) => tx.insert(variant).values({ portalId, productId, ...row, id }))
    return id
  }
  /** What was sold of a SKU, each sale in an order of its own. */
  const sell = (portalId: string, skuId: string, sold: readonly Sold[]) =>
    run(async (tx) => {
      for (const { at = new Date('2026-03-04T10:00:00Z'), units = 1, cents = 1_000, kind = 'sale' } of sold) {
        const [orderId, batchId, netMicros] = [v7(), v7(), cents * 10_000]
        await tx.insert(order).values({
          ...{ portalId, id: orderId, source: 'csv', externalId: orderId, placedAt: at, currency: 'EUR' },
          batchId,
        })
        await tx.insert(orderLine).values({
          ...{ portalId, orderId, kind, ordinal: 0, at, skuId, units, orders: 1, currency: 'EUR' },
          ...{ grossAmount: '0', netAmount: '0', taxAmount: '0', currencyRate: '1', grossMicros: netMicros },
          ...{ discountsMicros: 0, refundsMicros: 0, netMicros, taxMicros: 0, incomeMicros: 0 },
          ...{ commissionPct: '20', batchId },
        })
      }
    })
  const putSku = async (
    portalId: string,
    row: Partial<typeof skuMapping.$inferInsert> = {},
    sold: readonly Sold[] = [{}],
  ) => {
    const id = row.id ?? v7()
    await run((tx) => tx.insert(skuMapping).values({ portalId, source: 'csv', sku: id, ...row, id }))
    await sell(portalId, id, sold)
    return id
  }
  /** What is kept of a SKU's sales, beside its lines. */
  const putTotal = (portalId: string, skuId: string, row: Partial<typeof skuTotal.$inferInsert> = {}) =>
    run((tx) =>
      tx.insert(skuTotal).values({
        ...{ portalId, skuId, country: '', grain: 'year' as const, t: new Date('2026-01-01T00:00:00Z') },
        ...row,
      }),
    )
  return { world, run, putGood, putVariant, putSku, putTotal, sell }
}
