import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { NotFound } from '#platform/errors.ts'

interface Wish {
  ids: readonly string[]
  archive?: boolean | undefined
  pricePct?: number | undefined
  preview: boolean
}

interface Found {
  portal_id: string
  account_id: string
  id: string
  name: string
  price_cents: string
  status: string
}

/** Archives products or moves their prices by per cent, to the cent; with `preview` only says what would come of it. */
export async function changeProducts(tx: Tx, { ids, archive, pricePct, preview }: Wish) {
  const wanted = [...new Set(ids)]
  const found = await rows<Found>(
    tx,
    sql`select d.portal_id, p.account_id, d.id, d.name->>'es' as name, d.price_cents, d.status
      from product d join portal p on p.id = d.portal_id
      where d.id = any(${sql.param(`{${wanted.join(',')}}`)}::uuid[]) order by d.id for update of d`,
  )
  if (found.length < wanted.length) throw new NotFound()
  const items = found.map((row) => {
    const priceCents = Number(row.price_cents)
    return {
      ...row,
      priceCents,
      // A price never falls to nothing by a change in per cent.
      newPriceCents:
        pricePct && priceCents > 0 ? Math.max(1, Math.round(priceCents * (1 + pricePct / 100))) : priceCents,
      newStatus: archive ? 'archived' : row.status,
    }
  })
  const changes = items.filter(
    (item) => item.newPriceCents !== item.priceCents || item.newStatus !== item.status,
  )
  if (!preview)
    for (const { portal_id, id, newPriceCents, newStatus } of changes)
      await tx.execute(sql`update product set price_cents = ${newPriceCents}, status = ${newStatus},
        version = version + 1, updated_at = clock_timestamp() where portal_id = ${portal_id} and id = ${id}`)
  return { items, changes }
}
