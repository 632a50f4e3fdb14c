import { m } from '#paraglide/messages.js'
import { dateFilters } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { here } from '#ui/formats.ts'
import { calendarPeriod } from './named-periods.ts'
import type { PeriodSearch } from './period.ts'

/** What the period is chosen from: today, the address's own three, and other days. */
export type PeriodChoice = 'today' | '1' | '2' | '3' | 'custom'

export const periodChoices = (): { value: PeriodChoice; label: string }[] => [
  { value: 'today', label: m['analytics.period.today']() },
  { value: '1', label: m['analytics.period.day']() },
  { value: '2', label: m['analytics.period.week']() },
  { value: '3', label: m['analytics.period.month']() },
  { value: 'custom', label: m['analytics.period.custom']() },
]

const today = () => formatDay(dayOf(Date.now()))

/** Which of them an address is. */
export function periodChoice({ filter }: PeriodSearch, { f, t }: { f?: string; t?: string }): PeriodChoice {
  if (filter !== dateFilters.custom) return String(filter ?? 1) as '1' | '2' | '3'
  return f === t && f === today() ? 'today' : 'custom'
}

/** The address of one that needs no days of its own; `named`: also of the last 24 hours, where they are not what nothing means. */
export function periodFor(
  choice: Exclude<PeriodChoice, 'custom'>,
  named = false,
): Pick<PeriodSearch, 'filter' | 'f' | 't'> {
  if (choice === 'today') return { filter: dateFilters.custom, f: today(), t: today() }
  if (choice === '1' && named) {
    const yesterday = formatDay(dayOf(Date.now()) - 1)
    return { filter: dateFilters.custom, f: yesterday, t: yesterday }
  }
  return choice === '1' ? {} : { filter: Number(choice) as 2 | 3 }
}

/** The period in words: as it is chosen, or its days. */
export function nameOfDays(search: PeriodSearch, days: { f?: string; t?: string }): string {
  const chosen = periodChoice(search, days)
  if (chosen === 'custom' && days.f && days.t) return nameOf(days.f, days.t)
  return periodChoices().find(({ value }) => value === chosen)?.label ?? ''
}

/** A month or a year by its name, one day by its date, any other days by the first and the last. */
function nameOf(f: string, t: string): string {
  const { date, month } = here()
  const calendar = calendarPeriod(f, t)
  if (calendar?.length === 4) return calendar
  if (calendar) return month(f)
  return f === t ? date(f) : m['analytics.period.chosen']({ from: date(f), to: date(t) })
}
