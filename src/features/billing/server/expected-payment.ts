import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { inAccount } from '#platform/own-reach.ts'
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

/**
 * When each issued bill of one account is paid, or what its payment waits for; of one that is still to be accepted only that it
 * would wait for another IBAN. None where nothing is to come.
 */
export async function expectedPayments(
  tx: Tx,
  accountId: string,
  bills: readonly Row[],
): Promise<Map<string, ExpectedPayment>> {
  // Totals are written when it is issued.
  const pending = bills.filter(
    ({ status, totals }) => status === 'Pending' && (totals?.payableCents ?? 1) > 0,
  )
  const coming = bills.filter(
    ({ status, payment, issuedOn, totals }) =>
      status === 'Approved' && payment !== 'paid' && issuedOn && (totals?.payableCents ?? 0) > 0,
  )
  if (coming.length + pending.length === 0) return new Map()
  return inAccount(tx, accountId, async () => {
    const refused = pending.length > 0 ? await refusedOf(tx, pending) : []
    const waiting = refused.map(({ id }): [string, ExpectedPayment] => [
      id,
      { on: null, why: 'ibanReturned' },
    ])
    return new Map([...waiting, ...(coming.length > 0 ? await ofIssued(tx, accountId, coming) : [])])
  })
}

/** Bills that would be paid to an IBAN from which a payment came back: nobody promises their money. */
const refusedOf = (tx: Tx, bills: readonly Row[]) =>
  select(
    tx,
    { id: sql<string>`b.id` },
    sql`bill b join billing_information i on i.account_id = b.account_id
      where b.id = any(${`{${bills.map(({ id }) => id).join(',')}}`}::uuid[]) and ${ibanSql} = any(i.refused_ibans)`,
  )

/** The file that a bill is at the bank with. */
const remittanceOf = ({ payment, remittanceId }: Row) => (payment === 'inRemittance' ? remittanceId : null)

async function ofIssued(
  tx: Tx,
  accountId: string,
  coming: readonly Row[],
): Promise<[string, ExpectedPayment][]> {
  const days = await executionDays(
    tx,
    coming.flatMap((row) => remittanceOf(row) ?? []),
  )
  const due = await findDue(tx, sql`b.account_id = ${accountId}`)
  const waits = waitsOf(due)
  const expected = (row: Row): ExpectedPayment => {
    const { id, issuedOn } = row
    const remittanceId = remittanceOf(row)
    if (remittanceId) return { on: days.get(remittanceId) ?? null, why: 'atBank' }
    const why = waits.get(id)
    const held = due.find((one) => one.id === id)
    if (why) return { on: null, why, ...(held ? heldUntil(held) : {}) }
    return { on: formatDay((parseDay(issuedOn ?? '') ?? 0) + termDays), why: 'term' }
  }
  return coming.map((row) => [row.id, expected(row)])
}
