import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { ofPortals, type Seen } from '#platform/of-portals.ts'
import { pageRows } from '#platform/paging.ts'
import { select } from '#platform/select.ts'
import { items, where } from './queries.ts'

/** Of so many portals one at least: of fewer, all that they have is read sooner than theirs is met among everybody's. */
const oneOf = 50

/** Whether a walk along everybody's stocks soon meets what is seen: all of it, or what a label with many portals has. */
export async function isMuch(tx: Tx, seen: Seen | undefined): Promise<boolean> {
  if (!seen) return true
  if (seen.accounts.length === 0) return false
  const [found] = await select(
    tx,
    {
      much: sql<boolean>`(select count(*) from portal p where ${ofPortals(sql`p.id`, seen)}) * ${oneOf}::int >= c.reltuples`,
    },
    sql`pg_class c where c.oid = 'portal'::regclass`,
  )
  return found?.much ?? false
}

/**
 * A page by what is available, from stocks alone, which an index has in this order: what is missing first, or what there is
 * most of. What has no stock written down has none available: it stands after the one and after the other, so that a page
 * which is not full says nothing.
 */
export function availablePage(down: boolean, inPortals: (column: SQL) => SQL, page: number): SQL {
  const way = sql.raw(down ? 'desc' : 'asc')
  const available = sql`(l.on_hand - l.committed - l.safety)`
  const its = items(sql`d.portal_id = l.portal_id and d.id = l.product_id and coalesce(v.id, d.id) = l.id`)
  return sql`select i.*, null::int as total from stock l
    cross join lateral (select i.* from ${its} where ${where({})} offset 0) i
    where ${inPortals(sql`l.portal_id`)} and ${available} ${sql.raw(down ? '> 0' : '< 0')}
    order by ${available} ${way}, l.product_id ${way}, l.id ${way} ${pageRows(page)}`
}
