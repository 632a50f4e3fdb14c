import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  dateOrderOf,
  isNoDay,
  parseTypedDate,
  parseTypedMoment,
  readersDateOrder,
  showTypedDate,
  showTypedMoment,
} from './typed-date.ts'

const today = '2026-11-20'

describe('dates with a time as people type them', () => {
  test.each([
    ['24/10/2026 18:30', '2026-10-24T18:30'],
    ['24.10.26 18.30', '2026-10-24T18:30'],
    ['24-10-2026, 1830', '2026-10-24T18:30'],
    ['24/10/2026 18h30', '2026-10-24T18:30'],
    ['24/10/2026 9', '2026-10-24T09:00'],
    ['24/10/2026 0:05', '2026-10-24T00:05'],
    ['24/10/2026 6:30 pm', '2026-10-24T18:30'],
    ['24/10/2026 12 a.m.', '2026-10-24T00:00'],
    ['24/10/2026 12 p. m.', '2026-10-24T12:00'],
    ['2026-10-24T18:30', '2026-10-24T18:30'],
  ])('%s is %s', (text, moment) => expect(parseTypedMoment(text, 'dmy', today)).toBe(moment))

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
    ...['24/10/2026 13 pm', '24/10/2026 0 am', '24/10/2026 18:3', '24/10/2026 18:30:00', '24/10/2026 -1:30'],
  ])('%s is refused', (text) => expect(parseTypedMoment(text, 'dmy', today)).toBeUndefined())

  test('what is shown can be typed again, in either order', () => {
    const moments = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, fc.constantFrom('dmy' as const, 'mdy' as const), (date, order) => {
        const moment = date.toISOString().slice(0, 16)
        expect(parseTypedMoment(showTypedMoment(moment, order), order, today)).toBe(moment)
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
  ])('day first, %s is %s', (text, day) => expect(parseTypedDate(text, 'dmy', today)).toBe(day))

  test.each([
    ['10/24/2026', '2026-10-24'],
    ['10-24-2026', '2026-10-24'],
    ['10.24.2026', '2026-10-24'],
    [' 2/1/26 ', '2026-02-01'],
    ['02/29/2024', '2024-02-29'],
    ['2026-10-24', '2026-10-24'],
  ])('month first, %s is %s', (text, day) => expect(parseTypedDate(text, 'mdy', today)).toBe(day))

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
  ])('day first, %s is refused', (text) => expect(parseTypedDate(text, 'dmy', today)).toBeUndefined())

  test.each(['24/10/2026', '13/1/2026', '0/10/2026', '02/30/2026', '10/24-2026'])(
    'month first, %s is refused',
    (text) => expect(parseTypedDate(text, 'mdy', today)).toBeUndefined(),
  )

  test('what is shown can be typed again, in either order', () => {
    const days = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(days, fc.constantFrom('dmy' as const, 'mdy' as const), (date, order) => {
        const day = date.toISOString().slice(0, 10)
        expect(parseTypedDate(showTypedDate(day, order), order, today)).toBe(day)
      }),
    )
  })
})

describe('the order of a language', () => {
  test.each([
    ['en', 'mdy'],
    ['en-US', 'mdy'],
    ['en-us', 'mdy'],
    ['en-GB', 'dmy'],
    ['en-AU', 'dmy'],
    ['es', 'dmy'],
    ['es-US', 'dmy'],
    ['ca', 'dmy'],
  ] as const)('%s is %s', (tag, order) => expect(dateOrderOf(tag)).toBe(order))

  test('a page goes by the reader’s own kind of its language', () => {
    expect(readersDateOrder('en', ['es-ES', 'en-GB', 'en'])).toBe('dmy')
    expect(readersDateOrder('en', ['en-US', 'en-GB'])).toBe('mdy')
    expect(readersDateOrder('en', ['es-ES'])).toBe('mdy')
    expect(readersDateOrder('es', ['en-US'])).toBe('dmy')
  })
})

test('a day that there is not is told from what is no date', () => {
  expect(isNoDay('31/02/2026', 'dmy', '2026-11-26')).toBe(true)
  expect(isNoDay('02/31/26', 'mdy', '2026-11-26')).toBe(true)
  expect(isNoDay('28/02/2026', 'dmy', '2026-11-26')).toBe(false)
  // A month that there is not is more likely another order than another day.
  expect(isNoDay('31/31/2026', 'dmy', '2026-11-26')).toBe(false)
  expect(isNoDay('mañana', 'dmy', '2026-11-26')).toBe(false)
})
