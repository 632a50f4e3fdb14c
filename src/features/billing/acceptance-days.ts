import { formatDay, parseDay, startOfMonth } from '#platform/time.ts'

/** Days of the acceptance of a bill. Days are yyyy-MM-dd, of Madrid. Browser-safe. */

/** As long as a silence that accepts lasts; shorter where the law's last day comes first, but never below the least. */
export const silenceDays = 7
const leastDays = 4

/** The last day on which a month is invoiced, and the invoice sent: before the 16th of the next (RD 1619/2012, arts. 11, 18). */
export const issueBy = (month: string): string => formatDay(startOfMonth(parseDay(month) ?? 0, 1) + 14)

/**
 * When somebody is reminded twice, and from which day on silence accepts where the agreement says so.
 * @param period the month that a bill closes; null where no month has to be invoiced in time
 */
export function acceptancePlan(closedOn: string, period: string | null) {
  const from = parseDay(closedOn) ?? 0
  const left = period ? (parseDay(issueBy(period)) ?? 0) - from : silenceDays
  const days = Math.min(silenceDays, Math.max(leastDays, left))
  return {
    remindOn: [Math.floor(days / 2), Math.floor((days * 3) / 4)].map((after) => formatDay(from + after)),
    silentOn: formatDay(from + days),
  }
}
