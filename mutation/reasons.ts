import { readFileSync } from 'node:fs'
import type { Place } from '#testing/mutants.ts'
import { analytics } from './reasons/analytics.ts'
import { billing } from './reasons/billing.ts'
import { contacts } from './reasons/contacts.ts'
import { fallbacks } from './reasons/fallbacks.ts'
import { orders } from './reasons/orders.ts'
import { stocks } from './reasons/stocks.ts'

/** Mutants that change nothing that anybody could notice. */
const reasons = [...analytics, ...billing, ...contacts, ...fallbacks, ...orders, ...stocks]

const linesOf = ({ file, line }: Place) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(line - 1, line + 1)
    .join('\n')

/** Why a mutant may live, or undefined: then a test is missing. */
export const reasonOf = (place: Place): string | undefined =>
  reasons.find(
    ({ file, change, on }) =>
      place.file.endsWith(file) && place.change.includes(change) && (!on || linesOf(place).includes(on)),
  )?.reason
