import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'

/** What a portal may hold that somebody made or somebody bought. */
const tables = ['link', 'event', 'featured', 'release', 'product', 'member', 'sku_mapping', 'connector']

/** Is there nothing in a portal that its deletion would take away? Visits and pictures aside. */
export async function isEmptyPortal(tx: Tx, portalId: string): Promise<boolean> {
  const some = sql.join(
    [...tables, 'order'].map(
      (table) => sql`select 1 from ${sql.identifier(table)} where portal_id = ${portalId}`,
    ),
    sql` union all `,
  )
  const found = await rows(tx, sql`select 1 from (${some}) x limit 1`)
  return found.length === 0
}
