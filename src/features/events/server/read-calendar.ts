import ICAL from 'ical.js'
import { businessTimeZone } from '#platform/constants.ts'
import { countryCode, provinceCode } from '#platform/place.ts'
import { fromWallClock, isTimeZone, utc } from '#platform/time.ts'

/** What a file says of one event, not judged yet. `problem`: why it cannot be an event at all. */
export interface FoundEvent {
  row: number
  draft: Record<string, unknown>
  problem?: { field: string; code: string }
}

/** Most calendars write at most this much prose; names longer than an event's are told by their row. */
const textMax = 1_000

/**
 * The events of an iCalendar file (RFC 5545). Times keep the zone that they are written in: by its IANA name, by the
 * file's own description of it, or Madrid's when they have none; one that nobody can know is a problem. Runs where strangers' bytes are read.
 * @throws when it is no calendar.
 */
export function readCalendar(text: string): FoundEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text.replace(/^\uFEFF/, '')))
  if (calendar.name !== 'vcalendar') throw new Error('Not a calendar')
  const ours = String(calendar.getFirstPropertyValue('prodid') ?? '').includes('Backline')
  const named = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '')
  const home = isTimeZone(named) ? named : businessTimeZone
  const zones = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), demandYearly(zone)] as const),
  )
  const clocks = { home, zones }
  return calendar.getAllSubcomponents('vevent').map((event, at) => {
    const start = momentOf(event, 'dtstart', clocks)
    const end = momentOf(event, 'dtend', clocks)
    const problem = problemOf(event, { start, end, clocks })
    return {
      row: at + 1,
      draft: {
        name: oneLine(textOf(event, 'summary')),
        ...timesOf(start, end),
        ...placeOf(oneLine(textOf(event, 'location'))),
        // Other programs keep prose there.
        ...(ours ? { lineUp: lineUpOf(event) } : {}),
        ...ticketsOf(event),
        state: textOf(event, 'status').toUpperCase() === 'CANCELLED' ? 'cancelled' : 'scheduled',
      },
      ...(problem ? { problem } : {}),
    }
  })
}

interface Clocks {
  home: string
  zones: ReadonlyMap<string, ICAL.Component>
}
interface Moment {
  at: number
  zone: string
}

function momentOf(event: ICAL.Component, name: string, { home, zones }: Clocks): Moment | undefined {
  const property = event.getFirstProperty(name)
  const time = property?.getFirstValue()
  if (!(time instanceof ICAL.Time)) return undefined
  // The library rolls 25:00 over into the next day, and the 31st of February into March.
  const written = String(property?.toJSON()[3] ?? '')
  if (written.slice(0, 19) !== time.toString().slice(0, 19)) return undefined
  const wall = utc(time.year, time.month, time.day, time.hour, time.minute, time.second)
  if (time.zone === ICAL.Timezone.utcTimezone) return { at: wall, zone: home }
  const tzid = tzidOf(property)
  const known = tzid ? ianaName(tzid) : home
  if (known) return { at: fromWallClock(wall, known), zone: known }
  const described = zones.get(tzid)
  if (!described) return undefined
  const offset = new ICAL.Timezone({ component: described, tzid }).utcOffset(time)
  return { at: wall - offset * 1000, zone: home }
}

const tzidOf = (property: ICAL.Property | null | undefined) => String(property?.getParameter('tzid') ?? '')

/** The zone that a name means; some programs write it behind a prefix of their own: `/mozilla.org/20050126_1/Europe/London`. */
function ianaName(tzid: string): string | undefined {
  const parts = tzid.slice(0, 200).split('/')
  const names = tzid.startsWith('/') ? [3, 2, 1].map((last) => parts.slice(-last).join('/')) : [tzid]
  return names.find(isTimeZone)
}

function isUnknownZone(event: ICAL.Component, name: string, { zones }: Clocks): boolean {
  const tzid = tzidOf(event.getFirstProperty(name))
  return tzid !== '' && !ianaName(tzid) && !zones.has(tzid)
}

const iso = (moment: number) => new Date(moment).toISOString()

const timesOf = (start: Moment | undefined, end: Moment | undefined) => ({
  ...(start ? { startsAt: iso(start.at), timeZone: start.zone } : {}),
  ...(start && end && end.at > start.at ? { endsAt: iso(end.at) } : {}),
})

const textOf = (event: ICAL.Component, name: string) =>
  String(event.getFirstPropertyValue(name) ?? '').slice(0, textMax)

const lineUpOf = (event: ICAL.Component) =>
  textOf(event, 'description')
    .split('\n')
    .filter((name) => name.trim())

function ticketsOf(event: ICAL.Component) {
  const url = textOf(event, 'url')
  return /^https?:\/\//i.test(url) ? { tickets: [{ type: 'tickets', url }] } : {}
}

interface Times {
  start: Moment | undefined
  end: Moment | undefined
  clocks: Clocks
}

function problemOf(event: ICAL.Component, { start, end, clocks }: Times) {
  if (event.hasProperty('rrule') || event.hasProperty('rdate'))
    return { field: 'startsAt', code: 'events.importRepeats' }
  const why = (name: string) =>
    isUnknownZone(event, name, clocks) ? 'events.importZone' : 'events.importDate'
  if (event.hasProperty('dtstart') && !start) return { field: 'startsAt', code: why('dtstart') }
  if (event.hasProperty('dtend') && !end) return { field: 'endsAt', code: why('dtend') }
  return undefined
}

/** Clocks change by the year; a zone that changes by the second would be worked out for ever. */
function demandYearly(zone: ICAL.Component): ICAL.Component {
  const rules = zone.getAllSubcomponents().flatMap((part) => part.getAllProperties('rrule'))
  if (!rules.every((rule) => /FREQ=YEARLY/i.test(rule.toICALString()))) throw new Error('Not a clock')
  return zone
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const street =
  /\d|^(c\/|calle|carrer|rúa|kalea|av|avenida|avinguda|plaza|plaça|praza|paseo|passeig|ronda|camino)\b/i

/** «Sala Apolo, Nou de la Rambla 113, Barcelona, Barcelona, ES» → its parts, as far as they can be told. */
function placeOf(location: string): Record<string, string> {
  const parts = location.split(',').flatMap((part) => part.trim() || [])
  const last = parts.at(-1) ?? ''
  const country = parts.length > 1 && !provinceCode('ES', last) ? countryCode(last) : null
  if (country) parts.pop()
  const province = !country || country === 'ES' ? provinceCode('ES', parts.at(-1)) : null
  const named = province ? parts.pop() : undefined
  // Many provinces are named like their capital: what is a street before them is no city.
  const next = parts.at(-1) ?? ''
  const city = parts.length > 1 && !street.test(next) ? parts.pop() : named
  const [venue, ...address] = parts
  const told = { venue, address: address.join(', '), city, province, country }
  return Object.fromEntries(Object.entries(told).filter((part): part is [string, string] => Boolean(part[1])))
}
