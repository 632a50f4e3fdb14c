import { isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { here } from './formats.ts'

interface Counted {
  total: number
  /** There are more; the total is how far they were counted. */
  totalCapped?: boolean
}

/** How many a list has, within a sentence: «214», «más de 10.000». */
export function totalOf({ total, totalCapped }: Counted): string {
  const known = here().number(total)
  return totalCapped ? m['ui.pages.moreThan']({ total: known }) : known
}

/** The same where it begins a sentence; of a list that could not be loaded none. */
export function totalFirst(found: Result<Counted>): string {
  const text = totalOf(isFailure(found) ? { total: 0 } : found)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
