import { expect, test } from 'vitest'
import { parseDay } from '#platform/time.ts'
import { runsOutOn } from './server/pace.ts'

const today = parseDay('2026-11-25') ?? 0
const sold = (soldLately: number, soldInDays = 28) => ({ soldLately, soldInDays })

test('what is left is gone on the day that the pace of the last days leads to', () => {
  // One a day: ten last ten days.
  expect(runsOutOn(10, sold(28), today)).toBe('2026-12-05')
  // 84 in 28 days are 3 a day: ten last three days and a third.
  expect(runsOutOn(10, sold(84), today)).toBe('2026-11-28')
  // 7 in 28 days are one in four days: two last eight.
  expect(runsOutOn(2, sold(7), today)).toBe('2026-12-03')
  // 140 in 28 days are 5 a day: two do not last the day.
  expect(runsOutOn(2, sold(140), today)).toBe('2026-11-25')
})

test('what came out three days ago is told by its three days', () => {
  // 30 in 3 days are 10 a day: a hundred last ten days; over 28 days it would have been 93.
  expect(runsOutOn(100, sold(30, 3), today)).toBe('2026-12-05')
  expect(runsOutOn(100, sold(30, 28), today)).toBe('2027-02-26')
})

test('nothing sold, nothing left and ten years tell no day', () => {
  expect(runsOutOn(10, sold(0), today)).toBeNull()
  expect(runsOutOn(10, sold(-2), today)).toBeNull()
  expect(runsOutOn(0, sold(5), today)).toBeNull()
  expect(runsOutOn(-3, sold(5), today)).toBeNull()
  // One in 28 days: 131 last ten years and 16 days, 130 last 3,640 days.
  expect(runsOutOn(131, sold(1), today)).toBeNull()
  expect(runsOutOn(130, sold(1), today)).toBe('2036-11-12')
})

test('what lasts half a day more is gone on the day before it is over', () => {
  // Two in three days: five last seven days and a half.
  expect(runsOutOn(5, sold(2, 3), today)).toBe('2026-12-02')
})
