import { DatePicker, DatesProvider } from '@mantine/dates'
import { useRouteContext } from '@tanstack/react-router'
import type { FormEvent } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { dateSelectionModes, firstOrderYear } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { calendarProps, calendarSettings } from '#ui/date-calendar.tsx'
import { Segments, TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { daysOfMonth, daysOfNamed, namedPeriodNames, namedPeriods } from './named-periods.ts'
import classes from './range-picker.module.css'
import { exampleDay, type Mode, useRange } from './use-range.ts'
import { useTours } from './use-tours.ts'

interface RangePickerProps {
  days: { f?: string; t?: string }
  onChoose: (f: string, t: string) => void
  onClose?: () => void
  /** Part of a sheet that is sent as a whole: chosen at once, and without buttons of its own. */
  live?: boolean
}

/** The first year to choose from: the usual one, or that of the first order when it was before. */
function useFirstYear(): number {
  const { api } = useRouteContext({ from: '__root__' })
  const years = { f: '1990-01-01', t: `${firstOrderYear - 1}-12-31` }
  const { answer: before } = useAnswer(
    () => api.analytics.netSalesDetailInfo(years, { key: 'first year' }),
    years.t,
  )
  const first = isFailure(before) ? undefined : before.series.find(({ values }) => values.orders)
  return first ? Number(first.t) : firstOrderYear
}

/** A range by calendar or by typing; typed dates are taken over on leaving the field and with Enter. */
export default function RangePicker({ days, onChoose, onClose, live = false }: RangePickerProps) {
  const today = formatDay(dayOf(Date.now()))
  const asked = useRange({ days, today, live, onChoose })
  const { range, month, mode, single } = asked
  const shared = {
    ...calendarProps({ first: useFirstYear() }),
    date: month,
    onDateChange: asked.setMonth,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    asked.submit()
  }
  return (
    <form className={classes.picker} data-live={live || undefined} onSubmit={submit} noValidate>
      <div>
        <DatesProvider settings={calendarSettings()}>
          {single ? (
            <DatePicker {...shared} value={range[0]} onChange={(day) => asked.choose([day, day])} />
          ) : (
            <DatePicker
              {...shared}
              type="range"
              allowSingleDateInRange
              value={range}
              onChange={asked.choose}
            />
          )}
          {month.slice(0, 7) <= today.slice(0, 7) ? (
            <Button size="sm" full onClick={() => asked.takeWhole(daysOfMonth(month, today))}>
              {m['analytics.period.whole']({ month: here().month(month) })}
            </Button>
          ) : undefined}
        </DatesProvider>
      </div>
      <div className={classes.form}>
        <NamedPeriods today={today} hidden={live} onChoose={onChoose} />
        <Segments
          label={m['analytics.period.mode']()}
          value={String(mode)}
          options={[
            { value: String(dateSelectionModes.single), label: m['analytics.period.single']() },
            { value: String(dateSelectionModes.range), label: m['analytics.period.range']() },
          ]}
          onChange={(value) => asked.switchTo(Number(value) as Mode)}
        />
        {(single ? (['f'] as const) : (['f', 't'] as const)).map((field) => (
          <TextField
            key={field}
            label={single ? m['analytics.period.oneDay']() : fieldNames[field]()}
            help={m['analytics.period.dayFirst']({ example: exampleDay() })}
            error={asked.errors[field]}
            autoComplete="off"
            value={asked.texts[field]}
            onChange={(event) => asked.type(field, event.currentTarget.value)}
            onBlur={() => asked.leave(field)}
          />
        ))}
        {live ? undefined : (
          <div className={classes.actions}>
            <Button type="submit" look="primary">
              {m['analytics.period.apply']()}
            </Button>
            <Button look="ghost" onClick={onClose}>
              {m['ui.cancel']()}
            </Button>
          </div>
        )}
      </div>
    </form>
  )
}

const fieldNames = { f: m['analytics.period.from'], t: m['analytics.period.to'] }

interface NamedProps {
  today: string
  hidden: boolean
  onChoose: RangePickerProps['onChoose']
}

/** Periods that have a name, and the tours of the portals that are looked at. */
function NamedPeriods({ today, hidden, onChoose }: NamedProps) {
  const { tours, help } = useTours()
  return (
    <>
      <fieldset className={classes.named} aria-label={m['analytics.period.named']()} hidden={hidden}>
        {namedPeriods.map((name) => (
          <Button
            key={name}
            size="sm"
            onClick={() => {
              const { f, t } = daysOfNamed(name, today)
              onChoose(f, t)
            }}
          >
            {namedPeriodNames[name]()}
          </Button>
        ))}
        {tours.map(({ name, f, t }) => (
          <Button key={name} size="sm" onClick={() => onChoose(f, t)}>
            {name}
          </Button>
        ))}
      </fieldset>
      {tours.length > 0 && !hidden ? <p className={classes.help}>{help}</p> : undefined}
    </>
  )
}
