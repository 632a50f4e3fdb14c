import { expect, test } from 'vitest'
import { hourName } from './pages/hour-name.ts'
import { bucketsOf, readPeriod } from './server/period.ts'

const hours = (day: string) =>
  bucketsOf(readPeriod({ f: day, t: day }, new Date('2027-12-01T12:00:00Z')).span, 'time').map(({ t }) =>
    hourName(t),
  )

test('no two hours of a day are called alike', () => {
  expect(hours('2026-06-01').slice(0, 4)).toEqual(['00:00', '01:00', '02:00', '03:00'])
  expect(hours('2026-03-29').slice(0, 4)).toEqual(['00:00', '01:00', '03:00', '04:00'])
  expect(hours('2026-10-25').slice(0, 5)).toEqual([
    ...['00:00', '01:00', '02:00 (UTC+02:00)', '02:00 (UTC+01:00)', '03:00'],
  ])
  for (const day of ['2026-03-29', '2026-10-25', '2026-06-01'])
    expect(new Set(hours(day)).size).toBe(hours(day).length)
})
