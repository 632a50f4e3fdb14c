import { sql } from 'drizzle-orm'
import { owedIn } from '#features/orders/server/owed-from.ts'
import { elevated, rows, type Tx } from '#platform/db.ts'
import { endOfMonth } from './in-force.ts'
import type { OpenAmount } from './ledger.ts'

/**
 * When the first operation of each month was done that amounts are of: the first sale, of a presave its release, and the day on which
 * an extra was written down. A month of which only what came back is billed has none: there its end stands for it. What is
 * carried forward and costs that are recouped are no operations.
 */
export async function operationsByMonth(
  tx: Tx,
  accountId: string,
  amounts: readonly OpenAmount[],
): Promise<Map<string, Date>> {
  const keys = amounts.map(({ portalId: portal_id, month, splitId: split_id, itemId: item_id }) => ({
    ...{ portal_id, month, split_id, item_id },
  }))
  // What is shared is sold in portals of others.
  const found = await elevated(tx, 'ownAccount', () =>
    rows<{ month: string; at: string }>(
      tx,
      sql`select k.month::text, coalesce(min(least(s.at, e.at)), ${endOfMonth(sql`k.month`)}) as at
        from (select distinct * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
          as k (portal_id uuid, month date, split_id uuid, item_id uuid)) k
        left join lateral (select min(coalesce(owed_at, at)) as at from order_line
          where portal_id = k.portal_id and kind = 'sale' and (k.split_id is null or split_id = k.split_id)
            and ${owedIn(sql`k.month`)}) s on true
        left join lateral (select min(l.at) as at from ledger_entry l
          where l.account_id = ${accountId} and l.item_id = k.item_id and l."from" in ('extra', 'adjustment')
            and l.amount_cents > 0) e on true
        group by k.month`,
    ),
  )
  return new Map(found.map(({ month, at }) => [month, new Date(at)]))
}
