import { expect, test } from 'vitest'
import { schemeAt } from './color-scheme.ts'

test('dark from 19:00 to 06:59', () => {
  const dark = Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => schemeAt(hour) === 'dark')
  expect(dark).toEqual([0, 1, 2, 3, 4, 5, 6, 19, 20, 21, 22, 23])
})
