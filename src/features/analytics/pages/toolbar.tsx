import { mdiCalendarRange, mdiRestore, mdiTune } from '@mdi/js'
import { lazy, Suspense, useEffect, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dateFilters } from '#platform/constants.ts'
import { IconButton } from '#ui/button.tsx'
import { Segments } from '#ui/field.tsx'
import { FilterSelect } from '#ui/filters.tsx'
import { Icon } from '#ui/icon.tsx'
import { FilterBar } from '#ui/page.tsx'
import { byName } from './detail-words.ts'
import { FilterChips } from './filter-chips.tsx'
import { nameOfDays, type PeriodChoice, periodChoice, periodChoices, periodFor } from './period-choice.ts'
import classes from './toolbar.module.css'
import {
  comparisonName,
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
  const count = filtersInUse(filters, search)
  const chosenDays = search.filter && !(usual && search.f === usual.f && search.t === usual.t)
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
              value={search.compare ? (search.compareTo ?? 'previous') : undefined}
              options={comparisons.map((value) => ({ value, label: comparisonName(value) }))}
              onChange={(to) => onChange((now) => withComparison(now, to))}
            />
          ) : undefined}
          {by ? (
            <FilterSelect
              label={m['detail.by.label']()}
              all={byName(by[0] as string)}
              value={search.by === by[0] ? undefined : search.by}
              options={by.slice(1).map((value) => ({ value, label: byName(value) }))}
              onChange={(next) => onChange((now) => withRows(now, next ?? (by[0] as string)))}
            />
          ) : undefined}
          {filters.length > 0 ? <FilterChips {...{ filters, search, options, onChange }} /> : undefined}
          {/* Last, so that its coming moves nothing. */}
          {chosenDays ? (
            <IconButton framed label={m['analytics.period.reset']()} path={mdiRestore} onClick={reset} />
          ) : undefined}
        </FilterBar>
      </div>
      <button type="button" className={classes.phone} onClick={() => setOpen('sheet')}>
        <Icon path={mdiTune} size={18} />
        <span>
          <span data-unseen="always">{m['analytics.sheet.title']()}: </span>
          {name}
          {search.compare ? <small>{comparisonName(search.compareTo ?? 'previous')}</small> : undefined}
        </span>
        {count > 0 ? (
          <b>
            <span data-unseen="always">{m['analytics.sheet.filters']()}: </span>
            {count}
          </b>
        ) : undefined}
      </button>
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
