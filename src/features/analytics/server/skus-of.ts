import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { ask } from '#platform/select.ts'

/** A product by its id, or a SKU that is mapped to none by its own. */
export interface Good {
  portalId: string
  id: string
}

/** The SKUs of some goods, with the variant each is of, or itself. Each half is found by its own index. */
export function skusOf(tx: Tx, goods: readonly Good[]) {
  const [portals, keys] = [goods.map(({ portalId }) => portalId), goods.map(({ id }) => id)]
  return ask(
    tx,
    { id: sql<string>`m.id::text`, good: sql<string>`x.key::text`, variant: sql<string>`m.variant::text` },
    (columns) => sql`select ${columns}
      from unnest(${sql.param(portals)}::uuid[], ${sql.param(keys)}::uuid[]) as x (portal_id, key)
      cross join lateral (
        select m.id, coalesce(m.variant_id, m.id) as variant from sku_mapping m
          where m.portal_id = x.portal_id and m.product_id = x.key
        union all select m.id, m.id from sku_mapping m
          where m.portal_id = x.portal_id and m.id = x.key and m.product_id is null) m`,
  )
}
