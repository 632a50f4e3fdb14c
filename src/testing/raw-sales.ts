import { v7 } from 'uuid'
import { order, orderLine } from '#features/orders/server/table.ts'
import { account, portal } from '#features/portals/server/table.ts'
import { product, skuMapping } from '#features/products/server/table.ts'
import type { Database } from '#platform/db.ts'
import { inTrial } from './raw-bills.ts'

/** For tests of what is read from rows: who sells, what, and when, without the way that leads to them. */

/** An account that nothing is known of, with a master portal, or one beside it. */
export async function putAccount(database: Database, name: string) {
  const accountId = v7()
  await inTrial(database, (tx) => tx.insert(account).values({ id: accountId, name }))
  return { accountId, portalId: await putPortal(database, accountId, { name, master: true }) }
}

export async function putPortal(
  database: Database,
  accountId: string,
  row: Partial<typeof portal.$inferInsert> = {},
): Promise<string> {
  const id = v7()
  const own = { id, accountId, code: id, customUrl: id, name: id }
  await inTrial(database, (tx) => tx.insert(portal).values({ ...own, ...row }))
  return id
}

/** A product with its SKU. */
export async function putProduct(database: Database, portalId: string, name: string): Promise<string> {
  const id = v7()
  await inTrial(database, async (tx) => {
    await tx.insert(product).values({ portalId, id, name: { es: name }, category: 'album', status: 'active' })
    await tx.insert(skuMapping).values({ portalId, id, source: 'csv', sku: id, productId: id })
  })
  return id
}

type Line = typeof orderLine.$inferInsert

/** A sale of a product with what it earned, in an order of its own. */
export async function putSale(
  database: Database,
  { portalId, productId, ...row }: { portalId: string; productId: string; at: Date } & Partial<Line>,
): Promise<string> {
  const [orderId, batchId] = [row.orderId ?? v7(), v7()]
  const placedAt = row.at
  await inTrial(database, async (tx) => {
    await tx
      .insert(order)
      .values({
        portalId,
        id: orderId,
        source: 'csv',
        externalId: orderId,
        placedAt,
        currency: 'EUR',
        batchId,
      })
      .onConflictDoNothing()
    await tx.insert(orderLine).values({
      ...{ portalId, orderId, kind: 'sale', ordinal: 0, skuId: productId, productId, units: 1, orders: 1 },
      ...{ grossAmount: '0', netAmount: '0', taxAmount: '0', currency: 'EUR', currencyRate: '1' },
      ...{ grossMicros: 0, discountsMicros: 0, refundsMicros: 0, netMicros: 0, taxMicros: 0 },
      ...{ incomeMicros: 0, commissionPct: '20', batchId, ...row },
    })
  })
  return orderId
}
