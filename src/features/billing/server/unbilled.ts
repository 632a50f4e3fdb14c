import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'

/** @throws Conflict while a portal has amounts that are not billed yet, or stand in a bill that waits to be accepted. */
export async function refuseUnbilled(tx: Tx, portalId: string): Promise<void> {
  const [row] = await rows<{ open: boolean }>(
    tx,
    sql`select exists (
        select from ledger_entry where portal_id = ${portalId} and 'accrued' in ("from", "to") group by account_id
        having sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) <> 0
      ) or exists (
        select from bill b join bill_line l on l.bill_id = b.id where b.status = 'Pending' and l.portal_id = ${portalId}
      ) as open`,
  )
  if (row?.open) throw new Conflict('billing.portalInUse')
}
