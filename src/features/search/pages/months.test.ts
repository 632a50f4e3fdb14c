import { expect, test } from 'vitest'
import { lastMonths } from './palette-questions.ts'

test('the months that are offered by name end with the one that runs in Madrid', () => {
  const months = (moment: string) => lastMonths(new Date(moment))
  expect(months('2027-02-28T22:59:00Z')[0]).toEqual({ f: '2027-02-01', t: '2027-02-28' })
  // It is March in Madrid, and wherever else it is not.
  expect(months('2027-02-28T23:00:00Z')[0]).toEqual({ f: '2027-03-01', t: '2027-03-31' })
  expect(months('2027-03-31T12:00:00Z').slice(1, 3)).toEqual([
    { f: '2027-02-01', t: '2027-02-28' },
    { f: '2027-01-01', t: '2027-01-31' },
  ])
  expect(months('2027-03-31T12:00:00Z')).toHaveLength(12)
  expect(months('2027-03-31T12:00:00Z')[11]).toEqual({ f: '2026-04-01', t: '2026-04-30' })
})
