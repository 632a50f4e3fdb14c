import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { modeOf } from './fiscal-mode.ts'
import { findRecords, recordAnnulment } from './fiscal-record.ts'
import { reaches, statesOf } from './record-fates.ts'
import { bill } from './table.ts'

/**
 * Cancels the records of a bill that should never have been issued, and of the one that took it back, newest first:
 * neither counts at the agency any more. The bills themselves stay as they are. One whose cancellation the agency refused
 * is cancelled once more.
 * @throws Conflict for a bill that is not cancelled, has no records, or whose records are cancelled already.
 */
export async function annulRecords(
  tx: Tx,
  row: typeof bill.$inferSelect,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  if (row.status !== 'Cancelled' || !row.number) throw new Conflict('billing.notAnnullable')
  const corrective = sql`select id from bill where corrects_id = ${row.id} and number is not null`
  const records = await findRecords(tx, sql`r.bill_id = ${row.id} or r.bill_id in (${corrective})`)
  if (records.length === 0) throw new Conflict('billing.notAnnullable')
  const states = await statesOf(tx, records)
  const standing = notAnnulled(records, states)
  if (standing.length === 0) throw new Conflict('billing.alreadyAnnulled')
  for (const { billId, issuerTaxId, number, issuedOn } of standing.toReversed()) {
    if (!billId) continue
    const same = records.filter((one) => one.number === number)
    const sends = (await modeOf(tx, issuerTaxId, now)) === 'sending'
    const refused = refusedBefore(same, { states, sends })
    await recordAnnulment(tx, { billId, issuerTaxId, number, issuedOn, amends: { reason, refused } }, now)
  }
  await tx
    .update(bill)
    .set({ version: sql`${bill.version} + 1`, updatedAt: sql`clock_timestamp()` })
    .where(eq(bill.id, row.id))
}

type FiscalRecord = Awaited<ReturnType<typeof findRecords>>[number]
type States = Awaited<ReturnType<typeof statesOf>>

/** One record of each number that none cancels, but one that the agency refused. */
const notAnnulled = (records: readonly FiscalRecord[], states: States) =>
  [...new Map(records.map((one) => [one.number, one])).values()].filter(
    ({ number }) =>
      !records.some((one) => one.number === number && one.kind === 'anulacion' && states(one) !== 'rejected'),
  )

/** What the agency never took cannot be cancelled there: it is told so (SinRegistroPrevio, RechazoPrevio). */
function refusedBefore(same: readonly FiscalRecord[], { states, sends }: { states: States; sends: boolean }) {
  const known = !sends || same.some((one) => one.kind === 'alta' && reaches(states(one)))
  const again = same.some(({ kind }) => kind === 'anulacion')
  if (known) return again ? 'S' : 'N'
  return again ? 'XS' : 'X'
}
