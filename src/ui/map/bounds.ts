/**
 * Bounds between so many tones, each as round as it can be, so that each tone holds about as many of the values and none
 * is empty: whatever stands on both sides of a bound is told apart.
 */
export function boundsOf(values: readonly number[], tones: number): number[] {
  const sorted = values.filter((value) => value > 0).sort((a, b) => a - b)
  const bounds: number[] = []
  for (let tone = 1; tone < tones; tone++) {
    const value = sorted[Math.floor((sorted.length * tone) / tones)] ?? 0
    const below = sorted.findLast((one) => one < value)
    if (below === undefined) continue
    const bound = roundestIn(below, value)
    if (bound > (bounds.at(-1) ?? 0)) bounds.push(bound)
  }
  return bounds
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
