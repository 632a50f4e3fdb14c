import type { Event } from '#features/events/contract.ts'
import type { Locale } from '#platform/constants.ts'
import { calendarZone } from './calendar-zone.ts'
import { clock, localMoment, onSale, otherActs } from './event-words.ts'
import { hrefOf } from './html.ts'
import { say } from './words.ts'

const stamp = (moment: string) => moment.replace(/\.\d+/, '').replace(/[-:]/g, '')
const text = (value: string) =>
  value.replaceAll('\\', '\\\\').replaceAll(';', '\\;').replaceAll(',', '\\,').replace(/\r?\n/g, '\\n')

/** RFC 5545 §3.1: a line is at most 75 bytes; the rest follows after a line break and a space. */
function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (bytes + size > 74) {
      folded += '\r\n '
      bytes = 1
    }
    folded += letter
    bytes += size
  }
  return folded
}

/** As the place's clocks show it, with their zone. */
const local = (moment: string, zone: string) =>
  `;TZID=${zone}:${localMoment(moment, zone).slice(0, 19).replace(/[-:]/g, '')}`

/** How long a calendar keeps free for what nobody said the end of. */
const usualMs = 3 * 3_600_000

/** Whose events, and where fans read on. */
interface CalendarOf {
  portal: string
  /** The portal's page. */
  address: string
  locale: Locale
}

/**
 * A portal's next events for a calendar program (RFC 5545): in the time of the place, with doors and the way to the
 * tickets, which is counted like the page's own.
 */
export function calendarOf(events: readonly Event[], { portal, address, locale }: CalendarOf): string {
  const zones = [...new Set(events.map(({ timeZone }) => timeZone))]
  const moments = events.flatMap(({ startsAt, endsAt }) => [
    Date.parse(startsAt),
    Date.parse(endsAt ?? startsAt),
  ])
  const entries = events.flatMap((event) => {
    const { timeZone, doorsAt, startsAt } = event
    const place = [event.venue, event.address, event.city].filter(Boolean).join(', ')
    const others = otherActs(event, portal)
    const tickets = onSale(event)
    const way = tickets && new URL(hrefOf({ id: event.id, url: tickets.url }, tickets.place), address).href
    const said = [
      doorsAt ? say(locale, 'event.doors', { time: clock(doorsAt, event, locale) }) : undefined,
      others.length > 0 ? say(locale, 'event.with', { names: others.join(', ') }) : undefined,
      way ? `${say(locale, 'event.tickets')}: ${way}` : undefined,
    ].filter(Boolean)
    const end = event.endsAt ?? new Date(Date.parse(startsAt) + usualMs).toISOString()
    return [
      'BEGIN:VEVENT',
      `UID:${event.id}@backline`,
      `DTSTAMP:${stamp(event.updatedAt)}`,
      `LAST-MODIFIED:${stamp(event.updatedAt)}`,
      `DTSTART${local(startsAt, timeZone)}`,
      `DTEND${local(end, timeZone)}`,
      `SUMMARY:${text(event.name)}`,
      ...(place ? [`LOCATION:${text(place)}`] : []),
      ...(said.length > 0 ? [`DESCRIPTION:${text(said.join('\n'))}`] : []),
      `URL:${way ?? address}`,
      `STATUS:${event.state === 'cancelled' ? 'CANCELLED' : event.state === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'}`,
      `SEQUENCE:${event.version}`,
      'END:VEVENT',
    ]
  })
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Backline//Portal//ES',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(portal)}`,
    // Who subscribes hears of changes twice a day.
    'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
    ...zones.flatMap((zone) => calendarZone(zone, Math.min(...moments), Math.max(...moments) + usualMs)),
    ...entries,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
