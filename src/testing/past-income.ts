import type { Database } from '#platform/db.ts'
import type { PortalKey } from './world/cast.ts'
import { portals } from './world/cast.ts'

/** An income in the month before, as sales would have brought it: without one there is no advance. */
export async function pastIncome(database: Database, key: PortalKey, amountCents: number): Promise<void> {
  const { id, accountId } = portals[key]
  await database.query(
    `insert into ledger_entry (id, account_id, "from", "to", amount_cents, micros, type, portal_id, month, commission_bp, units)
     values (gen_random_uuid(), $1, 'sales', 'accrued', $3, $3::bigint * 10000, 'Income', $2,
       date_trunc('month', now() - interval '1 month')::date, 2000, 1)`,
    [accountId, id, amountCents],
  )
}
