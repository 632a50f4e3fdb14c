import { describe, expect, test } from 'vitest'
import { parseTypedDate, showTypedDate } from './typed-date.ts'

const today = '2026-11-20'

describe('dates as people type them', () => {
  test.each([
    ['24/10/2026', '2026-10-24'],
    ['24-10-2026', '2026-10-24'],
    ['24.10.2026', '2026-10-24'],
    [' 1/2/26 ', '2026-02-01'],
    ['01/02/99', '1999-02-01'],
    ['01/02/30', '2030-02-01'],
    ['29/02/2024', '2024-02-29'],
    ['2026-10-24', '2026-10-24'],
  ])('%s is %s', (text, day) => {
    for (const locale of ['es', 'en'] as const) expect(parseTypedDate(text, locale, today)).toBe(day)
  })

  test.each([
    '',
    '24/13/2026',
    '24/0/2026',
    '32/10/2026',
    '0/10/2026',
    '29/02/2026',
    '31/04/2026',
    '24 10 2026',
    '24/10',
    'ayer',
    '24/10/202',
  ])('%s is refused', (text) => expect(parseTypedDate(text, 'es', today)).toBeUndefined())

  test('what is shown can be typed again', () => {
    expect(parseTypedDate(showTypedDate('2026-01-09'), 'es', today)).toBe('2026-01-09')
  })
})
