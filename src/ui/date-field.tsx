import { mdiCalendarBlankOutline } from '@mdi/js'
import { type InputHTMLAttributes, lazy, Suspense, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dayOf, formatDay } from '#platform/time.ts'
import { parseTypedDate, parseTypedMoment, showTypedDate, showTypedMoment } from '#platform/typed-date.ts'
import { IconButton } from './button.tsx'
import type { CalendarButton, YearLimits } from './date-calendar.tsx'
import classes from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { unreadWord } from './unread-date.ts'
import { isSkippedTime } from './wall-clock.ts'

/** The calendar is loaded when somebody reaches for it. */
const loadCalendar = () => import('./date-calendar.tsx')
const Calendar = lazy(loadCalendar)

/** How one kind of value is read, shown and explained. */
interface Kind {
  timed: boolean
  is: RegExp
  read: (text: string, today: string) => string | undefined
  show: (value: string) => string
  sample: string
}
const day: Kind = {
  timed: false,
  is: /^\d{4}-\d{2}-\d{2}$/,
  read: parseTypedDate,
  show: showTypedDate,
  sample: '2026-10-24',
}
const moment: Kind = {
  timed: true,
  is: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/,
  read: parseTypedMoment,
  show: showTypedMoment,
  sample: '2026-10-24T18:30',
}

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'id' | 'disabled' | 'aria-invalid' | 'aria-describedby'
> & {
  kind: Kind
  value: string
  onChange: (value: string) => void
  years?: YearLimits | undefined
  /** A form knows while one types that something has changed; a filter asks anew only when one is done. */
  eager?: boolean
  /** Inside something that is a frame already. */
  bare?: boolean
}

/** The line to type into and the button of the calendar. What is typed is taken over on leaving it and with Enter. */
function TypedInput({ kind, value, onChange, years, eager, bare, ...input }: InputProps) {
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState(false)
  const [unread, setUnread] = useState(false)
  // What was told and has not come back yet, as while a list is asked again: until then `value` is what stood before.
  const told = useRef(value)
  const tell = (next: string) => {
    told.current = next
    onChange(next)
  }
  const shown = kind.is.test(value) ? kind.show(value) : value
  const read = (text: string) => text && kind.read(text, formatDay(dayOf(Date.now())))
  const type = (text: string) => {
    setTyped(text)
    setUnread(false)
    const found = eager ? read(text.trim()) : undefined
    if (found !== undefined) tell(found)
  }
  const take = () => {
    if (typed === undefined) return
    const text = typed.trim()
    const found = read(text)
    // A filter has nowhere to keep what cannot be read but here; a form hands it on, to be refused by its field.
    const kept = bare === true && found === undefined
    setUnread(kept)
    if (kept) return
    setTyped(undefined)
    if (text !== shown || told.current !== value) tell(found ?? text)
  }
  const button: CalendarButton = (props) => (
    <IconButton
      {...props}
      label={m['ui.date.open']()}
      path={mdiCalendarBlankOutline}
      disabled={input.disabled}
    />
  )
  return (
    <span className={classes.box} data-end={!bare || undefined}>
      <input
        {...input}
        {...(unread ? { 'aria-invalid': true, title: unreadWord(typed ?? '', kind.show(kind.sample)) } : {})}
        type="text"
        className={classes.input}
        autoComplete="off"
        placeholder={kind.timed ? `${m['ui.date.dayFirst']()} hh:mm` : m['ui.date.dayFirst']()}
        value={typed ?? shown}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
        }}
      />
      <span className={classes.end}>
        {asked ? (
          <Suspense fallback={button({})}>
            <Calendar
              {...{ button, value: kind.is.test(value) ? value : '', timed: kind.timed, years, onChange }}
            />
          </Suspense>
        ) : (
          button({ onPointerEnter: loadCalendar, onFocus: loadCalendar, onClick: () => setAsked(true) })
        )}
      </span>
    </span>
  )
}

interface DateFieldProps extends FieldProps {
  /** Empty, a value, or what was typed and could not be read: the API refuses that by its field. */
  value: string
  onChange: (value: string) => void
  disabled?: boolean | undefined
  years?: YearLimits
  /** Of a moment: whose clock it is written by; the business's unless said. */
  zone?: string
}

function TypedField({
  kind,
  label,
  help,
  error,
  optional,
  aside,
  zone,
  ...input
}: DateFieldProps & { kind: Kind }) {
  const unread = input.value !== '' && !kind.is.test(input.value)
  const example = kind.show(kind.sample)
  return (
    <Field
      {...{ label, help, aside }}
      error={
        unread
          ? unreadWord(input.value, example)
          : kind.timed && isSkippedTime(input.value, zone)
            ? m['ui.date.skipped']()
            : error
      }
      optional={optional ?? false}
    >
      {(wiring) => <TypedInput eager {...wiring} {...input} kind={kind} />}
    </Field>
  )
}

/** A day, typed or picked; its value is yyyy-MM-dd. */
export const DateField = (props: DateFieldProps) => <TypedField {...props} kind={day} />

/** A day and a time, typed or picked; its value is the wall clock, yyyy-MM-ddTHH:mm. */
export const DateTimeField = (props: DateFieldProps) => <TypedField {...props} kind={moment} />

/** The same without a label of its own, for a place that has one. */
export const DateInput = (props: Omit<InputProps, 'kind'>) => <TypedInput bare {...props} kind={day} />
