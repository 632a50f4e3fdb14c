import { type SQL, sql } from 'drizzle-orm'
import { countRows } from './count.ts'
import { elevated, rows, type Tx } from './db.ts'

/** Rows of the portals seen, undefined sees all; of one by its key, so that an index in the list's order serves. */
export function ofPortals(column: SQL, seen: readonly string[] | undefined): SQL {
  if (!seen) return sql`true`
  return seen.length === 1
    ? sql`${column} = ${seen[0]}`
    : sql`${column} = any(${sql.param(`{${seen.join(',')}}`)}::uuid[])`
}

/** Rows of portals that have not been deleted. Those that have been are few, and rows in order need no join to know. */
export const ofLivePortals = (column: SQL): SQL =>
  sql`${column} not in (select gone.id from portal gone where gone.deleted_at is not null)`

interface Wanted {
  /** Rows that are counted, which narrow by themselves: «product d where …». */
  from: SQL
  /** `portal_id` and `id` of the page's rows, in its order. */
  page: SQL
  /** Does a member's list reach over several portals? */
  wide: boolean
}

/**
 * The keys of a page's rows, as a query in no order, and how many rows there are. Of many portals they are looked for above
 * row-level security, where the planner knows how much they own; what is shown of them passes through it. See
 * docs/decisions/0046-pages-of-large-lists.md.
 */
export async function findPage(tx: Tx, { from, page, wide }: Wanted): Promise<{ keys: SQL; total: number }> {
  if (!wide) return { keys: page, total: await countRows(tx, from) }
  return elevated(tx, async () => {
    const found = await rows<{ portal_id: string; id: string }>(tx, page)
    const list = (ids: string[]) => sql`${sql.param(`{${ids.join(',')}}`)}::uuid[]`
    const [portals, ids] = [list(found.map((row) => row.portal_id)), list(found.map((row) => row.id))]
    return {
      keys: sql`select * from unnest(${portals}, ${ids}) as u (portal_id, id)`,
      total: await countRows(tx, from),
    }
  })
}

export const isWide = (seen: readonly string[] | undefined): boolean => seen !== undefined && seen.length > 1
