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
  return found?.information ?? null
}
