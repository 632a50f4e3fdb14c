import { formatHour } from '#platform/time.ts'

const hourMs = 3_600_000

/** The hour of a bucket as the clock shows it, `18:00`; of one that it shows twice in autumn which one: `02:00 (UTC+01:00)`. */
export function hourName(t: string): string {
  const at = Date.parse(t)
  const twice = [-hourMs, hourMs].some((by) => formatHour(at + by).slice(0, 16) === t.slice(0, 16))
  return twice ? `${t.slice(11, 16)} (UTC${t.slice(16)})` : t.slice(11, 16)
}
