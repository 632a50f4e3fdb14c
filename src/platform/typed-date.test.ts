import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNoDay, parseTypedDate, parseTypedMoment, showTypedDate, showTypedMoment } from './typed-date.ts'

const today = '2026-11-20'

describe('dates with a time as people type them', () => {
  test.each([
    ['24/10/2026 18:30', '2026-10-24T18:30'],
    ['24.10.26 18.30', '2026-10-24T18:30'],
    ['24-10-2026, 1830', '2026-10-24T18:30'],
    ['24/10/2026 18h30', '2026-10-24T18:30'],
    ['24/10/2026 18:30h', '2026-10-24T18:30'],
    ['24/10/2026 18:30 hrs.', '2026-10-24T18:30'],
    ['24/10/2026 21 h', '2026-10-24T21:00'],
    ['24/10/2026 9', '2026-10-24T09:00'],
    ['24/10/2026 0:05', '2026-10-24T00:05'],
    ['24/10/2026 6:30 pm', '2026-10-24T18:30'],
    ['24/10/2026 12 a.m.', '2026-10-24T00:00'],
    ['24/10/2026 12 p. m.', '2026-10-24T12:00'],
    ['2026-10-24T18:30', '2026-10-24T18:30'],
  ])('%s is %s', (text, moment) => expect(parseTypedMoment(text, today)).toBe(moment))

  test.each([
    ...[
      '',
      '24/10/2026',
      '18:30',
      '24/10/2026 24:00',
      '24/10/2026 18:60',
      '24/13/2026 18:30',
      'mañana 18:30',
    ],
    ...[
      '24/10/2026 13 pm',
      '24/10/2026 6 pm h',
      '24/10/2026 0 am',
      '24/10/2026 18:3',
      '24/10/2026 18:30:00',
      '24/10/2026 -1:30',
    ],
  ])('%s is refused', (text) => expect(parseTypedMoment(text, today)).toBeUndefined())

  test('what is shown can be typed again', () => {
    const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, (date) => {
        const moment = date.toISOString().slice(0, 16)
        expect(parseTypedMoment(showTypedMoment(moment), today)).toBe(moment)
      }),
    )
  })
})

describe('dates as people type them', () => {
  test.each([
    ['24/10/2026', '2026-10-24'],
    ['24-10-2026', '2026-10-24'],
    ['24.10.2026', '2026-10-24'],
    [' 1/2/26 ', '2026-02-01'],
    ['01/02/99', '1999-02-01'],
    ['01/02/30', '2030-02-01'],
    ['01/02/76', '2076-02-01'],
    ['01/02/77', '1977-02-01'],
    ['29/02/2024', '2024-02-29'],
    ['2026-10-24', '2026-10-24'],
  ])('%s is %s', (text, day) => expect(parseTypedDate(text, today)).toBe(day))

  test.each([
    '',
    '24/13/2026',
    '24/0/2026',
    '32/10/2026',
    '0/10/2026',
    '29/02/2026',
    '31/04/2026',
    '24 10 2026',
    '24/10-2026',
    '24/10',
    'ayer',
    '24/10/202',
    // A year of four figures is the one that was typed: 0026 is a slip, and not 1926.
    '24/10/0026',
    '0026-10-24',
  ])('%s is refused', (text) => expect(parseTypedDate(text, today)).toBeUndefined())

  test('what is shown can be typed again', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, (date) => {
        const day = date.toISOString().slice(0, 10)
        expect(parseTypedDate(showTypedDate(day), today)).toBe(day)
      }),
    )
  })
})

test('a day that there is not is told from what is no date', () => {
  expect(isNoDay('31/02/2026', '2026-11-26')).toBe(true)
  expect(isNoDay('28/02/2026', '2026-11-26')).toBe(false)
  // A month that there is not is more likely another order than another day.
  expect(isNoDay('31/31/2026', '2026-11-26')).toBe(false)
  expect(isNoDay('mañana', '2026-11-26')).toBe(false)
})
