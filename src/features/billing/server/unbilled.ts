import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { inPortal } from '#platform/own-reach.ts'
import { openSql } from './settle-charges.ts'
import { personOfEntry, personOfMonth } from './share-persons.ts'

/**
 * @throws Conflict while a portal has amounts that are not billed yet, or stand in a bill that waits to be accepted; while those
 * who share in it are owed by its account; and of a master portal, through which its account's bills are reached, while one of
 * them is not paid or invoices of the provider are open. What one person who had the account is owed is not made up for by what
 * the next one lacks (decision 0137).
 */
export async function refuseUnbilled(tx: Tx, portalId: string): Promise<void> {
  // What is owed to others who share is theirs, and beyond the portal's own rows.
  const [row] = await inPortal(tx, portalId, () =>
    rows<{ open: boolean; shared: boolean; unpaid: boolean; charged: boolean }>(
      tx,
      sql`select exists (
        select from ledger_entry e where portal_id = ${portalId} and 'accrued' in ("from", "to")
        group by account_id, ${personOfMonth}
        having sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) <> 0
      ) or exists (
        select from bill b join bill_line l on l.bill_id = b.id where b.status = 'Pending' and l.portal_id = ${portalId}
      ) as open,
      exists (
        select from ledger_entry e where 'royalties' in (e."from", e."to")
          and (e.payer_id, e.account_id) in (select s.payer_id, s.account_id from ledger_entry s where s.portal_id = ${portalId}
            and s.payer_id <> s.account_id)
        group by e.payer_id, e.account_id, ${personOfEntry.payee}, ${personOfEntry.payer}
        having sum(case when e."to" = 'royalties' then e.amount_cents else -e.amount_cents end) <> 0
      ) as shared,
      exists (
        select from bill b join portal p on p.account_id = b.account_id and p.master
        where p.id = ${portalId} and b.status = 'Approved' and b.payment <> 'paid'
          and (b.totals->>'payableCents')::bigint <> b.offset_cents
      ) as unpaid,
      exists (
        select from charge c join portal p on p.account_id = c.account_id and p.master
        where p.id = ${portalId} and ${openSql} <> 0
      ) as charged`,
    ),
  )
  if (row?.open) throw new Conflict('billing.portalInUse')
  if (row?.shared) throw new Conflict('billing.portalShares')
  if (row?.unpaid) throw new Conflict('billing.portalUnpaid')
  if (row?.charged) throw new Conflict('billing.portalCharged')
}
