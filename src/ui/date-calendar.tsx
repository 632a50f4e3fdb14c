import { Popover } from '@mantine/core'
import { DatePicker, DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { type ButtonHTMLAttributes, type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { firstDayOfWeek } from '#platform/constants.ts'
import { dayOf, formatDay } from '#platform/time.ts'
import { parseTypedMoment } from '#platform/typed-date.ts'
import { yearBounds } from '#platform/year-list.ts'
import { Button } from './button.tsx'
import classes from './date-calendar.module.css'
import { TextField } from './field.tsx'

/** Makes the button that a calendar hangs on; `props` go onto it. */
export type CalendarButton = (
  props: ButtonHTMLAttributes<HTMLButtonElement> & { ref?: Ref<HTMLButtonElement> },
) => ReactElement

/** Years that the calendar offers; 100 before to 52 after this one where nothing else is said. */
export interface YearLimits {
  first?: number
  last?: number
}

/** Names and bounds that every calendar of ours shares. */
export const calendarProps = (years: YearLimits | undefined) => {
  const { first, last } = yearBounds(new Date().getFullYear(), years)
  return {
    ariaLabels: {
      previousMonth: m['ui.date.earlier'](),
      nextMonth: m['ui.date.later'](),
      previousYear: m['ui.date.earlier'](),
      nextYear: m['ui.date.later'](),
      previousDecade: m['ui.date.earlier'](),
      nextDecade: m['ui.date.later'](),
    },
    classNames: { day: classes.day },
    minDate: `${first}-01-01`,
    maxDate: `${last}-12-31`,
  }
}
/** Six weeks from Monday, in the reader's language. */
export const calendarSettings = () => ({
  locale: getLocale(),
  firstDayOfWeek,
  consistentWeeks: true,
})

interface CalendarProps {
  button: CalendarButton
  /** yyyy-MM-dd, with THH:mm where `timed`; empty for none. */
  value: string
  timed: boolean
  years: YearLimits | undefined
  onChange: (value: string) => void
}

/** The calendar of a date field: a day closes it; with a time, the day is kept and the time typed beside it. */
export default function DateCalendar({ button, value, timed, years, onChange }: CalendarProps) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  // The button is a new element: it takes the focus over, so that closing gives it back.
  useEffect(() => {
    target.current?.focus()
    setOpened(true)
  }, [])
  const chosen = value.slice(0, 10)
  const begin = chosen || formatDay(dayOf(Date.now()))
  const close = () => {
    setOpened(false)
    target.current?.focus()
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      zIndex={2001}
      classNames={{ dropdown: classes.dropdown }}
    >
      <Popover.Target>{button({ ref: target, onClick: () => setOpened(!opened) })}</Popover.Target>
      <Popover.Dropdown
        // A dialog around it listens on the window, and asks the focused element alone whether Escape is meant for it.
        // Scrolled away from its button the calendar is hidden, and what had the focus with it.
        onKeyDown={(event) => {
          if (event.key === 'PageUp' || event.key === 'PageDown') event.preventDefault()
        }}
        onFocusCapture={({ target: focused }) =>
          focused.setAttribute('data-mantine-stop-propagation', 'true')
        }
      >
        <DatesProvider settings={calendarSettings()}>
          <DatePicker
            {...calendarProps(years)}
            value={chosen || null}
            defaultDate={begin}
            // Keys walk from day to day: they begin at one, not at the arrows above.
            getDayProps={(day) => (day === begin ? { 'data-autofocus': true } : {})}
            onChange={(day) => {
              if (!day) return
              onChange(timed ? `${day}T${value.slice(11) || '12:00'}` : day)
              if (!timed) close()
            }}
          />
        </DatesProvider>
        {timed ? <Time value={value} onChange={onChange} onDone={close} /> : undefined}
      </Popover.Dropdown>
    </Popover>
  )
}

function Time({
  value,
  onChange,
  onDone,
}: {
  value: string
  onChange: (value: string) => void
  onDone: () => void
}) {
  const [typed, setTyped] = useState<string>()
  const day = value.slice(0, 10) || formatDay(dayOf(Date.now()))
  const found = typed === undefined ? value : parseTypedMoment(`${day} ${typed}`, day)
  const take = () => {
    if (typed !== undefined && found) onChange(found)
    if (found) setTyped(undefined)
    return found !== undefined
  }
  return (
    <form
      className={classes.time}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // The form around the field is another one, although the event passes it.
        event.stopPropagation()
        if (take()) onDone()
      }}
    >
      <TextField
        label={m['ui.date.time']()}
        error={found === undefined ? m['ui.date.unreadTime']() : undefined}
        placeholder="hh:mm"
        autoComplete="off"
        value={typed ?? value.slice(11)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={take}
      />
      <Button type="submit">{m['ui.date.done']()}</Button>
    </form>
  )
}
