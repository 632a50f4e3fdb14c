import { dayOf, formatDay, startOfMonth } from '#platform/time.ts'
import type { OpenAmount } from './ledger.ts'
import type { bill } from './table.ts'

type Month = Pick<OpenAmount, 'type' | 'description' | 'reference' | 'month'>

/** The month that an amount is of; of what was carried forward the one that it was carried from. */
const monthOf = ({ type, description, reference, month }: Month): string =>
  type === 'Adjustment' && !description && /^\d{4}-\d{2}$/.test(reference ?? '') ? `${reference}-01` : month

/** The first day of the first month that amounts are of. */
export const firstMonthOf = (amounts: readonly Month[]): string | undefined =>
  amounts.map(monthOf).sort().at(0)

/**
 * The month of the earliest operation of a closed bill, from which the days count in which it has to be issued (RD 1619/2012, arts. 11
 * and 18). What was carried forward counts no days: below zero there was nothing to invoice.
 */
export function earliestMonth({
  period,
  periodFrom,
  operationsFrom,
}: Pick<typeof bill.$inferSelect, 'period' | 'periodFrom' | 'operationsFrom'>): string | null {
  if (!period || !periodFrom) return period
  // A month of which only what came back is billed is told by its end, the first moment of the next.
  const first = operationsFrom && formatDay(startOfMonth(dayOf(operationsFrom.getTime() - 1)))
  return first && first > periodFrom ? ([first, period].sort()[0] ?? period) : periodFrom
}
