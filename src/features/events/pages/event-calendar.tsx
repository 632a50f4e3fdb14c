import { mdiChevronLeft, mdiChevronRight } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import type { Api, Failure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { offsetMs } from '#platform/time.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import classes from './event-calendar.module.css'
import { calendarDays, daysAround, monthAfter } from './month.ts'

type Days = Exclude<Awaited<ReturnType<Api['events']['listEventDays']>>, Failure | undefined>
type DayEvent = Days['items'][number]

interface EventCalendarProps {
  days: Days
  month: string
  today: string
  onMonth: (month: string | undefined) => void
}

/** Shown in a day's cell; the rest is counted and can be opened. */
const shownInDay = 3

/** A month of events: six weeks on a desk, the days that have something on a phone. */
export function EventCalendar({ days, month, today, onMonth }: EventCalendarProps) {
  const byDay = new Map<string, DayEvent[]>()
  for (const event of days.items) {
    const at = Date.parse(event.startsAt)
    const day = new Date(at + offsetMs(at, event.timeZone)).toISOString().slice(0, 10)
    byDay.set(day, [...(byDay.get(day) ?? []), event])
  }
  const cells = daysAround(month)
  const weeks = Array.from({ length: calendarDays / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
  const { month: monthWord, number } = here()
  const title = monthWord(`${month}-01`)
  const events = (of: DayEvent[]) => (
    <ul className={classes.events}>
      {of.slice(0, shownInDay).map((event) => (
        <DayLine key={event.id} event={event} />
      ))}
      {of.length > shownInDay ? (
        <li>
          <details>
            <summary>{m['events.calendar.more']({ count: number(of.length - shownInDay) })}</summary>
            <ul className={classes.events}>
              {of.slice(shownInDay).map((event) => (
                <DayLine key={event.id} event={event} />
              ))}
            </ul>
          </details>
        </li>
      ) : undefined}
    </ul>
  )
  return (
    <Frame
      title={<span className={classes.month}>{title}</span>}
      control={
        <span className={classes.moves}>
          <IconButton
            label={m['events.calendar.before']()}
            path={mdiChevronLeft}
            onClick={() => onMonth(monthAfter(month, -1))}
          />
          <Button size="sm" onClick={() => onMonth(undefined)}>
            {m['events.calendar.today']()}
          </Button>
          <IconButton
            label={m['events.calendar.after']()}
            path={mdiChevronRight}
            onClick={() => onMonth(monthAfter(month, 1))}
          />
        </span>
      }
    >
      <table className={classes.grid} aria-label={title}>
        <thead>
          <tr>
            {cells.slice(0, 7).map((day) => (
              <th key={day} scope="col">
                {weekday(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  data-other={day.startsWith(month) ? undefined : true}
                  data-today={day === today || undefined}
                >
                  <time dateTime={day}>{Number(day.slice(8))}</time>
                  {byDay.has(day) ? events(byDay.get(day) ?? []) : undefined}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <ol className={classes.agenda} aria-label={title}>
        {cells
          .filter((day) => day.startsWith(month) && byDay.has(day))
          .map((day) => (
            <li key={day}>
              <time dateTime={day} data-today={day === today || undefined}>
                {weekday(day)} {Number(day.slice(8))}
              </time>
              {events(byDay.get(day) ?? [])}
            </li>
          ))}
      </ol>
      {cells.some((day) => day.startsWith(month) && byDay.has(day)) ? undefined : (
        <p className={classes.none}>{m['events.calendar.none']()}</p>
      )}
      {days.total > days.items.length ? (
        <p className={classes.none}>{m['events.calendar.tooMany']({ total: number(days.total) })}</p>
      ) : undefined}
    </Frame>
  )
}

const tag = () => (getLocale() === 'en' ? 'en-GB' : 'es-ES')
const weekday = (day: string) =>
  new Intl.DateTimeFormat(tag(), { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`))

function DayLine({ event }: { event: DayEvent }) {
  const hour = new Intl.DateTimeFormat(tag(), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: event.timeZone,
  }).format(new Date(event.startsAt))
  const content = (
    <>
      <span>{hour}</span> {event.name}
      <small>{[event.portalName, event.city].filter((part) => part).join(', ')}</small>
    </>
  )
  const off = event.publication === 'draft' || event.state === 'cancelled' || event.past
  return (
    <li data-off={off || undefined} data-cancelled={event.state === 'cancelled' || undefined}>
      <Link to="/events/$portalId/$eventId" params={{ portalId: event.portalId, eventId: event.id }}>
        {content}
      </Link>
    </li>
  )
}
