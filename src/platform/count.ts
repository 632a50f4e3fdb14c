import { type SQL, sql } from 'drizzle-orm'
import { countMax } from './constants.ts'
import { rows, type Tx } from './db.ts'

/** How many rows `from` finds («product d where …»); one more than a list counts where there are more. */
export async function countRows(tx: Tx, from: SQL): Promise<number> {
  const [found] = await rows<{ total: number }>(
    tx,
    sql`select count(*)::int as total from (select 1 from ${from} limit ${countMax + 1}) x`,
  )
  return found?.total ?? 0
}
