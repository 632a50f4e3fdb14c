import { dayOf, formatDay } from '#platform/time.ts'
import { acceptancePlan } from '../acceptance-days.ts'
import type { bill } from './table.ts'

/** When a waiting bill is reminded of, and when silence would accept it: a month's own bill before the law's last day. */
export const planOf = (
  { period, type, correctsId }: Pick<typeof bill.$inferSelect, 'period' | 'type' | 'correctsId'>,
  closedAt: Date,
) => acceptancePlan(formatDay(dayOf(closedAt.getTime())), type === 1 && !correctsId ? period : null)
