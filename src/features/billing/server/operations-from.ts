import { type SQL, sql } from 'drizzle-orm'
import { owedLines } from '#features/orders/server/owed-from.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { rows, type Tx } from '#platform/db.ts'
import { inAccount } from '#platform/own-reach.ts'
import { endOfMonth } from './in-force.ts'
import type { OpenAmount } from './ledger.ts'

/**
 * The day of the last sale that amounts are of: no invoice of them is of before (RD 1619/2012, arts. 11, 13); null without one. Of an
 * extra only the day is known on which it was written down, which may be after it was done.
 */
export async function lastSale(tx: Tx, accountId: string, amounts: readonly Keyed[]): Promise<string | null> {
  const found = await inAccount(tx, accountId, () =>
    rows<{ day: string | null }>(
      tx,
      sql`select max(s.at at time zone ${zone})::date::text as day from ${keysOf(amounts)}
        left join lateral (select max(at) as at from (${salesOf}) l) s on true`,
    ),
  )
  return found[0]?.day ?? null
}

type Keyed = Pick<OpenAmount, 'portalId' | 'month' | 'splitId' | 'itemId'>
const zone = sql.raw(`'${businessTimeZone}'`)

/** SQL: what amounts are told by, as `k`. */
const keysOf = (amounts: readonly Keyed[]) => {
  const keys = amounts.map(({ portalId: portal_id, month, splitId: split_id, itemId: item_id }) => ({
    ...{ portal_id, month, split_id, item_id },
  }))
  return sql`(select distinct * from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb)
    as k (portal_id uuid, month date, split_id uuid, item_id uuid)) k`
}

/** SQL: when each sale of `k` was owed. */
const salesOf = owedLines(sql`coalesce(owed_at, at) as at`, {
  ...{ portalId: sql`k.portal_id`, month: sql`k.month` },
  where: sql`kind = 'sale' and (k.split_id is null or split_id = k.split_id)`,
})

/** SQL: when an extra `k` was written down. */
const extraAt = (accountId: string, at: SQL) => sql`select ${at} as at from ledger_entry l
  where l.account_id = ${accountId} and l.item_id = k.item_id and l."from" in ('extra', 'adjustment') and l.amount_cents > 0`

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
  // What is shared is sold in portals of others.
  const found = await inAccount(tx, accountId, () =>
    rows<{ month: string; at: string }>(
      tx,
      sql`select k.month::text, coalesce(min(least(s.at, e.at)), ${endOfMonth(sql`k.month`)}) as at
        from ${keysOf(amounts)}
        left join lateral (select min(at) as at from (${salesOf}) l) s on true
        left join lateral (${extraAt(accountId, sql`min(l.at)`)}) e on true
        group by k.month`,
    ),
  )
  return new Map(found.map(({ month, at }) => [month, new Date(at)]))
}
