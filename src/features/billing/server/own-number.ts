import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { bill } from './table.ts'

type Row = typeof bill.$inferSelect

/** Does another bill of its account have this number, or wait with it? As people read it: `a-1` is `A-1`. */
export async function isNumberTaken(
  tx: Tx,
  { id, accountId, ownNumber }: Pick<Row, 'id' | 'accountId' | 'ownNumber'>,
): Promise<boolean> {
  const [taken] = await tx
    .select({ id: bill.id })
    .from(bill)
    .where(
      sql`${bill.accountId} = ${accountId} and ${bill.id} <> ${id}
        and lower(${ownNumber}) in (lower(${bill.number}), lower(${bill.ownNumber}))`,
    )
  return taken !== undefined
}
