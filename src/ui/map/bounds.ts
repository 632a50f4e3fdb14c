import { ckmeans } from 'simple-statistics'

/**
 * Bounds between at most so many tones, each as round as it can be. Values that lie close together, as multiples of each
 * other, share a tone and no tone is empty: a country that sells fifty times as much as the next is not drawn like it.
 */
export function boundsOf(values: readonly number[], tones: number): number[] {
  const different = [...new Set(values.filter((value) => value > 0))]
  if (different.length === 0) return []
  const clusters = ckmeans(different.map(Math.log), Math.min(tones, different.length))
    .map((logs) => different.filter((value) => logs.includes(Math.log(value))))
    .map((cluster) => ({ low: Math.min(...cluster), high: Math.max(...cluster) }))
  return clusters.slice(1).map(({ low }, at) => roundestIn(clusters[at]?.high ?? 0, low))
}

/** The roundest number above `low` and no more than `high`, whole numbers both. */
function roundestIn(low: number, high: number): number {
  for (let power = 10 ** Math.floor(Math.log10(high)); power >= 1; power /= 10)
    for (const part of power >= 10 ? [1, 0.5, 0.2] : [1]) {
      const step = power * part
      const round = Math.floor(high / step) * step
      if (round > low) return round
    }
  return high
}
