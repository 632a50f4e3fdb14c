import { calendarZone } from './calendar-zone.ts'
import { offsetMs } from './time.ts'

/** One entry of a calendar. Moments are ISO 8601. */
export interface CalendarEntry {
  /** Names it in every version of the calendar: programs change what they have by it instead of adding it again. */
  uid: string
  /** Goes up with each change. */
  sequence: number
  updatedAt: string
  /** A moment, told by the clocks of a zone (IANA), or a whole day (yyyy-MM-dd). */
  start: { at: string; zone: string } | { day: string }
  /** In the zone of its start. */
  endsAt?: string
  summary: string
  location?: string | undefined
  /** Lines. */
  description: readonly string[]
  url?: string | undefined
  status: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED'
  /** Tells of something, and takes up nobody's time. */
  free?: boolean
}

interface CalendarFile {
  name: string
  /** Which part of the program wrote it. */
  product: string
  /** How often whoever subscribes should ask again; nobody asks again for a file. */
  refreshHours?: number
  entries: readonly CalendarEntry[]
}

/** A calendar for programs that show calendars (RFC 5545), in the time of each entry's place. */
export function calendarFile({ name, product, refreshHours, entries }: CalendarFile): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//Backline//${product}//ES`,
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${text(name)}`,
    ...(refreshHours === undefined
      ? []
      : [
          `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
          // The same in the words of Outlook.
          `X-PUBLISHED-TTL:PT${refreshHours}H`,
        ]),
    ...zonesOf(entries),
    ...entries.flatMap(linesOf),
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}

/** What has to be known of the clocks that entries are told by, from the first of them to the last. */
function zonesOf(entries: readonly CalendarEntry[]): string[] {
  const timed = entries.flatMap(({ start, endsAt }) =>
    'at' in start ? { zone: start.zone, from: Date.parse(start.at), to: Date.parse(endsAt ?? start.at) } : [],
  )
  const first = timed.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY)
  const last = timed.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY)
  return [...new Set(timed.map(({ zone }) => zone))].flatMap((zone) => calendarZone(zone, first, last))
}

function linesOf(entry: CalendarEntry): string[] {
  const { uid, sequence, updatedAt, start, endsAt, summary, location, description, url, status } = entry
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    // Of the change, not of the asking: what has not changed reads the same the next time.
    `DTSTAMP:${utcStamp(updatedAt)}`,
    `LAST-MODIFIED:${utcStamp(updatedAt)}`,
    'at' in start ? `DTSTART${local(start.at, start.zone)}` : `DTSTART;VALUE=DATE:${bare(start.day)}`,
    ...('at' in start && endsAt ? [`DTEND${local(endsAt, start.zone)}`] : []),
    `SUMMARY:${text(summary)}`,
    ...(location ? [`LOCATION:${text(location)}`] : []),
    ...(description.length > 0 ? [`DESCRIPTION:${text(description.join('\n'))}`] : []),
    ...(url ? [`URL:${url}`] : []),
    `STATUS:${status}`,
    ...(entry.free ? ['TRANSP:TRANSPARENT'] : []),
    `SEQUENCE:${sequence}`,
    'END:VEVENT',
  ]
}

const bare = (stamp: string) => stamp.replace(/[-:]/g, '')
const utcStamp = (moment: string) => `${bare(new Date(moment).toISOString().slice(0, 19))}Z`

/** As the place's clocks show it, with their zone. */
function local(moment: string, zone: string): string {
  const at = Math.floor(Date.parse(moment) / 1_000) * 1_000
  return `;TZID=${zone}:${bare(new Date(at + offsetMs(at, zone)).toISOString().slice(0, 19))}`
}

/** RFC 5545 §3.3.11; control characters stand in no text. */
const text = (value: string) =>
  value
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '')

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
