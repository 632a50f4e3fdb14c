import { describe, expect, test } from 'vitest'
import { momentReader, skippedReader } from './moments.ts'

type Case = [format: string, text: string, moment: string | undefined]
const none = undefined
const read = (zone: string, format: string, text: string, strict?: boolean) => {
  const at = momentReader(zone, format, strict)(text)
  return at === undefined ? undefined : new Date(at).toISOString()
}

describe('ISO 8601', () => {
  test.each<Case>([
    ['', '2026-03-04', '2026-03-04T00:00:00.000Z'],
    ['', '2026-03-04 05:06', '2026-03-04T05:06:00.000Z'],
    ['', '2026-03-04T05:06:07.9', '2026-03-04T05:06:07.000Z'],
    ['', '2026-03-04T05:06:07Z', '2026-03-04T05:06:07.000Z'],
    ['', '2026-03-04 05:06:07 utc', '2026-03-04T05:06:07.000Z'],
    ['', '2026-03-04 05:06:07 +11:30', '2026-03-03T17:36:07.000Z'],
    ['', '2026-03-04 05:06:07 -0930', '2026-03-04T14:36:07.000Z'],
    ['', '2026-02-29', none],
    ['', '2026-02-29T10:00Z', none],
    ['', '2026-13-01', none],
    ['', '2026-03-04 24:00', none],
    ['', '2026-03-04 23:59:59', '2026-03-04T23:59:59.000Z'],
    ['', '2026-03-04 22:60', none],
    ['', '2026-03-04 22:58:60', none],
    ['', '4 de marzo', none],
  ])('%s«%s» is %s', (format, text, moment) => {
    expect(read('UTC', format, text)).toBe(moment)
  })

  test('an offset goes before the zone, which goes for a wall clock', () => {
    expect(read('Europe/Madrid', '', '2026-07-04 05:06')).toBe('2026-07-04T03:06:00.000Z')
    expect(read('Europe/Madrid', '', '2026-07-04 05:06 UTC')).toBe('2026-07-04T05:06:00.000Z')
    expect(read('Europe/Madrid', '', '2026-07-04T05:06Z')).toBe('2026-07-04T05:06:00.000Z')
  })
})

test.each<Case>([
  ['epoch', '1700000000', '2023-11-14T22:13:20.000Z'],
  ['epoch', '1700000000.25', '2023-11-14T22:13:20.250Z'],
  ['epoch', '1e3', none],
  ['epoch', '-5', none],
  ['epoch', '2026-03-04', none],
  ['epoch', '253402300799', '9999-12-31T23:59:59.000Z'],
  ['epoch', '253402300800', none],
  ['serial', '45000', '2023-03-15T00:00:00.000Z'],
  ['serial', '45000.25', '2023-03-15T06:00:00.000Z'],
  ['serial', '45000,75', '2023-03-15T18:00:00.000Z'],
  ['serial', '450000', none],
  ['serial', '45e3', none],
  ['serial', '2026-03-04', '2026-03-04T00:00:00.000Z'],
])('of %s, «%s» is %s', (format, text, moment) => {
  expect(read('UTC', format, text)).toBe(moment)
})

test.each<Case>([
  ['d/M/yyyy', '4/3/2026', '2026-03-04T00:00:00.000Z'],
  ['D/M/YYYY', '04/03/2026', '2026-03-04T00:00:00.000Z'],
  ['d/M/yy', '4/3/26', '2026-03-04T00:00:00.000Z'],
  ['d/M', '4/3', none],
  ['d/M/yyyy', '2026-03-04T05:06Z', '2026-03-04T05:06:00.000Z'],
  ['d.M.yyyy', '4.3.2026', '2026-03-04T00:00:00.000Z'],
  ['d.M.yyyy', '4-3-2026', none],
  ['d/M/yyyy HH:mm', '4/3/2026   05:06', '2026-03-04T05:06:00.000Z'],
  ['d/M/yyyy HH:mm', '4/3/202605:06', '2026-03-04T05:06:00.000Z'],
  ['d/M/yyyy HH:mm:ss', '4/3/2026 05:06:07', '2026-03-04T05:06:07.000Z'],
  ['d/M/yyyy h:mm a', '4/3/2026 12:05 AM', '2026-03-04T00:05:00.000Z'],
  ['d/M/yyyy h:mm A', '4/3/2026 1:05 a.m.', '2026-03-04T01:05:00.000Z'],
  ['d/M/yyyy h:mm a', '4/3/2026 12:05 p. m.', '2026-03-04T12:05:00.000Z'],
  ['d/M/yyyy h:mm a', '4/3/2026 11:05 PM', '2026-03-04T23:05:00.000Z'],
  ['d/M/yyyy h:mm a', '4/3/2026 0:05 PM', none],
  ['d/M/yyyy h:mm a', '4/3/2026 13:05 PM', none],
  ['d/M/yyyy - HH:mm', '4/3/2026 - 05:06', '2026-03-04T05:06:00.000Z'],
  ['yyyyMMdd', '20260304', '2026-03-04T00:00:00.000Z'],
  ['d MMM yyyy', '4 sept. 2026', '2026-09-04T00:00:00.000Z'],
  ['d MMM yyyy', '4 set 2026', '2026-09-04T00:00:00.000Z'],
  ['d MMM yyyy', '4 enero 2026', '2026-01-04T00:00:00.000Z'],
  ['d MMM yyyy', '4 december 2026', '2026-12-04T00:00:00.000Z'],
  ['d MMM yyyy', '4 brumario 2026', none],
])('of %s, «%s» is %s', (format, text, moment) => {
  expect(read('UTC', format, text)).toBe(moment)
})

describe('beside its format, a column holds', () => {
  test.each<Case>([
    ['d/M/yyyy', '4/3/2026 05:06', '2026-03-04T05:06:00.000Z'],
    ['d/M/yyyy H:mm', '4/3/2026', '2026-03-04T00:00:00.000Z'],
    ['d/M/yyyy h:mma', '4/3/2026 17:06', '2026-03-04T17:06:00.000Z'],
    ['d/M/yyyy', '4 mar 2026', '2026-03-04T00:00:00.000Z'],
    ['d/M/yyyy', 'March 4, 2026, 5:06pm', '2026-03-04T17:06:00.000Z'],
    ['d/M/yyyy', 'mié 4/3/2026', '2026-03-04T00:00:00.000Z'],
    ['d/M/yyyy', 'mar 3/3/2026', '2026-03-03T00:00:00.000Z'],
    ['d/M/yyyy', 'mar. 03/03/2026 10:05', '2026-03-03T10:05:00.000Z'],
    ['d/M/yyyy', 'Thurs 5/3/2026', '2026-03-05T00:00:00.000Z'],
    ['d/M/yyyy', 'mie\u0301 4/3/2026', '2026-03-04T00:00:00.000Z'],
    ['d/M/yyyy', '4/3/2026 - 10:05 h', '2026-03-04T10:05:00.000Z'],
    ['d/M/yyyy', 'Wednesday, March 4, 2026 at 5:06 PM', '2026-03-04T17:06:00.000Z'],
    ['d/M/yyyy', '4-mar-26 05:06', '2026-03-04T05:06:00.000Z'],
    ['d MMM yyyy', 'mar, 3 nov 2026', '2026-11-03T00:00:00.000Z'],
    ['MMM d yyyy', 'mar 3 2026', '2026-03-03T00:00:00.000Z'],
    ['d MMM yyyy', 'viernes 13 de noviembre del 2026 a las 10:05', '2026-11-13T10:05:00.000Z'],
    ['d/M/yyyy', '3.4.2026', none],
  ])('of %s, «%s» as %s', (format, text, moment) => {
    expect(read('UTC', format, text)).toBe(moment)
  })

  test('but nothing else where it is asked for alone', () => {
    expect(read('UTC', 'd/M/yyyy', '4/3/2026', true)).toBe('2026-03-04T00:00:00.000Z')
    expect(read('UTC', 'd/M/yyyy', '2026-03-04', true)).toBe('2026-03-04T00:00:00.000Z')
    expect(read('UTC', 'd/M/yyyy', '4/3/2026 05:06', true)).toBeUndefined()
    expect(read('UTC', 'd/M/yyyy', '4 mar 2026', true)).toBeUndefined()
  })
})

test('the same text again is the same moment, another one another', () => {
  const reader = momentReader('UTC', 'd/M/yyyy')
  const found = ['4/3/2026', '4/3/2026', 'ayer', 'ayer', '5/3/2026'].map((text) => reader(text))
  const day = Date.UTC(2026, 2, 4)
  expect(found).toEqual([day, day, undefined, undefined, day + 86_400_000])
})

test('a format that is no pattern is refused', () => {
  expect(() => momentReader('UTC', 'd d')).toThrow('badDateFormat')
})

test.each<[text: string, zone: string, format: string | undefined, skipped: boolean]>([
  ['29/3/2026 02:30', 'Europe/Madrid', 'd/M/yyyy H:mm', true],
  ['29 mar 2026 2:30', 'Europe/Madrid', 'd/M/yyyy H:mm', true],
  ['2026-03-29T02:00', 'Europe/Madrid', undefined, true],
  ['46110.1041666667', 'Europe/Madrid', 'serial', true],
  // Where clocks are those of UTC before they go forward, the time that is read is the one that was written.
  ['2026-03-29 01:30', 'Atlantic/Canary', undefined, true],
  ['2026-03-29 02:30', 'Atlantic/Canary', undefined, false],
  ['2026-03-29 01:59:59', 'Europe/Madrid', undefined, false],
  ['2026-03-29 03:00', 'Europe/Madrid', undefined, false],
  ['2026-10-25 02:30', 'Europe/Madrid', undefined, false],
  // It says its distance to UTC itself.
  ['2026-03-29 02:30+00:00', 'Europe/Madrid', undefined, false],
  ['2026-03-29 01:30Z', 'Atlantic/Canary', undefined, false],
  ['1774748400', 'Europe/Madrid', 'epoch', false],
  // A day without its time begins when its clocks begin.
  ['2026-09-06', 'America/Santiago', undefined, false],
  ['2026-09-06 00:30', 'America/Santiago', undefined, true],
  ['2026-03-29 02:30', 'UTC', undefined, false],
  ['ayer', 'Europe/Madrid', undefined, false],
])('%s in %s, written as %s, is a time that its clocks skip: %s', (text, zone, format, skipped) => {
  expect(skippedReader(zone, format)(text)).toBe(skipped)
})
