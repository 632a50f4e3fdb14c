import { expect, test } from 'vitest'
import {
  dayOf,
  formatDay,
  formatHour,
  fromWallClock,
  offsetMs,
  parseDay,
  startOfDay,
  startOfMonth,
  utc,
} from './time.ts'

const iso = (at: number) => new Date(at).toISOString()

test('days begin at midnight in Madrid, over both clock changes', () => {
  const starts = ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-25', '2026-10-26'].map((day) =>
    iso(startOfDay(parseDay(day) ?? Number.NaN)),
  )
  expect(starts).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
    '2026-10-24T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
})

test('every day of three years contains its own first and last moment', () => {
  for (let day = parseDay('2024-01-01') ?? 0; day < (parseDay('2027-01-01') ?? 0); day++) {
    expect(dayOf(startOfDay(day))).toBe(day)
    expect(dayOf(startOfDay(day + 1) - 1)).toBe(day)
  }
})

test('the hour that comes twice keeps its offset', () => {
  expect(formatHour(Date.UTC(2026, 9, 25, 0))).toBe('2026-10-25T02:00+02:00')
  expect(formatHour(Date.UTC(2026, 9, 25, 1))).toBe('2026-10-25T02:00+01:00')
})

test.each([
  ['Europe/Madrid', Date.UTC(2026, 2, 29)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4)],
  ['Africa/Casablanca', Date.UTC(2026, 1, 15)],
  ['America/St_Johns', Date.UTC(2026, 2, 8)],
  // A day that never was: from −10 to +14 at its midnight.
  ['Pacific/Kiritimati', Date.UTC(1994, 11, 31)],
])('every quarter of the days around a change in %s has the offset that its clock shows', (zone, change) => {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeZoneName: 'longOffset' })
  const shown = (at: number) => {
    const name = clock.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [undefined, '+', '0', '0']
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  }
  for (let at = change - 36 * 3_600_000; at < change + 60 * 3_600_000; at += 900_000)
    expect([iso(at), offsetMs(at, zone)]).toEqual([iso(at), shown(at)])
})

test('wall clocks of other zones become moments', () => {
  expect(iso(fromWallClock(utc(2011, 7, 1, 8, 26), 'Europe/London'))).toBe('2011-07-01T07:26:00.000Z')
  expect(iso(fromWallClock(utc(2010, 12, 1, 8, 26), 'Europe/London'))).toBe('2010-12-01T08:26:00.000Z')
  expect(iso(fromWallClock(utc(2026, 7, 1), 'Asia/Kolkata'))).toBe('2026-06-30T18:30:00.000Z')
})

test('what is no day is refused', () => {
  for (const text of ['2026-02-29', '2026-13-01', '2026-1-1', '', '2026-01-01T00:00', '20260101'])
    expect(parseDay(text)).toBeUndefined()
  expect(formatDay(parseDay('2024-02-29') ?? 0)).toBe('2024-02-29')
  expect(formatDay(startOfMonth(parseDay('2026-01-31') ?? 0, -1))).toBe('2025-12-01')
})
