import { sql } from 'drizzle-orm'
import { portal } from '#features/portals/server/table.ts'
import { product } from '#features/products/server/table.ts'
import { businessTimeZone } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { microsToCents } from '#platform/money.ts'
import { inAccount } from '#platform/own-reach.ts'
import { number, select } from '#platform/select.ts'
import type { HeldSales } from '../bill-shapes.ts'

const wanted = {
  productId: product.id,
  name: product.name,
  portalId: portal.id,
  portalName: portal.name,
  on: sql<string>`(l.owed_at at time zone '${sql.raw(businessTimeZone)}')::date::text`,
  units: number(sql<string>`sum(l.units)`),
  incomeMicros: number(sql<string>`sum(l.income_micros)`),
}

/** What an account's portals sold of products to come, the next release first; it is owed on that day. */
export async function heldSales(tx: Tx, accountId: string): Promise<HeldSales[]> {
  const found = await inAccount(tx, accountId, () =>
    select(
      tx,
      wanted,
      sql`portal join order_line l on l.portal_id = portal.id and l.owed_at > now() and isfinite(l.owed_at)
        join product on product.portal_id = l.portal_id and product.id = l.product_id
        where portal.account_id = ${accountId}
        group by product.portal_id, product.id, portal.id, l.owed_at having sum(l.units) <> 0
        order by l.owed_at, product.id`,
    ),
  )
  return found.map(({ productId, name, portalId, portalName, on, units, incomeMicros }) => ({
    product: { id: productId, name },
    portal: { id: portalId, name: portalName },
    ...{ on, units, incomeCents: microsToCents(incomeMicros) },
  }))
}
