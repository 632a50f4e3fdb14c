import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { personOfMonth, presentTaxId } from './share-persons.ts'

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

/** What who has an account now has earned and has not been issued yet: before this month, and in it. */
export interface Earned {
  earlierCents: number
  thisMonthCents: number
}

/**
 * On bills that wait to be accepted, and on none yet; what is taken off it is part of it. Not what somebody else earned who had the
 * account before: it settles no advance of who asks now.
 */
export async function earnedUnbilled(tx: Tx, accountId: string, now: Date): Promise<Earned> {
  const present = presentTaxId(sql`${accountId}::uuid`)
  const month = formatDay(startOfMonth(dayOf(now.getTime())))
  const [row] = await rows<{ waiting: string; earlier: string; current: string }>(
    tx,
    sql`select coalesce((select sum(l.amount_cents) from bill b join bill_line l on l.bill_id = b.id and l.type <> 'Advance'
          where b.account_id = ${accountId} and b.type = 1 and b.status = 'Pending' and b.corrects_id is null
            and b.information->>'taxId' is not distinct from ${present}), 0) as waiting,
        coalesce(sum(e.cents) filter (where e.month < ${month}::date), 0) as earlier,
        coalesce(sum(e.cents) filter (where e.month >= ${month}::date), 0) as current
      from (select account_id, coalesce(month, (at at time zone 'Europe/Madrid')::date) as month,
          sum(case when "to" = 'accrued' then amount_cents else -amount_cents end) as cents
        from ledger_entry where account_id = ${accountId} and 'accrued' in ("from", "to") group by 1, 2) e
      where ${personOfMonth} is not distinct from ${present}`,
  )
  return {
    earlierCents: Number(row?.waiting ?? 0) + Number(row?.earlier ?? 0),
    thisMonthCents: Number(row?.current ?? 0),
  }
}
