import { and, eq, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { disputeBill } from './cancel-bill.ts'
import { closeBill, thisMonth } from './close-bill.ts'
import { heldAmounts, lockAccount } from './ledger.ts'
import { isOfItsMonths } from './months-of-bill.ts'
import { bill } from './table.ts'

/**
 * A bill names who supplied in its months (RD 1619/2012, art. 6.1.c, d) and is taxed by it: where an account has said that
 * this was otherwise, its Pending bills are sent back and closed again with what is known now, each of what it was of: what
 * nobody closed stays open. What then waits for
 * something stays open and says for what. What was issued is corrected, not changed.
 */
export async function followStanding(
  tx: Tx,
  accountId: string,
  { now, appOrigin }: { now: Date; appOrigin: string },
): Promise<void> {
  await lockAccount(tx, accountId)
  const pending = await tx
    .select()
    .from(bill)
    .where(and(eq(bill.accountId, accountId), eq(bill.type, 1), eq(bill.status, 'Pending')))
    .orderBy(bill.period)
  for (const row of pending) {
    if (await isOfItsMonths(tx, row, now)) continue
    let only = await heldAmounts(tx, row.id)
    await disputeBill(tx, row, null)
    while (only.length > 0) {
      const through = row.period ?? ''
      const closing = await closeBill(tx, accountId, { through, now, appOrigin, only })
      if (!('closed' in closing)) break
      const billed = new Set((await heldAmounts(tx, closing.closed)).map(({ month }) => month))
      only = only.filter(({ month }) => !billed.has(month))
    }
  }
}

/** The first day after the last month, of those that are over, of which a bill waits to be accepted; undefined without one. */
export async function lastPresented(
  tx: Tx,
  accountId: string,
  now: Date,
): Promise<{ next: string } | undefined> {
  const [found] = await rows<{ next: string | null }>(
    tx,
    sql`select (max(l.month) + interval '1 month')::date::text as next from bill b join bill_line l on l.bill_id = b.id
      where b.account_id = ${accountId} and b.type = 1 and b.status = 'Pending' and b.corrects_id is null
        and l.month < ${thisMonth(now)}::date`,
  )
  return found?.next ? { next: found.next } : undefined
}
