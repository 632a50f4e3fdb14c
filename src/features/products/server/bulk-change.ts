import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { portal } from '#features/portals/server/table.ts'
import type { Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'
import { select } from '#platform/select.ts'
import { product } from './table.ts'

interface Wish {
  ids: readonly string[]
  archive?: boolean | undefined
  pricePct?: number | undefined
  preview: boolean
}

const [d, p] = [alias(product, 'd'), alias(portal, 'p')]
const columns = {
  portalId: d.portalId,
  accountId: p.accountId,
  id: d.id,
  name: sql<string>`d.name->>'es'`,
  priceCents: d.priceCents,
  status: d.status,
}

/** Archives products or moves their prices by per cent, to the cent; with `preview` only says what would come of it. */
export async function changeProducts(tx: Tx, { ids, archive, pricePct, preview }: Wish) {
  const wanted = [...new Set(ids)]
  const found = await select(
    tx,
    columns,
    sql`product d join portal p on p.id = d.portal_id
      where d.id = any(${sql.param(`{${wanted.join(',')}}`)}::uuid[]) order by d.id for update of d`,
  )
  if (found.length < wanted.length) throw new NotFound()
  const items = found.map((row) => ({
    ...row,
    // A price never falls to nothing by a change in per cent.
    newPriceCents:
      pricePct && row.priceCents > 0
        ? Math.max(1, Math.round(row.priceCents * (1 + pricePct / 100)))
        : row.priceCents,
    newStatus: archive ? ('archived' as const) : row.status,
  }))
  const changes = items.filter(
    (item) => item.newPriceCents !== item.priceCents || item.newStatus !== item.status,
  )
  if (!preview)
    for (const { portalId, id, newPriceCents, newStatus } of changes)
      await tx.execute(sql`update product set price_cents = ${newPriceCents}, status = ${newStatus},
        version = version + 1, updated_at = clock_timestamp() where portal_id = ${portalId} and id = ${id}`)
  return { items, changes }
}
