import { describe, expect, test } from 'vitest'
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
