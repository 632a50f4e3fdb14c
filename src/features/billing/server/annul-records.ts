import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { findRecords, recordAnnulment } from './fiscal-record.ts'
import { bill } from './table.ts'

/**
 * Cancels the records of a bill that should never have been issued, and of the one that took it back, newest first:
 * neither counts at the agency any more. The bills themselves stay as they are.
 * @throws Conflict for a bill that is not cancelled, has no records, or whose records are cancelled already.
 */
export async function annulRecords(tx: Tx, row: typeof bill.$inferSelect, now: Date): Promise<void> {
  if (row.status !== 'Cancelled' || !row.number) throw new Conflict('billing.notAnnullable')
  const corrective = sql`select id from bill where corrects_id = ${row.id} and number is not null`
  const records = await findRecords(tx, sql`r.bill_id = ${row.id} or r.bill_id in (${corrective})`)
  if (records.length === 0) throw new Conflict('billing.notAnnullable')
  if (records.some(({ kind }) => kind === 'anulacion')) throw new Conflict('billing.alreadyAnnulled')
  for (const { billId, issuerTaxId, number, issuedOn } of records.toReversed())
    if (billId) await recordAnnulment(tx, { billId, issuerTaxId, number, issuedOn }, now)
  await tx
    .update(bill)
    .set({ version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(bill.id, row.id))
}
