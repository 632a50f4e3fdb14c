import { billTypes } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { acceptancePlan } from '../acceptance-days.ts'
import { earliestMonth } from './period-of.ts'
import type { bill } from './table.ts'

type Row = typeof bill.$inferSelect

/** When a waiting bill is reminded of, and when silence would accept it: a month's own bill before the law's last day. */
export const planOf = (row: Row, closedAt: Date) =>
  acceptancePlan(
    formatDay(dayOf(closedAt.getTime())),
    row.type === 1 && !row.correctsId ? earliestMonth(row) : null,
  )

/** Was an advance granted, so that its bill waits to be accepted? */
export const isOffered = ({ type, status, closedAt }: Row): boolean =>
  type === billTypes.advances && status === 'Pending' && closedAt !== null
