import { expect, test } from 'vitest'
import { yearBounds } from './year-list.ts'

test('years reach from 100 before to 52 after, unless bounds are given', () => {
  expect(yearBounds(2026)).toEqual({ first: 1926, last: 2078 })
  expect(yearBounds(2026, { first: 2018 })).toEqual({ first: 2018, last: 2078 })
  expect(yearBounds(2026, { last: 2030 })).toEqual({ first: 1926, last: 2030 })
})
