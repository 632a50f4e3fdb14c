import { offsetMs } from '#platform/time.ts'
import { type Bucket, bucketsOf, type Question, type Span } from './period.ts'

const hourMs = 3_600_000

/** The hours that the clock shows, counted from the midnight that a span begins with; one that comes twice is the same. */
const shown = ({ first }: Span, buckets: readonly Bucket[]) =>
  buckets.map(({ from }) => Math.floor((from + offsetMs(from)) / hourMs) - first * 24)

/**
 * Beside which bucket of a period each of the period before stands, by its place. Hours go by the clock: a day of 23 or 25 is
 * compared hour by hour, and what was sold in an hour that the other day does not have stands with the one before it.
 */
export function placesBeside({ span, previous, grouping }: Question, buckets: readonly Bucket[]): number[] {
  const before = bucketsOf(previous, grouping)
  if (grouping !== 'time') return before.map((_, at) => at)
  const hours = shown(span, buckets)
  return shown(previous, before).map((hour) => {
    const same = hours.indexOf(hour)
    return same >= 0 ? same : hours.findLastIndex((one) => one < hour)
  })
}
