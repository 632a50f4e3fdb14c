import type { Tx } from '#platform/db.ts'
import { Conflict, Unprocessable } from '#platform/errors.ts'
import { isOffered } from './acceptance-plan.ts'
import { type Acceptor, approveBill } from './approve-bill.ts'
import { issueCorrection } from './correct-bill.ts'
import { issueAdvance } from './grant-advance.ts'
import type { bill } from './table.ts'

/**
 * Accepts what waits for it: a month's bill, a corrective one, or the bill of a granted advance. The account's lock has to
 * be held. @throws Conflict where it waits for nothing or for something else; Unprocessable by `proof` where staff give none.
 */
export async function acceptBill(tx: Tx, row: typeof bill.$inferSelect, acceptor: Acceptor): Promise<void> {
  const offered = isOffered(row)
  if (row.status !== 'Pending' || (row.type !== 1 && !offered && !row.correctsId))
    throw new Conflict('billing.notPending')
  if (acceptor.by === 'staff' && !acceptor.proof)
    throw new Unprocessable({ proof: { code: 'validation.required' } })
  if (row.correctsId) return issueCorrection(tx, row, acceptor)
  return offered ? issueAdvance(tx, row, acceptor) : approveBill(tx, row, acceptor)
}
