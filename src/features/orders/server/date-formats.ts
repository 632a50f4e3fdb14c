import { momentReader, namedDays, times } from '#platform/moments.ts'
import { dayMs } from '#platform/time.ts'
import { firstSale } from '#platform/windows.ts'

const days = [
  ...[
    'd/M/yyyy',
    'M/d/yyyy',
    'd-M-yyyy',
    'M-d-yyyy',
    'd.M.yyyy',
    'yyyy/M/d',
    'yyyy.M.d',
    'd/M/yy',
    'M/d/yy',
    'd-M-yy',
    'M-d-yy',
    'd.M.yy',
  ],
  ...namedDays,
]
const formats = [
  undefined,
  ...days.flatMap((day) => times.map((time) => day + time)),
  'yyyyMMdd',
  'serial',
  'epoch',
]

/** A way to read a column of dates: its format (undefined for ISO 8601), and what it makes of the first that tells it apart. */
export interface DateReading {
  format: string | undefined
  text: string
  at: number
}

/**
 * The formats that read the most of a column's dates without any in the future, those apart that read the same. More than
 * one: the column leaves it open. None: no format reads most of it.
 */
export function readingsOf(texts: readonly string[], zone: string, now: number): DateReading[] {
  const dates = [...new Set(texts)]
  const found = readWithin(dates, zone, (at) => at < now + dayMs && at >= firstSale)
  if (found.length > 0) return found
  // Days that nothing was sold on are told row by row, which needs them read.
  return readWithin(dates, zone, () => true).slice(0, 1)
}

function readWithin(dates: readonly string[], zone: string, within: (at: number) => boolean): DateReading[] {
  const scored = formats.flatMap((format) => {
    const exactly = momentReader(zone, format, true)
    // Most formats read nothing of a column; a few of its dates tell.
    const exact = dates.slice(0, 30).filter((text) => exactly(text) !== undefined).length
    if (exact === 0) return []
    const read = momentReader(zone, format)
    const moments = dates.map((text) => {
      const at = read(text)
      return at !== undefined && within(at) ? at : undefined
    })
    return [{ format, exact, moments, good: moments.filter((at) => at !== undefined).length }]
  })
  const most = Math.max(...scored.map(({ good }) => good))
  if (most < dates.length * 0.6) return []
  // Of those that read the same, the one that most dates are written in.
  scored.sort((a, b) => b.exact - a.exact)
  const apart = new Map<string, (typeof scored)[number]>()
  for (const one of scored.filter(({ good }) => good === most))
    if (!apart.has(one.moments.join())) apart.set(one.moments.join(), one)
  const left = [...apart.values()]
  const told = (at: number) => left.map(({ moments }) => moments[at])
  const tells = (at: number) =>
    left.length > 1 ? new Set(told(at)).size > 1 : left[0]?.moments[at] !== undefined
  const apartAt = dates.flatMap((_, at) => (tells(at) ? at : []))
  // One that all of them read, where there is one: who is asked compares two dates, and not one with nothing.
  const at = apartAt.find((one) => !told(one).includes(undefined)) ?? apartAt[0] ?? -1
  return left.map(({ format, moments }) => ({
    ...{ format, text: dates[at] ?? '' },
    at: moments[at] ?? moments.find((moment) => moment !== undefined) ?? 0,
  }))
}
