import { and, eq } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { disputeBill } from './cancel-bill.ts'
import { closeBill } from './close-bill.ts'
import { lockAccount } from './ledger.ts'
import { isOfItsMonths } from './months-of-bill.ts'
import { bill } from './table.ts'

/**
 * A bill names who supplied in its months (RD 1619/2012, art. 6.1.c, d) and is taxed by it: where an account has said that
 * this was otherwise, its Pending bills are sent back and closed again with what is known now. What then waits for
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
  let through = ''
  for (const row of pending) {
    if (await isOfItsMonths(tx, row, now)) continue
    await disputeBill(tx, row, null)
    through = row.period ?? through
  }
  if (through === '') return
  while ('closed' in (await closeBill(tx, accountId, { through, now, appOrigin })));
}
