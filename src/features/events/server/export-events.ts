import type { Call } from '#platform/call.ts'
import { wholeFileOut } from '#platform/file-out.ts'
import type { Seen } from '#platform/of-portals.ts'
import { sheetFile } from '#platform/sheet-out.ts'
import { offsetMs } from '#platform/time.ts'
import type { Event } from '../contract.ts'
import { calendarOf } from './calendar-file.ts'
import { allEvents, eventsForCalendar, type PlacedQuery } from './queries.ts'

type Calling = Pick<Call, 'tx' | 'locale' | 'byPerson' | 'headers' | 'signal' | 'services' | 'now'>
interface Which {
  /** The file's, without its ending. */
  name: string
  query: PlacedQuery
  /** Undefined: those of all portals, which are then named in the sheet. */
  seen: Seen | undefined
  withPortal: boolean
}

/** Events as an iCalendar file, called `title` by the programs that read it. @throws AppError 422 where they are too many for one. */
export async function exportCalendar(
  call: Calling,
  title: string,
  { name, query, seen }: Omit<Which, 'withPortal'>,
) {
  const events = await eventsForCalendar(call.tx, query, seen)
  const content = calendarOf(events, title)
  return wholeFileOut(call, { name: `${name}.ics`, type: 'text/calendar; charset=utf-8', content })
}

/** Events as CSV with the columns that an import takes. */
export function exportEventSheet(call: Calling, { name, query, seen, withPortal }: Which) {
  async function* lines() {
    for await (const some of allEvents(call.tx, query, seen))
      yield some.map((event) => [...(withPortal ? [event.portalName] : []), ...lineOf(event)])
  }
  const heading = [
    ...(withPortal ? ['portal'] : []),
    ...['name', 'kind', 'starts', 'doors', 'ends', 'timezone', 'venue', 'address', 'city', 'province'],
    ...['country', 'lineup', 'tickets', 'state', 'publication', 'clicks'],
  ]
  return sheetFile(call, { name, as: 'csv', heading, lines: lines() })
}

const lineOf = (event: Event) => [
  event.name,
  event.kind,
  clock(event.startsAt, event.timeZone),
  clock(event.doorsAt, event.timeZone),
  clock(event.endsAt, event.timeZone),
  event.timeZone,
  event.venue ?? '',
  event.address ?? '',
  event.city ?? '',
  event.province ?? '',
  event.country,
  event.lineUp.join(' | '),
  event.tickets.flatMap(({ url }) => url ?? []).join(' '),
  event.state,
  event.publication,
  String(event.clicks),
]

function clock(moment: string | null, zone: string): string {
  if (!moment) return ''
  const at = Date.parse(moment)
  return new Date(at + offsetMs(at, zone)).toISOString().slice(0, 16).replace('T', ' ')
}
