import { momentReader } from './moments.ts'

const days = [
  ...[
    'd/M/yyyy',
    'M/d/yyyy',
    'd-M-yyyy',
    'M-d-yyyy',
    'd.M.yyyy',
    'yyyy/M/d',
    'd/M/yy',
    'M/d/yy',
    'd-M-yy',
    'd.M.yy',
  ],
  ...['d MMM yyyy', 'MMM d, yyyy', 'MMM d yyyy', 'd-MMM-yyyy', 'd-MMM-yy', 'd/MMM/yyyy', 'd MMM yy'],
]
const times = ['', ' H:mm', ' H:mm:ss', ' h:mma', ' h:mm:ssa', ', H:mm', ', H:mm:ss']
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
  if (dates.length === 0) return []
  const beyond = now + 86_400_000
  const scored = formats.flatMap((format) => {
    const read = momentReader(zone, format)
    // Most formats read nothing of a column; a few of its dates tell.
    if (!dates.slice(0, 30).some((text) => read(text) !== undefined)) return []
    const moments = dates.map((text) => {
      const at = read(text)
      return at !== undefined && at < beyond ? at : undefined
    })
    return [{ format, moments, good: moments.filter((at) => at !== undefined).length }]
  })
  const most = Math.max(0, ...scored.map(({ good }) => good))
  if (most < dates.length * 0.6) return []
  const apart = new Map<string, (typeof scored)[number]>()
  for (const one of scored.filter(({ good }) => good === most))
    if (!apart.has(one.moments.join())) apart.set(one.moments.join(), one)
  const left = [...apart.values()]
  const telling = dates.findIndex((_, at) => new Set(left.map(({ moments }) => moments[at])).size > 1)
  const at = telling < 0 ? (left[0]?.moments.findIndex((moment) => moment !== undefined) ?? 0) : telling
  return left.map(({ format, moments }) => ({ format, text: dates[at] ?? '', at: moments[at] ?? 0 }))
}
