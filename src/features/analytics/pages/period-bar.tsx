import { mdiCalendarRange, mdiRestore } from '@mdi/js'
import { lazy, Suspense, useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dateFilters } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Segments, SwitchField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { FilterBar } from '#ui/page.tsx'
import { calendarPeriod } from './named-periods.ts'
import type { PeriodSearch } from './period.ts'
import classes from './period-bar.module.css'

// The calendar is loaded when somebody opens it.
const RangePicker = lazy(() => import('./range-picker.tsx'))

interface PeriodBarProps {
  search: PeriodSearch
  days: { f?: string; t?: string }
  /** The page compares with no other period. */
  alone?: boolean
  onChange: (search: PeriodSearch) => void
}

/** The period as a segmented control, other dates, and the comparison; all of it in the address. */
export function PeriodBar({ search, days, alone = false, onChange }: PeriodBarProps) {
  const [open, setOpen] = useState(false)
  const missing = search.filter === dateFilters.custom && !(days.f && days.t)
  // Not while rendering on the server: the calendar is a file of its own that would have to be waited for.
  useEffect(() => {
    if (missing) setOpen(true)
  }, [missing])
  const today = formatDay(dayOf(Date.now()))
  const isToday = search.filter === dateFilters.custom && days.f === today && days.t === today
  const filter = isToday ? 'today' : (String(search.filter ?? 1) as '1' | '2' | '3' | '4')
  const compare = search.compare ? { compare: true as const } : {}

  const choose = (value: string) => {
    if (value === '4') return setOpen(true)
    setOpen(false)
    if (value === 'today') return onChange({ filter: 4, f: today, t: today, ...compare })
    onChange({ ...(value === '1' ? {} : { filter: Number(value) as 2 | 3 }), ...compare })
  }
  const custom =
    search.filter === dateFilters.custom && !isToday && days.f && days.t
      ? nameOf(days.f, days.t)
      : m['analytics.period.custom']()
  return (
    <>
      <FilterBar>
        <Segments
          label={m['analytics.period.label']()}
          value={filter}
          options={[
            { value: 'today', label: m['analytics.period.today']() },
            { value: '1', label: m['analytics.period.day']() },
            { value: '2', label: m['analytics.period.week']() },
            { value: '3', label: m['analytics.period.month']() },
            { value: '4', label: custom },
          ]}
          onChange={choose}
        />
        {search.filter === dateFilters.custom ? (
          <Button size="sm" look="ghost" icon={mdiCalendarRange} onClick={() => setOpen(!open)}>
            {m['analytics.period.custom']()}
          </Button>
        ) : undefined}
        {alone ? undefined : (
          <span className={classes.compare}>
            <SwitchField
              label={m['analytics.period.compare']()}
              checked={search.compare === true}
              onChange={(checked) =>
                onChange({ ...withoutCompare(search), ...(checked ? { compare: true } : {}) })
              }
            />
          </span>
        )}
        {search.filter ? (
          <Button size="sm" look="ghost" icon={mdiRestore} onClick={() => choose('1')}>
            {m['analytics.period.reset']()}
          </Button>
        ) : undefined}
      </FilterBar>
      {open ? (
        <Suspense fallback={<div className={classes.waiting} />}>
          <RangePicker
            days={days}
            onClose={() => setOpen(false)}
            onChoose={(f, t) => {
              setOpen(false)
              onChange({ filter: 4, f, t, ...compare })
            }}
          />
        </Suspense>
      ) : undefined}
    </>
  )
}

/** A month or a year by its name, one day by its date, any other days by the first and the last. */
function nameOf(f: string, t: string): string {
  const { date, month } = here()
  const calendar = calendarPeriod(f, t)
  if (calendar?.length === 4) return calendar
  if (calendar) return month(f)
  return f === t ? date(f) : m['analytics.period.chosen']({ from: date(f), to: date(t) })
}

const withoutCompare = ({ compare: _, ...rest }: PeriodSearch): PeriodSearch => rest
