import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { asJob } from './background.ts'
import type { Database, Tx } from './db.ts'

const batch = 500

interface Telling<Row extends { id: string }> {
  /** Whose rows say in `told_at` that they were told. */
  table: PgTable
  /** Those of them, as `s`, that are to be told now; the statement ends with `some`, which takes its share of them. */
  find: (tx: Tx, some: SQL) => Promise<Row[]>
  /** Leaves the mail of one. */
  write: (tx: Tx, row: Row) => Promise<void>
}

/**
 * Tells fans what they wait for, once each, and answers how many: a mail and its mark are one transaction. Several
 * processes may do so beside each other.
 */
export async function tellFans<Row extends { id: string }>(
  database: Database,
  { table, find, write }: Telling<Row>,
): Promise<number> {
  for (let told = 0; ; ) {
    const some = await asJob(database, async (tx) => {
      const found = await find(tx, sql`order by s.id limit ${batch} for update of s skip locked`)
      for (const row of found) await write(tx, row)
      await tx.execute(
        sql`update ${sql.identifier(getTableName(table))} set told_at = clock_timestamp()
          where id = any(${sql.param(`{${found.map(({ id }) => id).join(',')}}`)}::uuid[])`,
      )
      return found.length
    })
    told += some
    if (some < batch) return told
  }
}
