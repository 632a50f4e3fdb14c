import { asJob } from '#platform/background.ts'
import type { Database, Tx } from '#platform/db.ts'
import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import { accrueSales } from './accrue-sales.ts'
import { accountsToClose, closeBill } from './close-bill.ts'

/** Days that a month stays open after its end, for what comes late. */
export const graceDays = 5

/** First day of the last month whose days of grace are over, in Madrid. */
export function monthToClose(now: Date): string {
  const day = dayOf(now.getTime())
  const first = startOfMonth(day)
  return formatDay(startOfMonth(first, day - first >= graceDays ? -1 : -2))
}

/**
 * Closes the last month of every account that has something to bill, each in a transaction of its own; what cannot be
 * closed rolls on. Run again it finds nothing, and after an outage it does what was due meanwhile.
 */
export async function closeMonths(
  database: Database,
  {
    now,
    appOrigin,
    progress = () => {},
  }: { now: Date; appOrigin: string; progress?: (done: number, of: number) => void },
): Promise<number> {
  await accrueSales(database)
  const through = monthToClose(now)
  const accounts = await asJob(database, (tx) => accountsToClose(tx, through))
  let closed = 0
  for (const [at, { id }] of accounts.entries()) {
    const result = await asJob(database, (tx: Tx) =>
      closeBill(tx, id, { through, now, appOrigin, accrued: true }),
    )
    if ('closed' in result) closed++
    if ((at + 1) % 100 === 0 || at + 1 === accounts.length) progress(at + 1, accounts.length)
  }
  return closed
}
