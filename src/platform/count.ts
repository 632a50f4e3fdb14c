import { type SQL, sql } from 'drizzle-orm'
import { countMax } from './constants.ts'
import type { Tx } from './db.ts'
import { select } from './select.ts'

const counted = { total: sql<number>`count(*)::int` }

/** How many rows `from` finds («product d where …»); one more than a list counts where there are more. */
export async function countRows(tx: Tx, from: SQL): Promise<number> {
  const [found] = await select(tx, counted, sql`(select 1 from ${from} limit ${countMax + 1}) x`)
  return found?.total ?? 0
}
