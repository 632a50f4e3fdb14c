import { inArray, type SQL, sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import type { BillHead, OwnBillHead } from '../bill-shapes.ts'
import { expectedPayments } from './expected-payment.ts'
import { findHeads } from './heads.ts'
import { bill } from './table.ts'

export const plainHead = ({
  totals: _,
  taxBp: _t,
  charged: _c,
  retentionBp: _r,
  ...rest
}: Awaited<ReturnType<typeof findHeads>>[number]): BillHead => rest

/** Bills of one account, each with when it was or will be paid. */
export async function findOwnHeads(
  tx: Tx,
  accountId: string,
  where: SQL,
  options: Parameters<typeof findHeads>[2],
): Promise<OwnBillHead[]> {
  const heads = (await findHeads(tx, where, options)).map(plainHead)
  const ids = heads.map(({ id }) => id)
  const found = ids.length > 0 ? await tx.select().from(bill).where(inArray(bill.id, ids)) : []
  const expected = await expectedPayments(tx, accountId, found)
  const paid = new Map(found.map(({ id, paidOn }) => [id, paidOn]))
  return heads.map((head) => ({
    ...head,
    ...{ paidOn: paid.get(head.id) ?? null, expected: expected.get(head.id) ?? null },
  }))
}

const dueSql = sql`(totals->>'payableCents')::bigint - offset_cents`

/** What an account has accepted and not been paid: still to be sent to the bank, and there already. */
export async function unpaidOf(tx: Tx, where: SQL) {
  const [row] = await rows<{ unpaid: string | null; bank: string | null }>(
    tx,
    sql`select sum(${dueSql}) filter (where payment <> 'inRemittance') as unpaid,
        sum(${dueSql}) filter (where payment = 'inRemittance') as bank
      from bill b where ${where} and status = 'Approved' and payment <> 'paid'`,
  )
  return { unpaidCents: Number(row?.unpaid ?? 0), atBankCents: Number(row?.bank ?? 0) }
}

/** The next payment of an account that has a day, with all that is paid on it. */
export async function nextPaymentOf(
  tx: Tx,
  accountId: string,
): Promise<{ on: string; cents: number; atBank: boolean } | null> {
  const open = await tx
    .select()
    .from(bill)
    .where(sql`account_id = ${accountId} and status = 'Approved' and payment <> 'paid'`)
  const dated = [...(await expectedPayments(tx, accountId, open))].flatMap(([id, { on }]) =>
    on ? [{ id, on }] : [],
  )
  const on = dated.map((one) => one.on).sort()[0]
  if (!on) return null
  const ids = new Set(dated.flatMap((one) => (one.on === on ? [one.id] : [])))
  const then = open.filter(({ id }) => ids.has(id))
  const persons = new Set(then.map(({ information }) => information?.taxId))
  const files = new Set(
    then.flatMap(({ payment, remittanceId }) => (payment === 'inRemittance' ? (remittanceId ?? []) : [])),
  )
  // What the account owes goes off in the same file; where none is made yet, it goes into the next one.
  const against = open.filter(
    ({ id, payment, remittanceId, totals, information }) =>
      !ids.has(id) &&
      persons.has(information?.taxId) &&
      (totals?.payableCents ?? 0) < 0 &&
      (payment === 'inRemittance' ? files.has(remittanceId ?? '') : files.size === 0),
  )
  const cents = [...then, ...against].reduce(
    (sum, { totals, offsetCents }) => sum + (totals?.payableCents ?? 0) - offsetCents,
    0,
  )
  return cents > 0 ? { on, cents, atBank: then.every(({ payment }) => payment === 'inRemittance') } : null
}
