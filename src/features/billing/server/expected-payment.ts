import { sql } from 'drizzle-orm'
import { elevated, type Tx } from '#platform/db.ts'
import { select } from '#platform/select.ts'
import { formatDay, parseDay } from '#platform/time.ts'
import type { ExpectedPayment } from '../bill-shapes.ts'
import { termDays } from '../choices.ts'
import { findDue, heldUntil, ibanSql, waitsOf } from './payable.ts'
import { executionDays } from './remittance.ts'
import type { bill } from './table.ts'

type Row = Pick<
  typeof bill.$inferSelect,
  'id' | 'accountId' | 'status' | 'payment' | 'remittanceId' | 'issuedOn' | 'totals'
>

/** Bills to be accepted that would be paid to an IBAN from which a payment came back: nobody promises their money. */
const refusedOf = (tx: Tx, ids: readonly string[]) =>
  elevated(tx, 'ownAccount', () =>
    select(
      tx,
      { id: sql<string>`b.id` },
      sql`bill b join billing_information i on i.account_id = b.account_id
        where b.id = any(${`{${ids.join(',')}}`}::uuid[]) and ${ibanSql} = any(i.refused_ibans)`,
    ),
  )

/**
 * When each issued bill of one account is paid, or what its payment waits for; of those that are still to be accepted only what
 * they would wait for. None where nothing is to come.
 */
export async function expectedPayments(
  tx: Tx,
  accountId: string,
  bills: readonly Row[],
): Promise<Map<string, ExpectedPayment>> {
  const pending = bills.filter(
    // Totals are written when it is issued.
    ({ status, totals }) => status === 'Pending' && (totals?.payableCents ?? 1) > 0,
  )
  const refused =
    pending.length > 0
      ? await refusedOf(
          tx,
          pending.map(({ id }) => id),
        )
      : []
  const waiting = new Map(refused.map(({ id }) => [id, { on: null, why: 'ibanReturned' as const }]))
  return new Map([...waiting, ...(await issuedPayments(tx, accountId, bills))])
}

async function issuedPayments(
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
