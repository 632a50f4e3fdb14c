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

/** Which of `count` labels to show so that at most `most` stand side by side: first and last always. */
export function shownLabels(count: number, most: number): Set<number> {
  if (count <= most) return new Set(Array.from({ length: count }, (_, at) => at))
  const step = (count - 1) / (most - 1)
  return new Set(Array.from({ length: most }, (_, at) => Math.round(at * step)))
}
