import { type SQL, sql } from 'drizzle-orm'
import { businessTimeZone } from './constants.ts'
import { BadInput } from './errors.ts'

/** A day, yyyy-MM-dd; so many days on. Days are counted before the clock is: one has 23 hours in spring, one 25 in autumn. */
const start = (day: string, on = 0) =>
  sql`((${day}::date + ${on}::int)::timestamp at time zone ${businessTimeZone})`

const zone = sql.raw(`'${businessTimeZone}'`)

/** SQL: when a day of Madrid began, so many days before the one that it is now: of days of its calendar, as above. */
export const startOfDaysAgo = (days: number, now: SQL = sql`now()`): SQL =>
  sql`((date_trunc('day', ${now} at time zone ${zone}) - ${sql.raw(`interval '${days} days'`)}) at time zone ${zone})`

/** SQL: is a moment within these days of Madrid, both included? @throws BadInput at `to` where that lies before `from`. */
export function withinDays(
  moment: SQL,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): SQL[] {
  if (from && to && to < from) throw new BadInput('invalidInput', { to: { code: 'analytics.datesOrder' } })
  return [
    ...(from ? [sql`${moment} >= ${start(from)}`] : []),
    ...(to ? [sql`${moment} < ${start(to, 1)}`] : []),
  ]
}
