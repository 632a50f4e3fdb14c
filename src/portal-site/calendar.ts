import type { Event } from '#features/events/contract.ts'
import type { Locale } from '#platform/constants.ts'
import { type CalendarEntry, calendarFile } from '#platform/icalendar.ts'
import { clock, onSale, otherActs } from './event-words.ts'
import { hrefOf } from './html.ts'
import { say } from './words.ts'

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
 * A portal's next events for a calendar program: in the time of the place, with doors and the way to the tickets, which is
 * counted like the page's own.
 */
export function calendarOf(events: readonly Event[], { portal, address, locale }: CalendarOf): string {
  const entries = events.map((event): CalendarEntry => {
    const { timeZone, doorsAt, startsAt, state } = event
    const others = otherActs(event, portal)
    const tickets = onSale(event)
    const way = tickets && new URL(hrefOf({ id: event.id, url: tickets.url }, tickets.place), address).href
    return {
      uid: `${event.id}@backline`,
      sequence: event.version,
      updatedAt: event.updatedAt,
      start: { at: startsAt, zone: timeZone },
      endsAt: event.endsAt ?? new Date(Date.parse(startsAt) + usualMs).toISOString(),
      summary: event.name,
      location: [event.venue, event.address, event.city].filter(Boolean).join(', '),
      description: [
        doorsAt && say(locale, 'event.doors', { time: clock(doorsAt, event, locale) }),
        others.length > 0 && say(locale, 'event.with', { names: others.join(', ') }),
        way && `${say(locale, 'event.tickets')}: ${way}`,
      ].filter((line) => typeof line === 'string'),
      url: way ?? address,
      status: statusOf(state),
    }
  })
  // Who subscribes hears of changes twice a day.
  return calendarFile({ name: portal, product: 'Portal', refreshHours: 12, entries })
}

function statusOf(state: Event['state']): CalendarEntry['status'] {
  if (state === 'cancelled') return 'CANCELLED'
  return state === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'
}
