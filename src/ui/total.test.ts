import { expect, test } from 'vitest'
import { totalFirst, totalOf } from './total.ts'

test('a list that was counted to its end says how many, one that was not that there are more', () => {
  expect(totalOf({ total: 214, totalCapped: false })).toBe('214')
  expect(totalOf({ total: 10_000, totalCapped: true })).toBe('más de 10.000')
  expect(totalFirst({ total: 10_000, totalCapped: true })).toBe('Más de 10.000')
  expect(totalFirst(undefined)).toBe('0')
})
