import type { Event } from '#features/events/contract.ts'

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

/** A portal's next events for a calendar program (RFC 5545). */
export function calendarOf(name: string, address: string, events: readonly Event[]): string {
  const entries = events.flatMap((event) => {
    const place = [event.venue, event.address, event.city].filter(Boolean).join(', ')
    return [
      'BEGIN:VEVENT',
      `UID:${event.id}@backline`,
      `DTSTAMP:${stamp(event.updatedAt)}`,
      `DTSTART:${stamp(event.startsAt)}`,
      ...(event.endsAt ? [`DTEND:${stamp(event.endsAt)}`] : []),
      `SUMMARY:${text(event.name)}`,
      ...(place ? [`LOCATION:${text(place)}`] : []),
      `URL:${address}`,
      `STATUS:${event.state === 'cancelled' ? 'CANCELLED' : event.state === 'postponed' ? 'TENTATIVE' : 'CONFIRMED'}`,
      `SEQUENCE:${event.version}`,
      'END:VEVENT',
    ]
  })
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Backline//Portal//ES',
    `X-WR-CALNAME:${text(name)}`,
    ...entries,
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}
