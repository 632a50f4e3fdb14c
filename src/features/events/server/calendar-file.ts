import { type CalendarEntry, calendarFile } from '#platform/icalendar.ts'
import { provinceName } from '#platform/place.ts'
import type { Event } from '../contract.ts'

/**
 * Events as an iCalendar file (RFC 5545). Their ids are those of the calendars that are subscribed to, so that whoever has
 * both has each event once, and a later file updates what is there.
 */
export const calendarOf = (events: readonly Event[], name: string): string =>
  calendarFile({ name, product: 'Events', entries: events.map(entryOf) })

const entryOf = (event: Event): CalendarEntry => ({
  uid: `${event.id}@backline`,
  sequence: event.version,
  updatedAt: event.updatedAt,
  start: { at: event.startsAt, zone: event.timeZone },
  ...(event.endsAt ? { endsAt: event.endsAt } : {}),
  summary: event.name,
  location: placeOf(event) || undefined,
  description: event.lineUp,
  url: event.tickets.find((ticket) => ticket.url)?.url ?? undefined,
  status: statuses[event.state],
})

const statuses = {
  scheduled: 'CONFIRMED',
  rescheduled: 'CONFIRMED',
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
} as const

type Where = Pick<Event, 'venue' | 'address' | 'city' | 'province' | 'country'>

/** Where an event is, in one line. */
export const placeOf = ({ venue, address, city, province, country }: Where) =>
  [venue, address, city, province && (provinceName(province) ?? province), country === 'ES' ? null : country]
    .filter((part) => part)
    .join(', ')
