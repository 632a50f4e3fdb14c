import { nice, ticks } from 'd3-array'

export interface Scale {
  ticks: number[]
  /** Height of a value as a share of the plot, 0 at the foot. */
  at: (value: number) => number
}

/**
 * A scale that always shows zero and ends on a round figure, with four or five lines. `least`: the smallest figure that
 * it reaches, so that lines of nothing at all are not all called the same.
 */
export function scaleOf(values: readonly (number | null)[], least: number): Scale {
  const known = values.filter((value): value is number => value !== null)
  const [low, high] = nice(
    Math.min(0, ...known),
    Math.max(0, ...known, known.some((value) => value < 0) ? 0 : least),
    4,
  )
  const span = high - low || 1
  return { ticks: ticks(low, high, 4), at: (value) => (value - low) / span }
}

const steps = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 15, 16, 18, 20, 24, 28, 30]

/**
 * Which of `count` labels to show so that at most `most` stand side by side: the first, and from there always the same
 * number of buckets apart, whether or not the last is among them.
 */
export function shownLabels(count: number, most: number): number[] {
  const least = Math.ceil(count / most)
  const step = steps.find((each) => each >= least) ?? least
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => at * step)
}

/**
 * How high a figure stands that `format`s the highest bar, so that no mark of the period before strikes it through: over all
 * that its width may reach, a tenth of the plot on either side.
 */
export function clearOf(
  points: readonly { value: number | null; previous: number | null }[],
  highest: number,
): number {
  const reach = Math.max(1, Math.ceil(points.length / 10))
  const near = points.slice(Math.max(0, highest - reach), highest + reach + 1)
  return Math.max(points[highest]?.value ?? 0, ...near.map(({ previous }) => previous ?? 0))
}
