import Big from 'big.js'

/** Exact decimals: amounts as texts or Big, cents and millionths as integers. Browser-safe, free of formatting. */

Big.DP = 30
Big.RM = Big.roundHalfUp

const million = new Big(1_000_000)

/** Plain decimal, "-1234.5"; no exponent, no grouping. */
const decimalPattern = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** An exact decimal, or undefined when the text is none or is beyond 10¹². */
export function parseDecimal(text: string, decimal: '.' | ',' = '.'): Big | undefined {
  let plain = text.trim()
  if (decimal === ',') plain = plain.replaceAll('.', '').replace(',', '.')
  else if (/^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) plain = plain.replaceAll(',', '')
  if (!decimalPattern.test(plain) || plain.length > 40) return undefined
  const value = new Big(plain.replace(/^\+/, '').replace(/\.$/, ''))
  return value.abs().gt(1e12) ? undefined : value
}

/** Millionths of an amount at a rate, half away from zero. */
export const toMicros = (amount: Big, rate: Big): number =>
  amount.times(rate).times(million).round(0).toNumber()

/** Cents of a whole number of millionths, half away from zero. */
export function microsToCents(micros: number | bigint | string): number {
  const value = BigInt(micros)
  const half = value < 0n ? -5_000n : 5_000n
  return Number((value + half) / 10_000n)
}

/** Splits `total` over `weights` in units of `step` by largest remainder, so that the parts add up exactly. */
export function allocate(total: Big, weights: Big[], step = new Big('0.01')): Big[] {
  const sum = weights.reduce((all, weight) => all.plus(weight), new Big(0))
  if (weights.length === 0) return []
  const shares = sum.eq(0) ? weights.map(() => new Big(1)) : weights
  const whole = sum.eq(0) ? new Big(weights.length) : sum
  const exact = shares.map((weight) => total.times(weight).div(whole))
  const parts = exact.map((part) => part.div(step).round(0, Big.roundDown).times(step))
  let left = total.minus(parts.reduce((all, part) => all.plus(part), new Big(0)))
  const order = exact
    .map((part, index) => ({ index, rest: part.minus(parts[index] ?? 0).abs() }))
    .sort((a, b) => b.rest.cmp(a.rest) || a.index - b.index)
  for (const { index } of order) {
    if (left.eq(0)) break
    const unit = left.abs().lt(step) ? left : step.times(left.s)
    parts[index] = (parts[index] ?? new Big(0)).plus(unit)
    left = left.minus(unit)
  }
  return parts
}

export { Big }
