import { sql } from 'drizzle-orm'
import { businessTimeZone } from '#platform/constants.ts'
import type { Tx } from '#platform/db.ts'
import { Conflict } from '#platform/errors.ts'
import { inPortal } from '#platform/own-reach.ts'
import { select } from '#platform/select.ts'

/**
 * Sales that stand on a bill cannot leave from below it. Of a month that was closed before they came in they are not on
 * it, and go. @throws Conflict naming the bill.
 */
export async function refuseBilled(
  tx: Tx,
  { portalId, batchId, since }: { portalId: string; batchId: string; since: Date | string },
): Promise<void> {
  const columns = {
    number: sql<string | null>`b.number`,
    month: sql<string>`to_char(e.month, 'MM/YYYY')`,
  }
  const zone = sql.raw(`'${businessTimeZone}'`)
  // A portal's bills are its account's: who undoes an import need not reach them.
  const [closed] = await inPortal(tx, portalId, () =>
    select(
      tx,
      columns,
      sql`ledger_entry e join bill b on b.id = e.bill_id
        where e.portal_id = ${portalId} and e."from" = 'accrued' and e."to" = 'held' and b.status in ('Pending', 'Approved')
          and e.at > ${new Date(since).toISOString()}::timestamptz
          and e.month in (select distinct date_trunc('month', l.at at time zone ${zone})::date from order_line l
            where l.portal_id = ${portalId} and l.batch_id = ${batchId})
        order by e.month limit 1`,
    ),
  )
  if (!closed) return
  const { month, number } = closed
  throw number
    ? new Conflict('orders.billed', { params: { month, bill: number } })
    : new Conflict('orders.billedPending', { params: { month } })
}
