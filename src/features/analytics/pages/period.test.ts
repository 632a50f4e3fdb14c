import { describe, expect, test } from 'vitest'
import { calendarPeriod, daysOfMonth, daysOfNamed } from './named-periods.ts'
import { daysOf, readPeriod } from './period.ts'

// 00:30 of 20 November in Madrid, still the 19th in UTC.
const now = new Date('2026-11-19T23:30:00Z')

describe('the period in the address', () => {
  test.each([
    [{}, '2026-11-19', '2026-11-19'],
    [{ filter: 2 }, '2026-11-13', '2026-11-19'],
    [{ filter: '3' }, '2026-10-21', '2026-11-19'],
    [{ filter: 4, f: '2024-02-29', t: '2024-03-01' }, '2024-02-29', '2024-03-01'],
    [{ filter: 9 }, '2026-11-19', '2026-11-19'],
  ])('%o is %s to %s', (search, f, t) => {
    expect(daysOf(readPeriod(search), now)).toEqual({ f, t })
  })

  test('a custom period without a date stays without it, and the load says so; one with none that exists is none', () => {
    expect(daysOf(readPeriod({ filter: 4, t: '2024-03-01' }), now)).toEqual({ t: '2024-03-01' })
    expect(readPeriod({ filter: 4, f: '2024-02-30', t: '2024-03-01' })).toEqual({})
    expect(readPeriod({ filter: 4, f: '2024-03-02', t: '2024-03-01' })).toEqual({})
    expect(daysOf(readPeriod({ filter: 4 }), now)).toEqual({})
  })

  test('what is no choice is left out', () => {
    expect(readPeriod({ filter: 1, f: '2024-01-01', compare: 'yes' })).toEqual({})
    expect(readPeriod({ compare: 'true' })).toEqual({ compare: true })
  })
})

describe('periods with a name', () => {
  test.each([
    ['thisMonth', '2026-03-31', '2026-03-01', '2026-03-31'],
    ['lastMonth', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['lastMonth', '2026-01-05', '2025-12-01', '2025-12-31'],
    ['thisYear', '2026-01-01', '2026-01-01', '2026-01-01'],
    ['lastYear', '2026-11-24', '2025-01-01', '2025-12-31'],
  ] as const)('%s on %s is %s to %s', (name, today, f, t) => {
    expect(daysOfNamed(name, today)).toEqual({ f, t })
  })

  test('whole months and years are called by their name', () => {
    expect(calendarPeriod('2026-10-01', '2026-10-31')).toBe('2026-10')
    expect(calendarPeriod('2024-02-01', '2024-02-29')).toBe('2024-02')
    expect(calendarPeriod('2024-02-01', '2024-02-28')).toBeUndefined()
    expect(calendarPeriod('2025-01-01', '2025-12-31')).toBe('2025')
    expect(calendarPeriod('2026-10-02', '2026-10-31')).toBeUndefined()
    expect(calendarPeriod('2025-01-01', '2026-12-31')).toBeUndefined()
  })
})

test('a whole month ends with its last day, the one that goes on today', () => {
  expect(daysOfMonth('2026-09-17', '2026-11-26')).toEqual({ f: '2026-09-01', t: '2026-09-30' })
  expect(daysOfMonth('2024-02-29', '2026-11-26')).toEqual({ f: '2024-02-01', t: '2024-02-29' })
  expect(daysOfMonth('2026-11-01', '2026-11-26')).toEqual({ f: '2026-11-01', t: '2026-11-26' })
})
