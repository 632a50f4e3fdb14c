import { expect, test } from 'vitest'
import { momentOf, wallClock } from './wall-clock.ts'

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
