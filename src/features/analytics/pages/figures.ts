import { here } from '#ui/formats.ts'
import type { Measure } from '../contract.ts'

/** How a measure is written: money with cents, ratios with two decimals, counts whole. */
export function writeFigure(measure: Measure, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  const { money, number, percent } = here()
  if (measure.endsWith('Cents')) return money(value)
  return measure === 'conversion' ? percent(value, 2) : number(value)
}

/**
 * A change in per cent with its sign, `+32,1 %`: one rounding for every page, since 32.05 as a share is a hair less than
 * itself and went down where it was formatted as it came.
 */
export const writeChange = (deltaPct: number): string => {
  const rounded = roundChange(deltaPct)
  return `${rounded > 0 ? '+' : ''}${here().percent(rounded / 100)}`
}

/** The same as a number of one decimal. */
export const roundChange = (deltaPct: number): number =>
  (Math.sign(deltaPct) * Math.round(Math.abs(deltaPct) * 10)) / 10
