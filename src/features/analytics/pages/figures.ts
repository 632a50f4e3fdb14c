import { here } from '#ui/formats.ts'
import type { Measure } from '../contract.ts'

/** How a measure is written: money with cents, ratios with two decimals, counts whole. */
export function writeFigure(measure: Measure, value: number | null | undefined): string {
  if (value === null || value === undefined) return '–'
  const { money, number, percent } = here()
  if (measure.endsWith('Cents')) return money(value)
  return measure === 'conversion' ? percent(value, 2) : number(value)
}
