import { DatePicker, DatesProvider } from '@mantine/dates'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { dateSelectionModes, firstOrderYear } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { parseTypedDate, showTypedDate } from '#platform/typed-date.ts'
import { Button } from '#ui/button.tsx'
import { calendarProps, calendarSettings } from '#ui/date-calendar.tsx'
import { Segments, TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { useAnswer } from '#ui/use-answer.ts'
import { daysOfMonth, daysOfNamed, namedPeriodNames, namedPeriods } from './named-periods.ts'
import classes from './range-picker.module.css'
import { useTours } from './use-tours.ts'

type Mode = (typeof dateSelectionModes)[keyof typeof dateSelectionModes]

interface RangePickerProps {
  days: { f?: string; t?: string }
  onChoose: (f: string, t: string) => void
  onClose?: () => void
  /** Part of a sheet that is sent as a whole: chosen at once, and without buttons of its own. */
  live?: boolean
}

const show = (day: string | null | undefined) => (day ? showTypedDate(day) : '')

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
  const [range, setRange] = useState<[string | null, string | null]>([days.f ?? null, days.t ?? null])
  const [texts, setTexts] = useState({ f: show(days.f), t: show(days.t) })
  const [errors, setErrors] = useState<{ f?: string; t?: string }>({})
  const [month, setMonth] = useState(days.t ?? today)
  const firstYear = useFirstYear()
  const { tours, help } = useTours()
  const example = show('2026-10-24')
  const [mode, setMode] = useState<Mode>(
    !live && days.f && days.f === days.t ? dateSelectionModes.single : dateSelectionModes.range,
  )
  const single = mode === dateSelectionModes.single

  const choose = (next: [string | null, string | null]) => {
    setRange(next)
    setTexts({ f: show(next[0]), t: show(next[1]) })
    setErrors({})
    if (live && next[0] && next[1]) onChoose(next[0], next[1])
  }
  const type = (field: 'f' | 't', text: string) =>
    setTexts(single ? { f: text, t: text } : { ...texts, [field]: text })

  /** What both fields say now, and what is wrong with them; one message a field. */
  const read = () => {
    const f = parseTypedDate(texts.f, today)
    const t = parseTypedDate(texts.t, today)
    const wrong = {
      ...(f ? {} : { f: m['ui.date.unread']({ example }) }),
      ...(t
        ? f && f > t
          ? { t: m['analytics.period.backwards']() }
          : {}
        : { t: m['ui.date.unread']({ example }) }),
    }
    return { f, t, wrong }
  }
  const leave = (field: 'f' | 't') => {
    const { f, t, wrong } = read()
    const error = texts[field] ? wrong[field] : undefined
    setErrors({ ...errors, [field]: error })
    if (!wrong.f && !wrong.t && f && t) {
      setRange([f, t])
      setMonth(t)
      if (live) onChoose(f, t)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { f, t, wrong } = read()
    setErrors(wrong)
    if (f && t && !wrong.f && !wrong.t) onChoose(f, t)
  }

  const whole = ({ f, t }: { f: string; t: string }) => {
    if (live) setMode(dateSelectionModes.range)
    choose([f, t])
    if (!live) onChoose(f, t)
  }

  const shared = {
    ...calendarProps({ first: firstYear }),
    date: month,
    onDateChange: setMonth,
  }

  return (
    <form className={classes.picker} data-live={live || undefined} onSubmit={submit} noValidate>
      <div>
        <DatesProvider settings={calendarSettings()}>
          {single ? (
            <DatePicker {...shared} value={range[0]} onChange={(day) => choose([day, day])} />
          ) : (
            <DatePicker {...shared} type="range" allowSingleDateInRange value={range} onChange={choose} />
          )}
          {month.slice(0, 7) <= today.slice(0, 7) ? (
            <Button size="sm" full onClick={() => whole(daysOfMonth(month, today))}>
              {m['analytics.period.whole']({ month: here().month(month) })}
            </Button>
          ) : undefined}
        </DatesProvider>
      </div>
      <div className={classes.form}>
        <fieldset className={classes.named} aria-label={m['analytics.period.named']()} hidden={live}>
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
        {tours.length > 0 && !live ? <p className={classes.help}>{help}</p> : undefined}
        <Segments
          label={m['analytics.period.mode']()}
          value={String(mode)}
          options={[
            { value: String(dateSelectionModes.single), label: m['analytics.period.single']() },
            { value: String(dateSelectionModes.range), label: m['analytics.period.range']() },
          ]}
          onChange={(value) => {
            setMode(Number(value) as Mode)
            if (value === String(dateSelectionModes.single)) choose([range[0], range[0]])
          }}
        />
        {(single ? (['f'] as const) : (['f', 't'] as const)).map((field) => (
          <TextField
            key={field}
            label={
              single
                ? m['analytics.period.oneDay']()
                : field === 'f'
                  ? m['analytics.period.from']()
                  : m['analytics.period.to']()
            }
            help={m['analytics.period.dayFirst']({ example })}
            error={errors[field]}
            inputMode="numeric"
            autoComplete="off"
            value={texts[field]}
            onChange={(event) => type(field, event.currentTarget.value)}
            onBlur={() => leave(field)}
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
