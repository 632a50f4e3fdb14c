import { type SQL, sql } from 'drizzle-orm'

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
