/** What rounding each line for itself makes of what was sold, in cents. Browser-safe. */
export interface Rounding {
  /** The lines, as they stand on the bill. */
  linesCents: number
  /** The same rounded once, as analytics does. */
  onceCents: number
}

interface Line {
  type: string
  amountCents: number
  exactMicros?: number | null
}

/** Is a line the sum of order lines, which is rounded once? */
export const isOfSales = ({ type }: Pick<Line, 'type'>): boolean => type === 'Income' || type === 'On demand'

/** More than a line's own rounding, and the one of what it was billed before: not what the cents between two sums are. */
const mostCents = 2

/**
 * The cents by which a bill's sales differ from their exact sum; null where they do not differ, and where a line's exact sum is not
 * known: of open bills, of those that correct, and of those of before they were kept.
 */
export function roundingOf(lines: readonly Line[]): Rounding | null {
  const sales = lines.filter(isOfSales)
  const known = sales.every(
    ({ amountCents, exactMicros }) =>
      exactMicros != null && Math.abs(amountCents - exactMicros / 10_000) < mostCents,
  )
  if (!known) return null
  const linesCents = sales.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const exact = sales.reduce((sum, { exactMicros }) => sum + (exactMicros ?? 0), 0)
  const onceCents = Math.sign(exact) * Math.round(Math.abs(exact) / 10_000)
  return linesCents === onceCents ? null : { linesCents, onceCents }
}
