import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dateFilters } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { SelectField } from '#ui/field.tsx'
import { ClearFilters } from '#ui/filters.tsx'
import type { DetailSearch, ManyFilter } from './detail-search.ts'
import { byName } from './detail-words.ts'
import { FilterChip } from './filter-chip.tsx'
import FilterPanel from './filter-panel.tsx'
import { valueName } from './filter-words.ts'
import { daysOfNamed, namedPeriodNames, namedPeriods } from './named-periods.ts'
import { daysOf } from './period.ts'
import { type PeriodChoice, periodChoice, periodChoices, periodFor } from './period-choice.ts'
import RangePicker from './range-picker.tsx'
import {
  type Comparison,
  comparisonName,
  comparisonOf,
  type ToolbarProps,
  withComparison,
  withFilter,
  withoutFilters,
  withPeriod,
  withRows,
} from './toolbar-search.ts'
import classes from './toolbar-sheet.module.css'
import { useTours } from './use-tours.ts'

/** Everything of the toolbar under one another; the page is asked once, when all of it is chosen. */
export default function ToolbarSheet(props: ToolbarProps & { onClose: () => void }) {
  const { comparisons = [], by, filters = [], options, onChange, onClose } = props
  const [search, setSearch] = useState(props.search)
  const [names, setNames] = useState<Record<string, string>>({})
  const [days, setDays] = useState(props.days)
  const chosen = periodChoice(search, days)
  const [own, setOwn] = useState(chosen === 'custom')
  const setPeriod = (period: Pick<DetailSearch, 'filter' | 'f' | 't'>) => {
    setSearch((now) => withPeriod(now, period))
    setDays(daysOf(period, new Date()))
  }
  const choose = (value: PeriodChoice) => {
    setOwn(value === 'custom')
    if (value !== 'custom') setPeriod(periodFor(value, props.usual !== undefined))
  }
  const setDates = (f: string, t: string) => setPeriod({ filter: dateFilters.custom, f, t })
  const chips = filters.flatMap((filter) =>
    (search[filter] ?? []).map((value): Chip => {
      const key = `${filter} ${value}`
      return { key, filter, value, name: names[key] ?? valueName(filter, value, options) }
    }),
  )
  const today = formatDay(dayOf(Date.now()))
  const { tours, help } = useTours()
  return (
    <Dialog label={m['analytics.sheet.title']()} onClose={onClose}>
      <DialogParts title={filters.length > 0 ? m['analytics.sheet.title']() : m['analytics.period.label']()}>
        <fieldset className={classes.periods} aria-label={m['analytics.period.label']()}>
          {periodChoices()
            .filter(({ value }) => value !== 'custom')
            .map(({ value, label }) => (
              <button
                key={value}
                type="button"
                aria-pressed={!own && value === chosen}
                onClick={() => choose(value)}
              >
                {label}
              </button>
            ))}
          {[
            ...namedPeriods.map((name) => ({ name: namedPeriodNames[name](), ...daysOfNamed(name, today) })),
            ...tours,
          ].map(({ name, f, t }) => (
            <button
              key={name}
              type="button"
              aria-pressed={!own && chosen === 'custom' && days.f === f && days.t === t}
              onClick={() => {
                setOwn(false)
                setDates(f, t)
              }}
            >
              {name}
            </button>
          ))}
          <button type="button" aria-pressed={own} onClick={() => choose('custom')}>
            {m['analytics.period.custom']()}
          </button>
        </fieldset>
        {tours.length > 0 ? <p className={classes.help}>{help}</p> : undefined}
        {own ? <RangePicker live days={days} onChoose={setDates} /> : undefined}
        {comparisons.length > 0 ? (
          <SelectField
            label={m['detail.compare.label']()}
            value={comparisonOf(search) ?? ''}
            options={[
              { value: '', label: m['detail.compare.none']() },
              ...comparisons.map((value) => ({ value, label: comparisonName(value) })),
            ]}
            onChange={({ currentTarget }) => {
              const to = (currentTarget.value || undefined) as Comparison | undefined
              setSearch((now) => withComparison(now, to))
            }}
          />
        ) : undefined}
        {by ? (
          <SelectField
            label={m['detail.by.label']()}
            value={search.by ?? (by[0] as string)}
            options={by.map((value) => ({ value, label: byName(value) }))}
            onChange={({ currentTarget: { value } }) => setSearch((now) => withRows(now, value))}
          />
        ) : undefined}
        {filters.length > 0 ? (
          <section className={classes.filters}>
            <h3>
              {m['analytics.sheet.filters']()}
              {chips.length > 0 ? <ClearFilters onClear={() => setSearch(withoutFilters)} /> : undefined}
            </h3>
            <Chips
              chips={chips}
              onRemove={({ filter, value }) =>
                setSearch((now) => withFilter(now, filter, (all) => all.filter((one) => one !== value)))
              }
            />
            <FilterPanel
              filters={filters}
              search={search}
              onAdd={(filter, value, name) => {
                setNames({ ...names, [`${filter} ${value}`]: name })
                setSearch((now) => withFilter(now, filter, (all) => [...new Set([...all, value])]))
              }}
            />
          </section>
        ) : undefined}
        <div className={classes.foot}>
          <DialogActions>
            <Button onClick={onClose}>{m['ui.cancel']()}</Button>
            <Button
              look="primary"
              onClick={() => {
                onClose()
                onChange(() => search)
              }}
            >
              {m['analytics.sheet.show']()}
            </Button>
          </DialogActions>
        </div>
      </DialogParts>
    </Dialog>
  )
}

interface Chip {
  key: string
  filter: ManyFilter
  value: string
  name: string
}

/** What is filtered by, each with its way out. */
const Chips = ({ chips, onRemove }: { chips: readonly Chip[]; onRemove: (chip: Chip) => void }) =>
  chips.length > 0 ? (
    <div className={classes.chips}>
      {chips.map((chip) => (
        <FilterChip key={chip.key} filter={chip.filter} name={chip.name} onRemove={() => onRemove(chip)} />
      ))}
    </div>
  ) : undefined
