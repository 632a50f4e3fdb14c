import { type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from './db.ts'
import { convert, type Fields, type RowOf, selection } from './select.ts'

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

/** The same of rows that are typed by their fields, as `select` has them. */
export async function* selectInBatches<F extends Fields>(
  tx: Tx,
  fields: F,
  from: SQL,
): AsyncGenerator<RowOf<F>[]> {
  const found = inBatches<Record<string, unknown>>(tx, selection(fields, from))
  for await (const some of found) yield convert(fields, some)
}
