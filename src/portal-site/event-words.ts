import type { Event } from '#features/events/contract.ts'
import type { Locale } from '#platform/constants.ts'
import { businessTimeZone } from '#platform/constants.ts'
import { offsetMs } from '#platform/time.ts'

/** As people compare names: neither case nor marks nor punctuation tell two apart. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLocaleLowerCase('es')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Words that join an artist to a place and say nothing alone. */
const joints = new Set([
  'en',
  'in',
  'at',
  'live',
  'directo',
  'concierto',
  'de',
  'a',
  'el',
  'la',
  'and',
  'y',
  '&',
])
const within = (text: string, part: string | null) =>
  part && bare(part) ? ` ${text} `.replaceAll(` ${bare(part)} `, ' ').trim() : text

/** What an event is called beside its city and its artist; undefined when nothing is left to say. */
export function ownName(event: Pick<Event, 'name' | 'city' | 'venue'>, artist: string): string | undefined {
  const rest = within(within(within(bare(event.name), artist), event.city), event.venue)
  if (rest.split(' ').every((word) => word === '' || joints.has(word))) return undefined
  // "Clara Ventisca: gira de la marea" says the artist once too often.
  const [first = '', ...others] = event.name.split(/\s*[:·|–—]\s*|\s+-\s+/u)
  return bare(first) === bare(artist) && others.length > 0
    ? event.name.slice(first.length).replace(/^[\s:·|–—-]+/u, '')
    : event.name
}

/** Who else plays. */
export const otherActs = ({ lineUp }: Pick<Event, 'lineUp'>, artist: string): string[] =>
  lineUp.filter((name) => bare(name) !== bare(artist))

const format = (locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale === 'es' ? 'es-ES' : 'en-GB', { ...options, timeZone })
const part = (at: string, locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions) =>
  format(locale, timeZone, options).format(new Date(at)).replace('.', '')

/** A date in the parts that a row shows apart: where the event is, not where the fan is. */
export function dateParts({ startsAt, timeZone }: Pick<Event, 'startsAt' | 'timeZone'>, locale: Locale) {
  const one = (options: Intl.DateTimeFormatOptions) => part(startsAt, locale, timeZone, options)
  const year = one({ year: 'numeric' })
  const thisYear = part(new Date().toISOString(), locale, timeZone, { year: 'numeric' })
  return {
    weekday: one({ weekday: 'short' }),
    day: one({ day: 'numeric' }),
    month: one({ month: 'short' }),
    year: year === thisYear ? undefined : year,
  }
}

/** "21:00" where the event is. Online it is everywhere, and says whose hour it means. */
export const clock = (at: string, { timeZone, kind }: Pick<Event, 'timeZone' | 'kind'>, locale: Locale) =>
  format(locale, timeZone, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(kind === 'online' ? { timeZoneName: 'short' } : {}),
  }).format(new Date(at))

/** A moment as the place's clocks show it, with what they are ahead of UTC: "2026-12-04T21:00:00+01:00". */
export function localMoment(at: string, timeZone: string = businessTimeZone): string {
  const moment = Math.floor(Date.parse(at) / 1_000) * 1_000
  const ahead = offsetMs(moment, timeZone)
  const minutes = Math.round(Math.abs(ahead) / 60_000)
  const two = (value: number) => String(value).padStart(2, '0')
  const wall = new Date(moment + ahead).toISOString().slice(0, 19)
  return `${wall}${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The first of an event's tickets that can be bought now, and its place among them. */
export function onSale({ tickets, state }: Event): { place: number; url: string } | undefined {
  if (state === 'cancelled' || state === 'postponed') return undefined
  for (const [place, { type, url, onSaleAt }] of tickets.entries())
    if (url && type !== 'soldOut' && (onSaleAt === null || Date.parse(onSaleAt) <= Date.now()))
      return { place, url }
  return undefined
}
