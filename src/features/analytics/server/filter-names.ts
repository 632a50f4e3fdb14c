import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'
import { type Base, within } from './base.ts'
import type { FilterQuery } from './selection.ts'

const columns = { id: sql<string>`a.id`, name: sql<string>`a.name` }

/**
 * The names of what the filters of a call name by id, in one look: accounts, portals, products and SKUs that nobody has
 * mapped, within what the actor may see.
 */
export async function filterNames(
  tx: Tx,
  base: Base,
  locale: string,
  { labels, portals, products, excludedProducts }: FilterQuery,
): Promise<ReadonlyMap<string, string>> {
  const ids = [labels, portals, products, excludedProducts].flatMap((many) => many ?? [])
  if (ids.length === 0) return new Map()
  const chosen = sql`any(${`{${[...new Set(ids)].join(',')}}`}::uuid[])`
  const said = sql`coalesce(nullif(p.name->>${locale}, ''), p.name->>'es')`
  const found = await select(
    tx,
    columns,
    sql`account a where a.id = ${chosen}
        and exists (select from portal o where o.account_id = a.id and ${within(base)})
      union all select o.id, o.name from portal o where o.id = ${chosen} and ${within(base)}
      union all select p.id, ${said} from product p join portal o on o.id = p.portal_id
        where p.id = ${chosen} and ${within(base)}
      union all select m.id, coalesce(nullif(m.name, ''), m.sku) from sku_mapping m join portal o on o.id = m.portal_id
        where m.id = ${chosen} and ${within(base)}`,
  )
  return new Map(found.map(({ id, name }) => [id, name]))
}
