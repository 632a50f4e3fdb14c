import { sql } from 'drizzle-orm'
import type { Tx } from '#platform/db.ts'
import { number, select } from '#platform/select.ts'
import { post } from './ledger.ts'
import { billTurned } from './occasions.ts'
import type { bill } from './table.ts'

type Row = Pick<typeof bill.$inferSelect, 'id' | 'accountId' | 'information' | 'remittanceId'>

/** SQL: bills `b` of a file that were netted: they left in it without a payment of their own. */
const without = sql`b.status = 'Approved'
  and not exists (select from remittance_payment p where p.remittance_id = b.remittance_id and p.bill_id = b.id)`
const columns = {
  id: sql<string>`b.id`,
  accountId: sql<string>`b.account_id`,
  payment: sql<'inRemittance' | 'paid'>`b.payment`,
  cents: number(sql<string>`(b.totals->>'payableCents')::bigint - b.offset_cents`),
}
type Gone = { id: string; accountId: string; payment: 'inRemittance' | 'paid'; cents: number }

/**
 * Bills of one person that left in a file together with the payment of a bill: what was set against it, and what was set off whole. Of
 * several payments of a person the one that is less than its bill took them along; where all are whole, they came to nothing.
 */
export async function goneWith(tx: Tx, row: Row): Promise<{ bills: Gone[]; whole: boolean }> {
  if (!row.remittanceId) return { bills: [], whole: true }
  const same = sql`b.account_id = ${row.accountId} and b.remittance_id = ${row.remittanceId}
    and b.information->>'taxId' is not distinct from ${row.information?.taxId ?? null}::text`
  const payments = await select(
    tx,
    {
      id: columns.id,
      less: sql<boolean>`p.amount_cents <> (b.totals->>'payableCents')::bigint - b.offset_cents`,
    },
    sql`remittance_payment p join bill b on b.id = p.bill_id where p.remittance_id = ${row.remittanceId} and ${same}`,
  )
  const own = payments.find(({ id }) => id === row.id)
  if (!own || (!own.less && payments.some(({ less }) => less))) return { bills: [], whole: true }
  const bills = await select(
    tx,
    columns,
    sql`bill b where ${same} and ${without} and b.payment in ('inRemittance', 'paid') order by b.id for update of b`,
  )
  return { bills, whole: !own.less }
}

/** What went with a payment is paid as it is: no money moved for it alone. */
export async function payTogether(tx: Tx, bills: readonly Gone[], day: string, now: Date): Promise<void> {
  for (const { id: billId, accountId, payment, cents: amountCents } of bills) {
    if (payment === 'paid') continue
    await post(tx, now, [{ accountId, billId, amountCents, day, from: 'payable', to: 'bank' }])
    await tx.execute(sql`update bill set payment = 'paid', paid_on = ${day}::date, returned_on = null, return_reason = null,
      version = version + 1, updated_at = clock_timestamp() where id = ${billId}`)
    await billTurned.tell(tx, billId, 'paid')
  }
}

/** What went with a payment that came back is owed as before: what was taken off comes off the next one. */
export async function returnTogether(tx: Tx, bills: readonly Gone[], day: string, now: Date): Promise<void> {
  for (const { id: billId, accountId, payment, cents: amountCents } of bills) {
    if (payment === 'paid')
      await post(tx, now, [{ accountId, billId, amountCents, day, from: 'bank', to: 'payable' }])
    await tx.execute(sql`update bill set payment = 'unpaid', paid_on = null, remittance_id = null,
      version = version + 1, updated_at = clock_timestamp() where id = ${billId}`)
  }
}

/** Those of a file who were owed just what they owed: no bank will ever say anything of it. */
export const setOffWhole = (tx: Tx, remittanceId: string): Promise<Gone[]> =>
  select(
    tx,
    columns,
    sql`bill b where b.remittance_id = ${remittanceId} and b.payment = 'inRemittance' and ${without}
      and not exists (select from remittance_payment p join bill o on o.id = p.bill_id where p.remittance_id = ${remittanceId}
        and o.account_id = b.account_id and o.information->>'taxId' is not distinct from b.information->>'taxId')
      order by b.id for update of b`,
  )
