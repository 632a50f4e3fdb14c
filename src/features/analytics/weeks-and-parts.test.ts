import { expect, test } from 'vitest'
import { parseDay } from '#platform/time.ts'
import { weekToTell } from './server/send-week.ts'
import { partsOf, piecesFor, spanOf, splitAtMonths, wholeSpan } from './server/span-sql.ts'

const span = (first: string, last: string) => ({ first: parseDay(first) ?? 0, last: parseDay(last) ?? 0 })

test('a week is told from eight on Monday to the end of Wednesday', () => {
  const told = (moment: string) => weekToTell(new Date(moment))
  const week = { f: '2026-11-16', t: '2026-11-22' }
  expect([told('2026-11-23T06:59:59Z'), told('2026-11-23T07:00:00Z'), told('2026-11-25T22:59:59Z')]).toEqual([
    ...[undefined, week, week],
  ])
  expect([told('2026-11-25T23:00:00Z'), told('2026-11-29T12:00:00Z'), told('2026-11-22T12:00:00Z')]).toEqual([
    ...[undefined, undefined, undefined],
  ])
  expect(told('1970-01-05T12:00:00Z')).toEqual({ f: '1969-12-29', t: '1970-01-04' })
  expect(told('1969-12-30T12:00:00Z')).toEqual({ f: '1969-12-22', t: '1969-12-28' })
})

const selection = (more: object = {}) => ({ portals: [], countries: [], ...more }) as never
const grains = (pieces: readonly { grain: string; less?: boolean }[]) =>
  pieces.map(({ grain, less }) => (less ? `less ${grain}` : grain))

test('a series is read by what it needs, the rest by as little as covers it', () => {
  const years = span('2020-01-01', '2021-12-31')
  const by = (grouping?: 'time' | 'day' | 'month' | 'year', more?: object) =>
    grains(piecesFor(years, grouping, more))
  expect([by('time'), by('day'), by('month'), by('year'), by()]).toEqual([
    ['hour'],
    ['day'],
    ['month'],
    ['year'],
    ['year'],
  ])
  expect(by('year', { years: false })).toEqual(['month'])
  const days = span('2020-01-05', '2020-03-10')
  expect(grains(piecesFor(days, 'month', { mayLeave: () => false }))).toEqual(['day', 'month', 'day'])
  expect(grains(piecesFor(days, 'month', { mayLeave: () => true }))).toEqual(['less day', 'month', 'day'])
  expect(spanOf(wholeSpan(days)[0] as never)).toEqual(days)
  expect(wholeSpan(days)).toHaveLength(1)
})

test('rollups by month tell whole months, facts what is left, and nothing is taken off what may still come', () => {
  const split = (first: string, last: string, mayLeave?: () => boolean) => {
    const { months, rest } = splitAtMonths(selection(), span(first, last), undefined, mayLeave)
    return [grains(months), grains(rest)]
  }
  expect(split('2020-02-01', '2020-03-31')).toEqual([['month'], []])
  expect(split('2019-01-01', '2020-01-31')).toEqual([['year', 'month'], []])
  expect(split('2020-01-05', '2020-03-10')).toEqual([['month'], ['less day', 'day']])
  expect(split('2020-01-05', '2020-03-10', () => false)).toEqual([['month'], ['day', 'day']])
})

test('what everything or a type has is rolled up; portals without rollups are read by their facts', () => {
  const asked = span('2020-02-01', '2020-03-31')
  for (const more of [{ whole: true }, { type: 'artist' }])
    expect(
      partsOf('orders', selection(more), asked, undefined).map(({ months, rest }) => [
        grains(months),
        grains(rest),
      ]),
    ).toEqual([[['month'], []]])
  const bare = partsOf('orders', selection(), asked, undefined)
  expect(bare.map(({ months, rest }) => [grains(months), grains(rest)])).toEqual([[[], ['day']]])
})
