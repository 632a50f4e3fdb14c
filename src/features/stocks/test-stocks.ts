import { beforeEach } from 'vitest'
import { skuRows } from '#features/orders/test-skus.ts'
import { putAccount, putPortal } from '#testing/raw-sales.ts'
import { stock } from './server/table.ts'

/** A portal with nothing yet and another of its account, new for each test, whose goods and stocks are put by hand. */
export function stockRows() {
  const skus = skuRows()
  const of = { portalId: '', other: '' }
  beforeEach(async () => {
    const made = await putAccount(skus.world.database, 'Sello')
    of.portalId = made.portalId
    of.other = await putPortal(skus.world.database, made.accountId)
  })
  const keep = (row: Partial<typeof stock.$inferInsert> & { id: string }) =>
    skus.run((tx) => tx.insert(stock).values({ portalId: of.portalId, productId: row.id, ...row }))
  return { ...skus, of, keep }
}
export const limited = { format: 'limited' as const, editionUnits: 9 }
/** Ids in the order of their numbers. */
export const idOf = (at: number) => `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`
