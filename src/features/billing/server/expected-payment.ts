import { sql } from 'drizzle-orm'
import { elevated, type Tx } from '#platform/db.ts'
import { formatDay, parseDay } from '#platform/time.ts'
import type { ExpectedPayment } from '../bill-shapes.ts'
import { termDays } from '../choices.ts'
import { findDue, heldUntil, waitsOf } from './payable.ts'
import { executionDays } from './remittance.ts'
import type { bill } from './table.ts'

type Row = Pick<
  typeof bill.$inferSelect,
  'id' | 'accountId' | 'status' | 'payment' | 'remittanceId' | 'issuedOn' | 'totals'
>

/** When each issued bill of one account is paid, or what its payment waits for; none where nothing is to come. */
export async function expectedPayments(
  tx: Tx,
  accountId: string,
  bills: readonly Row[],
): Promise<Map<string, ExpectedPayment>> {
  const coming = bills.filter(
    ({ status, payment, issuedOn, totals }) =>
      status === 'Approved' && payment !== 'paid' && issuedOn && (totals?.payableCents ?? 0) > 0,
  )
  if (coming.length === 0) return new Map()
  return elevated(tx, 'ownAccount', async () => {
    const days = await executionDays(
      tx,
      coming.flatMap(({ payment, remittanceId }) =>
        payment === 'inRemittance' && remittanceId ? [remittanceId] : [],
      ),
    )
    const due = await findDue(tx, sql`b.account_id = ${accountId}`)
    const waits = waitsOf(due)
    const expected = ({ id, payment, remittanceId, issuedOn }: Row): ExpectedPayment => {
      if (payment === 'inRemittance' && remittanceId)
        return { on: days.get(remittanceId) ?? null, why: 'atBank' }
      const why = waits.get(id)
      const held = due.find((one) => one.id === id)
      if (why) return { on: null, why, ...(held ? heldUntil(held) : {}) }
      return { on: formatDay((parseDay(issuedOn ?? '') ?? 0) + termDays), why: 'term' }
    }
    return new Map(coming.map((row) => [row.id, expected(row)]))
  })
}
