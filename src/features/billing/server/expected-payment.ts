import { sql } from 'drizzle-orm'
import { elevated, type Tx } from '#platform/db.ts'
import { formatDay, parseDay } from '#platform/time.ts'
import type { ExpectedPayment } from '../bill-shapes.ts'
import { findDue, waitsOf } from './payable.ts'
import { executionDay } from './remittance.ts'
import type { bill } from './table.ts'

/** Ley 3/2004, art. 4.1, as nothing else is agreed (decision 53). */
const termDays = 30

/** When an issued bill is paid, or what its payment waits for; null where nothing is to come. */
export async function expectedPayment(
  tx: Tx,
  row: Pick<
    typeof bill.$inferSelect,
    'id' | 'accountId' | 'status' | 'payment' | 'remittanceId' | 'issuedOn' | 'totals'
  >,
): Promise<ExpectedPayment | null> {
  const { id, status, payment, remittanceId, issuedOn, totals } = row
  if (status !== 'Approved' || payment === 'paid' || !issuedOn || (totals?.payableCents ?? 0) <= 0)
    return null
  return elevated(tx, 'ownAccount', async () => {
    if (payment === 'inRemittance' && remittanceId)
      return { on: (await executionDay(tx, remittanceId)) || null, why: 'atBank' as const }
    const due = await findDue(tx, sql`b.account_id = ${row.accountId}`)
    const waits = waitsOf(due).get(id)
    if (waits) return { on: null, why: waits }
    return { on: formatDay((parseDay(issuedOn) ?? 0) + termDays), why: 'term' as const }
  })
}
