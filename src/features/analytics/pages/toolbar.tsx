import { mdiCalendarRange, mdiRestore, mdiTune } from '@mdi/js'
import { lazy, Suspense, useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dateFilters } from '#platform/constants.ts'
import { IconButton } from '#ui/button.tsx'
import { Segments } from '#ui/field.tsx'
import { FilterSelect } from '#ui/filters.tsx'
import { Icon } from '#ui/icon.tsx'
import { FilterBar } from '#ui/page.tsx'
import type { DetailSearch } from './detail-search.ts'
import { byName } from './detail-words.ts'
import { FilterChips } from './filter-chips.tsx'
import { nameOfDays, type PeriodChoice, periodChoice, periodChoices, periodFor } from './period-choice.ts'
import classes from './toolbar.module.css'
import {
  type Comparison,
  comparisonName,
  comparisonOf,
  filtersInUse,
  type ToolbarProps,
  withComparison,
  withPeriod,
  withRows,
} from './toolbar-search.ts'

// Calendar and sheet are loaded when somebody opens them.
const RangePicker = lazy(() => import('./range-picker.tsx'))
const Sheet = lazy(() => import('./toolbar-sheet.tsx'))

const nothing: readonly never[] = []

/** Days were chosen, and other ones than the page stands on by itself. */
const hasOwnDays = ({ filter, f, t }: DetailSearch, usual: ToolbarProps['usual']) =>
  filter && !(usual && f === usual.f && t === usual.t)

/** Period, comparison and filters: on one line, and on a phone in one sheet. All of it lives in the address. */
export function Toolbar(props: ToolbarProps) {
  const { search, days, comparisons = nothing, by, filters = nothing, options, usual, onChange } = props
  const [open, setOpen] = useState<'dates' | 'sheet'>()
  const missing = search.filter === dateFilters.custom && !(days.f && days.t)
  // Not while rendering on the server: both are files of their own that would have to be waited for.
  useEffect(() => {
    if (missing) setOpen(matchMedia('(max-width: 47.99em)').matches ? 'sheet' : 'dates')
  }, [missing])
  const chosen = periodChoice(search, days)
  const custom = chosen === 'custom' && days.f && days.t
  const name = nameOfDays(search, days)
  const compared = comparisonOf(search)
  const count = filtersInUse(filters, search)
  const reset = () => {
    setOpen(undefined)
    onChange((now) => withPeriod(now, {}))
  }
  const choose = (value: PeriodChoice) => {
    if (value === 'custom') return setOpen('dates')
    setOpen(undefined)
    onChange((now) => withPeriod(now, periodFor(value, usual !== undefined)))
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend that the line has no room for. */}
      <div className={classes.line} role="group" aria-label={m['analytics.toolbar']()}>
        <FilterBar>
          <Segments
            label={m['analytics.period.label']()}
            value={chosen}
            options={periodChoices().map((option) =>
              option.value === 'custom'
                ? { ...option, icon: mdiCalendarRange, ...(custom ? { label: name } : {}) }
                : option,
            )}
            onChange={choose}
          />
          {comparisons.length > 0 ? (
            <FilterSelect
              label={m['detail.compare.label']()}
              all={m['detail.compare.none']()}
              value={compared}
              options={comparisons.map((value) => ({ value, label: comparisonName(value) }))}
              onChange={(to) => onChange((now) => withComparison(now, to))}
            />
          ) : undefined}
          {by ? (
            <ByFilter by={by} value={search.by} onChange={(next) => onChange((now) => withRows(now, next))} />
          ) : undefined}
          {filters.length > 0 ? <FilterChips {...{ filters, search, options, onChange }} /> : undefined}
          {/* Last, so that its coming moves nothing. */}
          {hasOwnDays(search, usual) ? (
            <IconButton framed label={m['analytics.period.reset']()} path={mdiRestore} onClick={reset} />
          ) : undefined}
        </FilterBar>
      </div>
      <PhoneButton {...{ name, compared, count }} onPress={() => setOpen('sheet')} />
      {open === 'dates' ? (
        <Suspense fallback={<div className={classes.waiting} />}>
          <RangePicker
            days={days}
            onClose={() => setOpen(undefined)}
            onChoose={(f, t) => {
              setOpen(undefined)
              onChange((now) => withPeriod(now, { filter: dateFilters.custom, f, t }))
            }}
          />
        </Suspense>
      ) : undefined}
      {open === 'sheet' ? (
        <Suspense>
          <Sheet {...props} onClose={() => setOpen(undefined)} />
        </Suspense>
      ) : undefined}
    </>
  )
}

interface ByFilterProps {
  by: readonly string[]
  value: string | undefined
  onChange: (by: string) => void
}

/** What the rows are; the first is meant where nothing was chosen. */
function ByFilter({ by: [first = '', ...others], value, onChange }: ByFilterProps) {
  return (
    <FilterSelect
      label={m['detail.by.label']()}
      all={byName(first)}
      value={value === first ? undefined : value}
      options={others.map((other) => ({ value: other, label: byName(other) }))}
      onChange={(next) => onChange(next ?? first)}
    />
  )
}

interface PhoneButtonProps {
  name: string
  compared: Comparison | undefined
  /** Of the filters that are in use. */
  count: number
  onPress: () => void
}

/** All of it in a line, where the line above has no room. */
const PhoneButton = ({ name, compared, count, onPress }: PhoneButtonProps) => (
  <button type="button" className={classes.phone} onClick={onPress}>
    <Icon path={mdiTune} size={18} />
    <span>
      <span data-unseen="always">{m['analytics.sheet.title']()}: </span>
      {name}
      {compared ? <small>{comparisonName(compared)}</small> : undefined}
    </span>
    {count > 0 ? (
      <b>
        <span data-unseen="always">{m['analytics.sheet.filters']()}: </span>
        {count}
      </b>
    ) : undefined}
  </button>
)
