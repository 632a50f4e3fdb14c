import { describe, expect, test } from 'vitest'
import { readingsOf } from './server/date-formats.ts'

const now = Date.parse('2026-12-01T00:00:00Z')
/** The ways to read these, `FORMAT: TEXT is MOMENT`. */
const readings = (...texts: string[]) =>
  readingsOf(texts, 'UTC', now).map(
    ({ format = 'ISO', text, at }) => `${format}: ${text} is ${new Date(at).toISOString().slice(0, 16)}`,
  )

describe('of two readings', () => {
  test('the question shows the first date that tells them apart', () => {
    expect(readings('05/05/2026', '03/04/2026', '06/07/2026')).toEqual([
      'd/M/yyyy: 03/04/2026 is 2026-04-03T00:00',
      'M/d/yyyy: 03/04/2026 is 2026-03-04T00:00',
    ])
    expect(readings('03/04/2026', '05/05/2026')).toEqual([
      'd/M/yyyy: 03/04/2026 is 2026-04-03T00:00',
      'M/d/yyyy: 03/04/2026 is 2026-03-04T00:00',
    ])
  })

  test('it is one that both can read, where there is one, and never a day in 1970', () => {
    expect(readings('13/04/2026', '04/13/2026', '03/05/2026')).toEqual([
      'd/M/yyyy: 03/05/2026 is 2026-05-03T00:00',
      'M/d/yyyy: 03/05/2026 is 2026-03-05T00:00',
    ])
    // Five are read by each, none of them by both.
    const apart = ['13/04/2026', '14/04/2026', '15/04/2026', '04/16/2026', '04/17/2026', '04/18/2026']
    expect(readings(...apart, '05/05/2026', '06/06/2026', '07/07/2026')).toEqual([
      'd/M/yyyy: 13/04/2026 is 2026-04-13T00:00',
      'M/d/yyyy: 13/04/2026 is 2026-04-16T00:00',
    ])
  })

  test('short years leave it open too', () => {
    expect(readings('03-04-26')).toHaveLength(2)
    expect(readings('03-04-26', '05-14-26')).toEqual(['M-d-yy: 03-04-26 is 2026-03-04T00:00'])
  })

  test('one whose days are still to come is none, from tomorrow on', () => {
    expect(readings('12/01/2026')).toHaveLength(2)
    expect(readings('12/02/2026')).toEqual(['d/M/yyyy: 12/02/2026 is 2026-02-12T00:00'])
    expect(readings('02/12/2026')).toEqual(['M/d/yyyy: 02/12/2026 is 2026-02-12T00:00'])
  })

  test('one from before there were shops is none', () => {
    expect(readings('01/02/1995', '02/01/1995', '01/01/1995')).toHaveLength(2)
    expect(readings('02/01/1995', '01/01/1995')).toHaveLength(2)
    expect(readings('03/04/1994')).toEqual(['d/M/yyyy: 03/04/1994 is 1994-04-03T00:00'])
  })

  test('where both are impossible the first is told, so that rows can say what they were read as', () => {
    expect(readings('05/03/2031')).toEqual(['d/M/yyyy: 05/03/2031 is 2031-03-05T00:00'])
  })
})

test('days of a week are all read, Tuesdays too', () => {
  const week = ['lun 9/3/2026', 'mar 10/3/2026', 'mié 11/3/2026', 'vie 13/3/2026']
  expect(readings(...week)).toEqual(['d/M/yyyy: lun 9/3/2026 is 2026-03-09T00:00'])
  expect(readings('mar 3/3/2026')).toEqual(['d/M/yyyy: mar 3/3/2026 is 2026-03-03T00:00'])
})

test('of formats that read the same, the one that most dates are written in', () => {
  expect(readings('13/11/2026', '13/11/2026 10:05', '14/11/2026 10:06')).toEqual([
    'd/M/yyyy H:mm: 13/11/2026 is 2026-11-13T00:00',
  ])
  expect(readings('13/11/2026', '14/11/2026', '14/11/2026 10:06')).toEqual([
    'd/M/yyyy: 13/11/2026 is 2026-11-13T00:00',
  ])
})

test('three in five dates have to be some, each counted once', () => {
  expect(readings('x', 'y', '13/11/2026', '14/11/2026', '15/11/2026')).toEqual([
    'd/M/yyyy: 13/11/2026 is 2026-11-13T00:00',
  ])
  expect(readings('x', 'y', '13/11/2026', '14/11/2026', '14/11/2026')).toEqual([])
  expect(readings('x')).toEqual([])
  expect(readings()).toEqual([])
})

test('what is no text of a day is told too', () => {
  expect(readings('2026-03-04')).toEqual(['ISO: 2026-03-04 is 2026-03-04T00:00'])
  expect(readings('20260304')).toEqual(['yyyyMMdd: 20260304 is 2026-03-04T00:00'])
  expect(readings('45000')).toEqual(['serial: 45000 is 2023-03-15T00:00'])
  expect(readings('1700000000')).toEqual(['epoch: 1700000000 is 2023-11-14T22:13'])
  expect(readings('13-nov-26 10:05 pm')).toEqual(['d-MMM-yy h:mma: 13-nov-26 10:05 pm is 2026-11-13T22:05'])
})
