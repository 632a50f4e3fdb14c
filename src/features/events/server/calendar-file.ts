import ical, { ICalEventStatus } from 'ical-generator'
import { provinceName } from '#platform/place.ts'
import type { Event } from '../contract.ts'

/**
 * Events as an iCalendar file (RFC 5545). Moments are written in UTC, which every calendar shows in its own zone;
 * `host` makes the ids the same in every export, so that an import updates what is there.
 */
export function calendarOf(events: readonly Event[], host: string, now: Date): string {
  const calendar = ical({ prodId: { company: 'Backline', product: 'Events', language: 'ES' } })
  for (const event of events) {
    const url = event.tickets.find((ticket) => ticket.url)?.url
    calendar.createEvent({
      id: `${event.id}@${host}`,
      sequence: event.version - 1,
      stamp: now,
      lastModified: new Date(event.updatedAt),
      start: new Date(event.startsAt),
      ...(event.endsAt ? { end: new Date(event.endsAt) } : {}),
      summary: event.name,
      location: placeOf(event) || null,
      description: event.lineUp.join('\n') || null,
      url: url ?? null,
      status: statuses[event.state],
    })
  }
  // Every line ends, the last one too (RFC 5545 §3.1), which the library leaves out.
  return `${calendar.toString().trimEnd()}\r\n`
}

type Where = Pick<Event, 'venue' | 'address' | 'city' | 'province' | 'country'>

const statuses = {
  scheduled: ICalEventStatus.CONFIRMED,
  rescheduled: ICalEventStatus.CONFIRMED,
  postponed: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Where an event is, in one line. */
export const placeOf = ({ venue, address, city, province, country }: Where) =>
  [venue, address, city, province && (provinceName(province) ?? province), country === 'ES' ? null : country]
    .filter((part) => part)
    .join(', ')
