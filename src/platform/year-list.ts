import { yearsAfter, yearsBefore } from './constants.ts'

/** First and last year that a date picker offers: 100 before to 52 after this one, unless bounds are given (specification §9). */
export const yearBounds = (thisYear: number, given: { first?: number; last?: number } = {}) => ({
  first: given.first ?? thisYear - yearsBefore,
  last: given.last ?? thisYear + yearsAfter,
})
