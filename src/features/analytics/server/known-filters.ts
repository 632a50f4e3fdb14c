import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { BadInput } from '#platform/errors.ts'
import { number, select } from '#platform/select.ts'
import { type Base, oneOf, within } from './base.ts'

const count = { count: number(sql<string>`count(distinct k.id)`) }

/** One look for all ids that a call names. */
export async function refuseUnknown(
  tx: Tx,
  base: Base,
  named: Record<'labels' | 'portals' | 'products' | 'excludedProducts', string[]>,
) {
  const asked = Object.entries(named).filter(([, ids]) => ids.length > 0)
  if (asked.length === 0) return
  const known: Record<string, SQL> = {
    labels: sql`select o.account_id as id from portal o where ${within(base)}`,
    portals: sql`select o.id from portal o where ${within(base)}`,
    products: sql`select p.id from product p join portal o on o.id = p.portal_id where ${within(base)}
      union all select m.id from sku_mapping m join portal o on o.id = m.portal_id where ${within(base)}`,
  }
  known.excludedProducts = known.products as SQL
  for (const [field, ids] of asked) {
    const [found] = await select(tx, count, sql`(${known[field]}) k where ${oneOf(sql`k.id`, ids)}`)
    if ((found?.count ?? 0) < ids.length)
      throw new BadInput('analytics.filterUnknown', { [field]: { code: 'analytics.filterUnknown' } })
  }
}
