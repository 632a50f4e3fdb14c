import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { useRouteContext } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { firstDayOfWeek, firstOrderYear } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { parseTypedDate, showTypedDate } from '#platform/typed-date.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import classes from './period-bar.module.css'

interface RangePickerProps {
  days: { f?: string; t?: string }
  onChoose: (f: string, t: string) => void
  onClose: () => void
}

const show = (day: string | null | undefined) => (day ? showTypedDate(day) : '')

/** The first year to choose from: the usual one, or that of the first order when it was before. */
function useFirstYear(): number {
  const { api } = useRouteContext({ from: '__root__' })
  const [year, setYear] = useState<number>(firstOrderYear)
  useEffect(() => {
    const years = { f: '1990-01-01', t: `${firstOrderYear - 1}-12-31` }
    api.analytics.netSalesDetailInfo(years, { key: 'first year' }).then((before) => {
      const first = isFailure(before) ? undefined : before.series.find(({ values }) => values.orders)
      if (first) setYear(Number(first.t))
    })
  }, [api])
  return year
}

/** A range by calendar or by typing; typed dates are taken over on leaving the field and with Enter. */
export default function RangePicker({ days, onChoose, onClose }: RangePickerProps) {
  const today = formatDay(dayOf(Date.now()))
  const [range, setRange] = useState<[string | null, string | null]>([days.f ?? null, days.t ?? null])
  const [texts, setTexts] = useState({ f: show(days.f), t: show(days.t) })
  const [errors, setErrors] = useState<{ f?: string; t?: string }>({})
  const [month, setMonth] = useState(days.t ?? today)
  const firstYear = useFirstYear()

  /** What both fields say now, and what is wrong with them; one message a field. */
  const read = () => {
    const f = parseTypedDate(texts.f, getLocale(), today)
    const t = parseTypedDate(texts.t, getLocale(), today)
    const wrong = {
      ...(f ? {} : { f: m['analytics.period.wrong']() }),
      ...(t
        ? f && f > t
          ? { t: m['analytics.period.backwards']() }
          : {}
        : { t: m['analytics.period.wrong']() }),
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
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { f, t, wrong } = read()
    setErrors(wrong)
    if (f && t && !wrong.f && !wrong.t) onChoose(f, t)
  }

  return (
    <form className={classes.picker} onSubmit={submit} noValidate>
      <DatesProvider settings={{ locale: getLocale(), firstDayOfWeek, consistentWeeks: true }}>
        <DatePicker
          type="range"
          allowSingleDateInRange
          hideOutsideDates
          ariaLabels={{
            previousMonth: m['analytics.period.earlier'](),
            nextMonth: m['analytics.period.later'](),
            previousYear: m['analytics.period.earlier'](),
            nextYear: m['analytics.period.later'](),
            previousDecade: m['analytics.period.earlier'](),
            nextDecade: m['analytics.period.later'](),
          }}
          classNames={{ day: classes.day }}
          value={range}
          date={month}
          onDateChange={setMonth}
          minDate={`${firstYear}-01-01`}
          onChange={(next) => {
            setRange(next)
            setTexts({ f: show(next[0]), t: show(next[1]) })
            setErrors({})
          }}
        />
      </DatesProvider>
      <div className={classes.form}>
        {(['f', 't'] as const).map((field) => (
          <TextField
            key={field}
            label={field === 'f' ? m['analytics.period.from']() : m['analytics.period.to']()}
            help={m['analytics.period.typed']()}
            error={errors[field]}
            inputMode="numeric"
            autoComplete="off"
            value={texts[field]}
            onChange={(event) => setTexts({ ...texts, [field]: event.currentTarget.value })}
            onBlur={() => leave(field)}
          />
        ))}
        <div className={classes.actions}>
          <Button type="submit" look="primary">
            {m['analytics.period.apply']()}
          </Button>
          <Button look="ghost" onClick={onClose}>
            {m['ui.cancel']()}
          </Button>
        </div>
      </div>
    </form>
  )
}
