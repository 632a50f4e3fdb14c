import { and, eq, ne, sql } from 'drizzle-orm'
import { billTypes } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { isOffered } from './acceptance-plan.ts'
import { releaseLines } from './close-bill.ts'
import { type CorrectionDraft, dropCorrection, proposeCorrection } from './correct-bill.ts'
import { reopenLate } from './correct-late.ts'
import { withdrawOffer } from './grant-advance.ts'
import { bill, billComment, billLine } from './table.ts'

type Row = typeof bill.$inferSelect
const touched = { version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` }

/**
 * Sends a Pending bill back: it is the open one again, with everything that has been added since. Without a reason where
 * what it names has changed. A corrective bill is dropped, an advance goes back into review. @throws Conflict when it is not Pending.
 */
export async function disputeBill(tx: Tx, row: Row, reason: string | null, now = new Date()): Promise<void> {
  if (row.correctsId && row.status === 'Pending') return dropLate(tx, row, reason, now)
  if (isOffered(row)) return withdrawOffer(tx, row)
  if (row.type !== 1 || row.status !== 'Pending') throw new Conflict('billing.notPending')
  await releaseLines(tx, row)
  // There is one open bill: the one begun meanwhile gives way, and what was said about it moves over.
  const [begun] = await tx
    .select({ id: bill.id })
    .from(bill)
    .where(
      and(eq(bill.accountId, row.accountId), eq(bill.type, 1), eq(bill.status, 'Next'), ne(bill.id, row.id)),
    )
  if (begun) {
    await tx.update(billComment).set({ billId: row.id }).where(eq(billComment.billId, begun.id))
    await tx.delete(bill).where(eq(bill.id, begun.id))
  }
  await tx.delete(billLine).where(eq(billLine.billId, row.id))
  await tx
    .update(bill)
    .set({
      ...{ status: 'Next', reason, information: null, provider: null, tax: null, selfInvoice: null },
      ...{ closedAt: null, lookOn: null, reminders: [], ownNumber: null, ownDate: null, ownFile: null },
      ...{ operationsFrom: null, periodFrom: null },
      ...touched,
    })
    .where(eq(bill.id, row.id))
}

async function dropLate(tx: Tx, row: Row, reason: string | null, now: Date): Promise<void> {
  await dropCorrection(tx, row, reason, now)
  await reopenLate(tx, row)
}

/**
 * Cancels a Pending bill, drops a corrective one that waits, or proposes a corrective one for an Approved bill.
 * @throws Conflict for an open bill, and what `proposeCorrection` throws.
 */
export async function cancelBill(
  tx: Tx,
  row: Row,
  {
    now,
    actorId,
    appOrigin,
    ...draft
  }: CorrectionDraft & { now: Date; actorId: string | null; appOrigin: string },
): Promise<void> {
  if (row.status !== 'Pending') return proposeCorrection(tx, row, draft, { now, actorId, appOrigin })
  if (row.correctsId) return dropLate(tx, row, draft.reason, now)
  if (row.type !== billTypes.bills) throw new Conflict('billing.notCancellable')
  await releaseLines(tx, row)
  await tx
    .update(bill)
    .set({ status: 'Cancelled', reason: draft.reason, cancelledAt: now, actorId, ...touched })
    .where(eq(bill.id, row.id))
}
