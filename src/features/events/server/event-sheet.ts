import { businessTimeZone } from '#platform/constants.ts'
import { momentReader, skippedReader } from '#platform/moments.ts'
import { countryCode } from '#platform/place.ts'
import type { SheetRow } from '#platform/sheet.ts'
import { dayMs, fromWallClock, isSkipped, isTimeZone, offsetMs } from '#platform/time.ts'
import { parseTypedDate, parseTypedMoment } from '#platform/typed-date.ts'
import type { FoundEvent } from './read-calendar.ts'

/** Headings of an import in both languages, plain; the export writes the first of each. */
const headings = {
  name: ['name', 'nombre', 'evento', 'event'],
  kind: ['kind', 'tipo'],
  starts: ['starts', 'inicio', 'empieza', 'start', 'date', 'fecha', 'dia'],
  time: ['time', 'hora'],
  doors: ['doors', 'puertas'],
  ends: ['ends', 'fin', 'termina', 'end'],
  zone: ['timezone', 'zona', 'zonahoraria'],
  venue: ['venue', 'recinto', 'sala', 'lugar'],
  address: ['address', 'direccion'],
  city: ['city', 'ciudad'],
  province: ['province', 'provincia'],
  country: ['country', 'pais'],
  lineUp: ['lineup', 'artistas', 'cartel', 'artists'],
  tickets: ['tickets', 'entradas', 'url'],
  state: ['state', 'situacion', 'estado'],
} as const
type Heading = keyof typeof headings

/** Words that people write where the API has a code; the codes themselves are taken too. */
const kinds: Record<string, string> = { concierto: 'concert', firma: 'signing', 'en línea': 'online' }
const states: Record<string, string> = {
  previsto: 'scheduled',
  confirmado: 'scheduled',
  aplazado: 'postponed',
  cancelado: 'cancelled',
}
const coded = (words: Record<string, string>, text: string) => words[text.toLowerCase()] ?? text.toLowerCase()

type Cell = (heading: Heading) => string

/** The rows of a sheet as events, not judged yet; dates are those of the event's own zone. */
export function readEventSheet(rows: readonly SheetRow[], today: string): FoundEvent[] {
  return rows.map(({ row, cells }) => {
    const cell = (heading: Heading) =>
      headings[heading].map((name) => cells[name]).find((text) => text !== undefined) ?? ''
    const { times, skipped } = timesOf(cell, today)
    const unread = cell('starts') && times.startsAt === undefined
    const problem = skipped
      ? { field: skipped, code: 'events.importSkipped' }
      : unread
        ? { field: 'startsAt', code: 'events.importDate' }
        : undefined
    return {
      row,
      draft: draftOf(cell, times),
      ...(problem ? { problem } : {}),
    }
  })
}

const draftOf = (cell: Cell, times: Times) => ({
  name: cell('name'),
  ...(cell('kind') ? { kind: coded(kinds, cell('kind')) } : {}),
  ...times,
  timeZone: cell('zone') || businessTimeZone,
  venue: cell('venue'),
  address: cell('address'),
  city: cell('city'),
  province: cell('province'),
  country: cell('country') ? (countryCode(cell('country')) ?? cell('country')) : 'ES',
  lineUp: cell('lineUp')
    .split(/[|;\n]/)
    .map((name) => name.trim())
    .filter((name) => name),
  tickets: cell('tickets')
    .split(/\s+/)
    .filter((url) => url)
    .map((url) => ({ type: 'tickets', url })),
  ...(cell('state') ? { state: coded(states, cell('state')) } : {}),
})

interface Times {
  startsAt?: string
  doorsAt?: string
  endsAt?: string
}

/** `skipped`: the first of them that no clock shows. */
function timesOf(cell: Cell, today: string): { times: Times; skipped: keyof Times | undefined } {
  const zone = isTimeZone(cell('zone')) ? cell('zone') : businessTimeZone
  const starts = momentOf(`${cell('starts')} ${cell('time')}`, zone, today)
  const day = starts === undefined ? '' : dayIn(starts.at, zone)
  // Doors and end may be an hour alone: of the same night.
  const after = (text: string) => momentOf(hourAlone.test(text) ? `${day} ${text}` : text, zone, today)
  const [doors, ends] = [after(cell('doors')), after(cell('ends'))]
  const skipped = starts?.skipped
    ? 'startsAt'
    : doors?.skipped
      ? 'doorsAt'
      : ends?.skipped
        ? 'endsAt'
        : undefined
  const times = {
    ...(starts === undefined ? {} : { startsAt: iso(starts.at) }),
    ...(cell('doors') ? { doorsAt: iso(doors?.at) } : {}),
    ...(cell('ends') ? { endsAt: iso(endAfter(starts?.at, ends?.at, zone)) } : {}),
  }
  return { times, skipped }
}

/** What ends at an hour before it starts ends on the next day, at that hour of its clocks: a night may have one more or less. */
const endAfter = (starts: number | undefined, ends: number | undefined, zone: string) =>
  ends !== undefined && starts !== undefined && ends <= starts
    ? fromWallClock(ends + offsetMs(ends, zone) + dayMs, zone)
    : ends

const iso = (moment: number | undefined) => (moment === undefined ? 'x' : new Date(moment).toISOString())

const hourAlone = /^\d{1,2}([:.h]\d{2})?\s*([ap]\.?\s?m\.?|h(r?s|oras)?\.?)?$/i

const dayIn = (moment: number, zone: string) =>
  new Date(moment + offsetMs(moment, zone)).toISOString().slice(0, 10)

/**
 * «5/12/2026 21:00», «sáb 5/12/2026 21 h», «5 dic 2026», «2026-12-05T21:00», «2026-12-05T20:00:00Z»; undefined for what is no
 * day. The day first, as both languages write it.
 */
function momentOf(text: string, zone: string, today: string): { at: number; skipped?: boolean } | undefined {
  const whole = text.trim()
  if (/^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/.test(whole)) {
    const at = Date.parse(whole)
    return at ? { at } : undefined
  }
  const day = parseTypedDate(whole, today)
  const wall = day ? `${day}T00:00` : parseTypedMoment(whole, today)
  if (wall) {
    const clock = Date.parse(`${wall}Z`)
    return { at: fromWallClock(clock, zone), skipped: isSkipped(clock, zone) }
  }
  const written = whole.replace(/\s(\d{1,2})\s*h(r?s|oras)?\.?$/i, ' $1:00')
  const at = momentReader(zone, 'd/M/yyyy')(written)
  return at === undefined ? undefined : { at, skipped: skippedReader(zone, 'd/M/yyyy')(written) }
}
