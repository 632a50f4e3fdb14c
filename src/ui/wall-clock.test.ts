import { expect, test } from 'vitest'
import { isSkippedTime, momentOf, wallClock } from './wall-clock.ts'

test('a wall clock is the moment that the zone shows so, and back', () => {
  expect(momentOf('2026-07-01T18:30')).toBe('2026-07-01T16:30:00.000Z')
  expect(momentOf('2026-07-01T18:30', 'Atlantic/Canary')).toBe('2026-07-01T17:30:00.000Z')
  expect(wallClock('2026-01-01T17:30:00.000Z')).toBe('2026-01-01T18:30')
  expect([momentOf(''), wallClock(null), wallClock(undefined)]).toEqual([null, '', ''])
})

test.each(['mañana', '2026', '24/10/2026', '2026-13-40T10:00', '10:00', '2026-10-24'])(
  '%s goes as it was typed, for the API to refuse',
  (text) => expect(momentOf(text)).toBe(text),
)

test('a time that the clock goes forward over is none, and goes as it was typed', () => {
  expect(momentOf('2027-03-28T02:30')).toBe('2027-03-28T02:30')
  expect(momentOf('2027-03-28T02:30', 'Atlantic/Canary')).toBe('2027-03-28T01:30:00.000Z')
  const times = ['2027-03-28T01:59', '2027-03-28T02:00', '2027-03-28T02:59', '2027-03-28T03:00', 'mañana']
  expect(times.map((time) => isSkippedTime(time))).toEqual([false, true, true, false, false])
  expect(isSkippedTime('2027-03-28T01:30', 'Atlantic/Canary')).toBe(true)
})

test('of a time that the clock shows twice, it is the first', () => {
  expect(momentOf('2027-10-31T02:30')).toBe('2027-10-31T00:30:00.000Z')
  expect(wallClock('2027-10-31T00:30:00.000Z')).toBe('2027-10-31T02:30')
})
