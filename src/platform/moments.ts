import { UnreadableFile } from './csv.ts'
import { dayMs, fromWallClock, isSkipped, offsetMs, utc } from './time.ts'

const iso =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?$/i
const tokens: Record<string, string> = {
  yyyy: '(?<year>\\d{4})',
  yy: '(?<shortYear>\\d{2})',
  MMM: '(?<monthName>\\p{L}{3,10})\\.?',
  MM: '(?<month>\\d{1,2})',
  M: '(?<month>\\d{1,2})',
  dd: '(?<day>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
  HH: '(?<hour>\\d{1,2})',
  H: '(?<hour>\\d{1,2})',
  hh: '(?<hour>\\d{1,2})',
  h: '(?<hour>\\d{1,2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  a: '\\s*(?<half>[ap]\\.?\\s?m\\.?)',
}

/** The end of the year 9999, beyond which days have no four figures; whether something was sold then is not asked here. */
const lastMoment = 253_402_300_800_000

/**
 * Reads moments in one format: ISO 8601 without `format`, else tokens yyyy yy MMM MM M dd d HH H hh h mm ss a (capital Y
 * and D are taken too), `epoch` for seconds since 1970, or `serial` for the days of spreadsheets. A time without an offset
 * is a wall clock of `zone`, or of Madrid. One column may hold days with and without their time, and months by their names beside others:
 * of a format of tokens each is read on its own, unless `strict`.
 */
export function momentReader(
  zone: string | undefined,
  format?: string,
  strict = false,
): (text: string) => number | undefined {
  let last = ''
  let lastResult: number | undefined
  const read = readerOf(zone, format, strict)
  return (text) => {
    // Lines of one order follow each other with the same time.
    if (text !== last) {
      last = text
      const at = read(text)
      lastResult = at !== undefined && Math.abs(at) < lastMoment ? at : undefined
    }
    return lastResult
  }
}

/**
 * Says of what `momentReader` reads whether its wall clock never shows that time, because it goes forward over it. Not of a day
 * alone, which begins when its clocks do.
 */
export function skippedReader(zone: string | undefined, format?: string): (text: string) => boolean {
  const read = momentReader(zone, format)
  const [here, elsewhere] = [momentReader('UTC', format), momentReader('Etc/GMT+1', format)]
  return (text) => {
    const at = read(text)
    // On other days no clock skips anything, and nothing more is read.
    if (at === undefined || offsetMs(at - dayMs / 2, zone) === offsetMs(at + dayMs / 2, zone)) return false
    const wall = here(text)
    // What is the same moment everywhere says its distance to UTC itself.
    if (wall === undefined || wall === elsewhere(text) || wall % dayMs === 0) return false
    return isSkipped(wall, zone)
  }
}

function readerOf(
  zone: string | undefined,
  format: string | undefined,
  strict: boolean,
): (text: string) => number | undefined {
  if (format === 'epoch') return readEpoch
  const iso = (text: string) => readIso(zone, text)
  if (!format) return iso
  if (format === 'serial') {
    const own = readSerial(zone)
    return (text) => own(text) ?? iso(text)
  }
  const own = readTokens(zone, format)
  // A workbook's own dates come as ISO 8601, beside others that are text; nothing else looks like it.
  const exact = (text: string) => own(text) ?? own(withoutWords(text)) ?? iso(text)
  if (strict) return exact
  const day = format.replace(/[,\s]*[Hh]{1,2}:mm(:ss)?\s*[aA]?$/, '')
  const likes = [day, ...namedDays].map((one) => {
    let made: ReturnType<typeof readTokens>[] | undefined
    return () => (made ??= times.map((time) => readTokens(zone, one + time)))
  })
  return (text) => {
    const at = exact(text)
    if (at !== undefined) return at
    const bare = withoutWords(text)
    for (const like of /\p{L}{3}/u.test(bare) ? likes : likes.slice(0, 1))
      for (const read of like()) {
        const found = read(bare)
        if (found !== undefined) return found
      }
    return undefined
  }
}

/** How a time stands behind its day. */
export const times = ['', ' H:mm', ' H:mm:ss', ' h:mma', ' h:mm:ssa', ', H:mm', ', H:mm:ss', ', h:mma']
/** Days whose month is a name: they can be no other day. */
export const namedDays = [
  ...['d MMM yyyy', 'MMM d, yyyy', 'MMM d yyyy', 'd-MMM-yyyy', 'd-MMM-yy', 'd/MMM/yyyy', 'd MMM yy'],
]

const weekday =
  /^(lunes|martes|mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|(mon|tues|wednes|thurs|fri|satur|sun)day|(lun|mar|mi[ée]|jue|vie|s[áa]b|dom|mon|tues?|wed|thu|thurs?|fri|sat|sun)(?!\p{L})\.?)[,\s]+/iu
/** «viernes, 13 de noviembre de 2026» is «13 noviembre 2026», and «4/3/2026 a las 10:05 h» is «4/3/2026 10:05». */
const withoutWords = (text: string): string =>
  text
    // Files of a Mac write an accent as a sign of its own.
    .normalize('NFC')
    .replace(weekday, (found, name: string) =>
      // «mar» is a month where nothing but its day and year follow: a Tuesday has its month behind it.
      /^mar\b/i.test(name) && !/\p{L}{3}|^\d{1,4}[/.-]\d/u.test(text.slice(found.length)) ? found : '',
    )
    .replace(/\s+(de|del|a las?|at|-)\s+/gi, ' ')
    .replace(/(?<=:\d{2})\s*h(r?s|oras)?\.?$/i, '')

/** Days since 1899-12-30, as spreadsheets keep moments; the time is a share of the day. */
const readSerial = (zone: string | undefined) => (text: string) => {
  if (!/^\d{4,5}([.,]\d+)?$/.test(text)) return undefined
  const seconds = Math.round((Number(text.replace(',', '.')) - 25_569) * 86_400)
  return fromWallClock(seconds * 1000, zone)
}

const readEpoch = (text: string) =>
  /^\d{1,12}(\.\d+)?$/.test(text) ? Math.round(Number(text) * 1000) : undefined

function readIso(zone: string | undefined, text: string): number | undefined {
  const m = iso.exec(text)
  if (!m) return undefined
  const wall = wallClock(
    Number(m[1]),
    Number(m[2]),
    Number(m[3]),
    Number(m[4] ?? 0),
    Number(m[5] ?? 0),
    Number(m[6] ?? 0),
  )
  if (wall === undefined) return undefined
  const offset = m[7]?.toUpperCase()
  if (!offset) return fromWallClock(wall, zone)
  if (offset === 'Z' || offset === 'UTC') return wall
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return wall - (offset.startsWith('-') ? -minutes : minutes) * 60_000
}

function readTokens(zone: string | undefined, format: string): (text: string) => number | undefined {
  const plain = format.replaceAll('Y', 'y').replaceAll('D', 'd').replaceAll('A', 'a')
  const source = plain.replace(/yyyy|yy|MMM|MM?|dd?|HH?|hh?|mm|ss|a|[^a-zA-Z]+|./g, (part) => {
    if (tokens[part]) return tokens[part]
    return part.trim() === '' ? '\\s*' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  })
  let pattern: RegExp
  try {
    pattern = new RegExp(`^${source}$`, 'iu')
  } catch {
    throw new UnreadableFile('badDateFormat', { format })
  }
  return (text) => {
    const g = pattern.exec(text)?.groups
    if (!g) return undefined
    const year = g.year ? Number(g.year) : 2000 + Number(g.shortYear)
    let hour = Number(g.hour ?? 0)
    if (g.half) {
      if (hour < 1 || hour > 12) return undefined
      hour = (hour % 12) + (g.half.toLowerCase().startsWith('p') ? 12 : 0)
    }
    const wall = wallClock(
      year,
      g.monthName ? monthNamed(g.monthName) : Number(g.month),
      Number(g.day),
      hour,
      Number(g.minute ?? 0),
      Number(g.second ?? 0),
    )
    return wall === undefined ? undefined : fromWallClock(wall, zone)
  }
}

const months = [
  'ene jan',
  'feb',
  'mar',
  'abr apr',
  'may',
  'jun',
  'jul',
  'ago aug',
  'sep set',
  'oct',
  'nov',
  'dic dec',
]
/** The month of a name or its beginning, in Spanish or English; 0 for none. */
const monthNamed = (name: string) =>
  months.findIndex((words) => words.split(' ').includes(name.toLowerCase().slice(0, 3))) + 1

function wallClock(year: number, month: number, day: number, hour: number, minute: number, second: number) {
  if (minute >= 60 || second >= 60) return undefined
  const at = utc(year, month, day, hour, minute, second)
  const date = new Date(at)
  return date.getUTCMonth() + 1 === month && date.getUTCDate() === day ? at : undefined
}
