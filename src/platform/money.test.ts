import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, Big, microsToCents, parseDecimal, toMicros } from './money.ts'

test('amounts are read as they are written, and nothing else is', () => {
  expect(parseDecimal('-1,234.50')?.toFixed()).toBe('-1234.5')
  expect(parseDecimal('1.234,5', ',')?.toFixed()).toBe('1234.5')
  expect(parseDecimal('.5')?.toFixed()).toBe('0.5')
  for (const text of ['', '1e5', '0x10', '1,2', 'NaN', 'Infinity', '--1', '9'.repeat(41)])
    expect(parseDecimal(text), text).toBeUndefined()
})

test('cents are rounded half away from zero', () => {
  expect([14_999, 15_000, -15_000, -14_999].map((micros) => microsToCents(micros))).toEqual([1, 2, -2, -1])
  expect(toMicros(new Big('0.425'), new Big('1.1'))).toBe(467_500)
})

test('a split adds up to what was split, to the last step', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 12 }),
      (cents, weights) => {
        const total = new Big(cents).div(100)
        const parts = allocate(
          total,
          weights.map((weight) => new Big(weight)),
        )
        expect(parts.reduce((sum, part) => sum.plus(part), new Big(0)).eq(total)).toBe(true)
      },
    ),
  )
})
