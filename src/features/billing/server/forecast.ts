import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'

/** SQL: is an entry what sales brought an account, with what costs took of it? */
const brought = (entry: string) =>
  sql.raw(`(${entry}.micros is not null or ${entry}."from" = 'recouped') and ${entry}."to" = 'accrued'`)

/** What each month that is over brought, twelve at most, from the account's first on. */
export async function monthlyIncome(tx: Tx, accountId: string, now: Date) {
  const first = startOfMonth(dayOf(now.getTime()))
  const from = formatDay(startOfMonth(first, -12))
  const found = await rows<{ month: string; cents: string }>(
    tx,
    sql`select to_char(s.month, 'yyyy-MM-dd') as month, coalesce(sum(e.amount_cents), 0) as cents
      from generate_series(greatest(${from}::date, (select coalesce(min(month), ${formatDay(first)}::date) from ledger_entry
          where account_id = ${accountId} and ${brought('ledger_entry')}))::timestamp,
        ${formatDay(startOfMonth(first, -1))}::timestamp, interval '1 month') s (month)
      left join ledger_entry e on e.account_id = ${accountId} and ${brought('e')} and e.month = s.month::date
      group by 1 order by 1`,
  )
  return found.map(({ month, cents }) => ({ month, cents: Number(cents) }))
}
