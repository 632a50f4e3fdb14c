import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from './db.ts'

/**
 * Everything that a query finds, a thousand rows at a time, as it was when it was asked. Needs a transaction
 * (`inTransaction`), in which nobody else reads through it meanwhile.
 */
export async function* inBatches<T extends object>(tx: Tx, query: SQL): AsyncGenerator<T[]> {
  await tx.execute(sql`declare batches no scroll cursor for ${query}`)
  for (;;) {
    const found = await rows<T>(tx, sql`fetch 1000 from batches`)
    if (found.length === 0) break
    yield found
  }
  await tx.execute(sql`close batches`)
}
