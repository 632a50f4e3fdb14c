/** How a bill adds up: integer cents, half away from zero, per tax group. Browser-safe and free of any table. */

/** What one rate of tax applies to. `taxBp` is the rate in hundredths of a per cent: 21 % is 2100. */
export interface GroupAmount {
  taxBp: number
  amountCents: number
}

export interface TotalsInput {
  /** Income, On demand, Extra and Adjustment lines added up by their rate of tax. */
  groups: readonly GroupAmount[]
  outstandingCents: number
  settlementBp: number
  retentionBp: number
}

export interface TotalsGroup {
  taxBp: number
  /** E of this rate. */
  earnedCents: number
  /** Its share of what is settled. */
  settledCents: number
  baseCents: number
  taxCents: number
}

export interface Totals {
  earnedCents: number
  settledCents: number
  baseCents: number
  taxCents: number
  retentionCents: number
  /** Base and tax. */
  totalCents: number
  /** What is paid out. */
  payableCents: number
  groups: TotalsGroup[]
}

/** A share of cents at a rate in hundredths of a per cent, half away from zero. */
export function shareOf(cents: number, bp: number): number {
  const product = BigInt(cents) * BigInt(bp)
  const half = product < 0n ? -5_000n : 5_000n
  return Number((product + half) / 10_000n)
}

/** Splits cents pro rata to weights that are not negative, by largest remainder; the first of equals goes first. */
export function spread(cents: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight))
  const parts = exact.map((product) => Number(product / whole))
  let left = cents - parts.reduce((sum, part) => sum + part, 0)
  const order = exact
    .map((product, at) => ({ at, rest: product % whole }))
    .sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1))
  for (const { at } of order) {
    if (left <= 0) break
    parts[at] = (parts[at] ?? 0) + 1
    left--
  }
  return parts
}

/**
 * E = what was earned; S = min(outstanding advances, max(0, E × settlement)); B = E − S; tax = Σ round(B_r × r);
 * R = round(B × retention); total = B + tax; payable = total − R. S is spread over the groups with a positive E_r.
 */
export function totalsOf({ groups, outstandingCents, settlementBp, retentionBp }: TotalsInput): Totals {
  const byRate = new Map<number, number>()
  for (const { taxBp, amountCents } of groups) byRate.set(taxBp, (byRate.get(taxBp) ?? 0) + amountCents)
  const rates = [...byRate].sort(([a], [b]) => b - a)
  const earnedCents = rates.reduce((sum, [, amount]) => sum + amount, 0)
  const settledCents = Math.min(
    Math.max(0, outstandingCents),
    Math.max(0, shareOf(earnedCents, settlementBp)),
  )
  const settled = spread(
    settledCents,
    rates.map(([, amount]) => Math.max(0, amount)),
  )
  const parts = rates.map(([taxBp, earned], at) => {
    const share = settled[at] ?? 0
    const baseCents = earned - share
    return { taxBp, earnedCents: earned, settledCents: share, baseCents, taxCents: shareOf(baseCents, taxBp) }
  })
  const baseCents = earnedCents - settledCents
  const taxCents = parts.reduce((sum, part) => sum + part.taxCents, 0)
  const retentionCents = shareOf(baseCents, retentionBp)
  return {
    earnedCents,
    settledCents,
    baseCents,
    taxCents,
    retentionCents,
    totalCents: baseCents + taxCents,
    payableCents: baseCents + taxCents - retentionCents,
    groups: parts,
  }
}

/** Spreads what is settled over advances in the order given, oldest first, each up to what is open of it. */
export function settleOldestFirst<A extends { openCents: number }>(
  settledCents: number,
  advances: readonly A[],
): { advance: A; cents: number }[] {
  let left = settledCents
  const parts: { advance: A; cents: number }[] = []
  for (const advance of advances) {
    const cents = Math.min(left, advance.openCents)
    if (cents <= 0) continue
    parts.push({ advance, cents })
    left -= cents
  }
  return parts
}
