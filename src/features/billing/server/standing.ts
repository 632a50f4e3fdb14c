import { sql } from 'drizzle-orm'
import { rows, type Tx } from '#platform/db.ts'
import { formatDay, parseDay, startOfMonth } from '#platform/time.ts'
import type { FrozenInformation } from './frozen.ts'

/**
 * Who an account was on a day. Sales are settled by the month, and what is supplied without end accrues when its part of
 * the price is due (Ley 37/1992, art. 75.Uno.7º): a month is taxed as its last day was, in one piece, whatever changed
 * within it, and at the rate of that day (art. 90.Dos). What changes in the days of grace changes the next month.
 */

/** The day that decides how a month is taxed: its last, or today where it is not over. @param month its first day */
export function accrualDay(month: string, today: string): string {
  const last = formatDay(startOfMonth(parseDay(month) ?? 0, 1) - 1)
  return last < today ? last : today
}

/** What an account said of itself before `current`, where that was not yet so on the day; null where it was. */
export async function informationBefore(
  tx: Tx,
  accountId: string,
  current: { since: string | null },
  day: string,
): Promise<FrozenInformation | null> {
  if (current.since === null || current.since <= day) return null
  const past = await rows<{ since: string | null; information: FrozenInformation }>(
    tx,
    sql`select since::text, information from billing_information_past where account_id = ${accountId}
      order by at desc, id desc`,
  )
  // The newest that had begun; where none had, the first is the nearest that is known.
  const found = past.find(({ since }) => since === null || since <= day) ?? past.at(-1)
  if (!found) return null
  const { iban: _, ...information } = found.information
  return information
}

/** Where somebody is paid who has the account, or had it under a NIF of before; undefined where that was not kept. */
export async function ibanOf(tx: Tx, accountId: string, taxId: string): Promise<string | undefined> {
  const [found] = await rows<{ iban: string | null }>(
    tx,
    sql`select iban from (
        select iban, 0 as place, now() as at from billing_information where account_id = ${accountId} and tax_id = ${taxId}
        union all select information->>'iban', 1, at from billing_information_past
          where account_id = ${accountId} and information->>'taxId' = ${taxId}
        union all select information->>'iban', 2, approved_at from bill
          where account_id = ${accountId} and information->>'taxId' = ${taxId}) x
      where iban is not null order by place, at desc nulls last limit 1`,
  )
  return found?.iban ?? undefined
}
