import Big from 'big.js'
import { amountIn, type DecimalMark } from './amount.ts'

/** Exact decimals: amounts as texts or Big, cents and millionths as integers. Browser-safe, free of formatting. */

Big.DP = 30
Big.RM = Big.roundHalfUp

const million = new Big(1_000_000)

/** An exact decimal in one notation, or undefined when the text is none or is beyond 10¹². */
export function parseDecimal(text: string, mark: DecimalMark = '.', currency = ''): Big | undefined {
  const plain = amountIn(text, mark, { currency })
  if (plain === undefined) return undefined
  const value = new Big(plain)
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
