import { describe, expect, test } from 'vitest'
import { formatDay, parseDay } from '#platform/time.ts'
import {
  bucketsOf,
  groupingOf,
  metaOf,
  momentsOf,
  monthsWithin,
  type Piece,
  periodBefore,
  piecesOf,
  piecesWithYears,
  readCompared,
  readPeriod,
  type Span,
  yearBefore,
} from './server/period.ts'

const day = (text: string) => parseDay(text) ?? Number.NaN
const span = (first: string, last = first): Span => ({ first: day(first), last: day(last) })
const said = ({ first, last }: Span) => `${formatDay(first)} … ${formatDay(last)}`
const now = new Date('2026-11-27T12:00:00Z')

describe('the period before', () => {
  test.each([
    // Whole months: as many months.
    ['2026-10-01', '2026-10-31', false, '2026-09-01 … 2026-09-30'],
    ['2026-10-01', '2026-10-31', true, '2026-09-01 … 2026-09-30'],
    ['2026-01-01', '2026-02-28', false, '2025-11-01 … 2025-12-31'],
    ['2025-12-01', '2026-02-28', false, '2025-09-01 … 2025-11-30'],
    ['2025-01-01', '2025-12-31', false, '2024-01-01 … 2024-12-31'],
    // Days of a month or year that goes on: the same days.
    ['2026-11-01', '2026-11-26', true, '2026-10-01 … 2026-10-26'],
    ['2026-03-01', '2026-03-30', true, '2026-02-01 … 2026-02-28'],
    ['2026-11-01', '2026-11-01', true, '2026-10-01 … 2026-10-01'],
    ['2026-01-01', '2026-11-26', true, '2025-01-01 … 2025-11-26'],
    ['2026-01-01', '2026-01-20', true, '2025-12-01 … 2025-12-20'],
    ['2026-01-01', '2026-02-20', true, '2025-01-01 … 2025-02-20'],
    // Others: as many days.
    ['2026-11-01', '2026-11-26', false, '2026-10-06 … 2026-10-31'],
    ['2026-11-02', '2026-11-26', true, '2026-10-08 … 2026-11-01'],
    ['2026-10-01', '2026-11-26', true, '2026-08-05 … 2026-09-30'],
    ['2026-10-02', '2026-10-31', false, '2026-09-02 … 2026-10-01'],
    ['2026-11-26', '2026-11-26', true, '2026-11-25 … 2026-11-25'],
  ])('of %s to %s (goes on: %s) is %s', (first, last, goesOn, before) => {
    expect(said(periodBefore(span(first, last), goesOn))).toBe(before)
  })

  test('goes on where its last day is today or still to come', () => {
    const earlier = (t: string) => said(readPeriod({ f: '2026-11-01', t }, now).previous)
    expect(earlier('2026-11-26')).toBe('2026-10-06 … 2026-10-31')
    expect(earlier('2026-11-27')).toBe('2026-10-01 … 2026-10-27')
    expect(earlier('2026-11-28')).toBe('2026-10-01 … 2026-10-28')
  })
})

test.each([
  ['2026-10-01', '2026-10-31', '2025-10-01 … 2025-10-31'],
  ['2025-02-01', '2025-02-28', '2024-02-01 … 2024-02-29'],
  ['2024-02-29', '2024-03-05', '2023-02-28 … 2023-03-05'],
  ['2026-11-05', '2026-11-26', '2025-11-05 … 2025-11-26'],
])('a year before %s to %s is %s', (first, last, before) => {
  expect(said(yearBefore(span(first, last)))).toBe(before)
  const compared = { f: first, t: last, compare: 'year' } as const
  expect(said(readCompared(compared, now).previous)).toBe(before)
  const { compare: _, ...plain } = compared
  expect(readCompared(plain, now)).toEqual(readPeriod(plain, now))
})

test.each([
  ['2026-11-26', '2026-11-26', 'time'],
  ['2026-11-25', '2026-11-26', 'time'],
  ['2026-11-24', '2026-11-26', 'day'],
  ['2026-01-01', '2026-04-02', 'day'],
  ['2026-01-01', '2026-04-03', 'month'],
  ['2023-05-10', '2026-05-09', 'month'],
  ['2023-05-10', '2026-05-10', 'year'],
  ['2024-02-29', '2027-02-28', 'month'],
  ['2024-02-29', '2027-03-01', 'year'],
] as const)('%s to %s is cut by %s', (first, last, grouping) => {
  expect(groupingOf(span(first, last))).toBe(grouping)
})

describe('what is no period', () => {
  test.each([
    [{}, 'datesRequired'],
    [{ f: '2026-01-01' }, 'datesRequired'],
    [{ t: '2026-01-01' }, 'datesRequired'],
    [{ f: '2026-02-30', t: '2026-03-01' }, 'datesInvalid'],
    [{ f: '2026-02-01', t: 'hoy' }, 'datesInvalid'],
    [{ f: '2026-02-02', t: '2026-02-01' }, 'datesOrder'],
  ])('%o: %s', (period, code) => {
    expect(() => readPeriod(period as never, now)).toThrow(`analytics.${code}`)
  })
})

describe('buckets', () => {
  const named = (first: string, last: string, grouping: Parameters<typeof bucketsOf>[1]) =>
    bucketsOf(span(first, last), grouping).map(
      ({ t, from }) => `${t} ${new Date(from).toISOString().slice(0, 13)}`,
    )

  test('by hour have the hours that a day has in Madrid', () => {
    expect(named('2026-11-26', '2026-11-26', 'time')).toHaveLength(24)
    expect(named('2026-03-29', '2026-03-29', 'time')).toHaveLength(23)
    expect(named('2026-10-25', '2026-10-26', 'time')).toHaveLength(49)
    expect(bucketsOf(span('2026-11-26'), 'time')[1]?.from).toBe(Date.UTC(2026, 10, 26, 0))
  })

  test('by day, month and year begin where the span does', () => {
    expect(named('2026-10-24', '2026-10-26', 'day')).toEqual([
      ...['2026-10-24 2026-10-23T22', '2026-10-25 2026-10-24T22', '2026-10-26 2026-10-25T23'],
    ])
    expect(named('2026-09-30', '2026-11-01', 'month')).toEqual([
      ...['2026-09 2026-09-29T22', '2026-10 2026-09-30T22', '2026-11 2026-10-31T23'],
    ])
    expect(named('2024-12-31', '2026-01-01', 'year')).toEqual([
      ...['2024 2024-12-30T23', '2025 2024-12-31T23', '2026 2025-12-31T23'],
    ])
  })
})

/** `month 2026-09-30T22 … 2026-10-31T23`, with `less` before what is taken off. */
const cut = (pieces: readonly Piece[]) =>
  pieces.map(({ grain, from, until, less }) => {
    const [begins, ends] = [from, until].map((at) => formatDay(Math.round(at.getTime() / 86_400_000)))
    return `${less ? 'less ' : ''}${grain} ${begins} … ${ends}`
  })

describe('pieces of a span', () => {
  const later = day('2027-12-31')
  const pieces = (first: string, last: string, mayLeave?: () => boolean, today = later) =>
    cut(piecesOf(span(first, last), mayLeave, today))

  test('are its whole months, and the days at both ends', () => {
    expect(pieces('2026-09-01', '2026-10-31')).toEqual(['month 2026-09-01 … 2026-11-01'])
    expect(pieces('2026-08-28', '2026-11-03')).toEqual([
      ...['day 2026-08-28 … 2026-09-01', 'month 2026-09-01 … 2026-11-01', 'day 2026-11-01 … 2026-11-04'],
    ])
    expect(pieces('2026-10-10', '2026-10-12')).toEqual(['day 2026-10-10 … 2026-10-13'])
    expect(pieces('2026-10-30', '2026-11-02')).toEqual([
      ...['day 2026-10-30 … 2026-11-01', 'day 2026-11-01 … 2026-11-03'],
    ])
  })

  test('are whole months less some days where these are fewer', () => {
    expect(pieces('2026-08-05', '2026-11-26')).toEqual([
      ...['less day 2026-08-01 … 2026-08-05', 'month 2026-08-01 … 2026-12-01'],
      'less day 2026-11-27 … 2026-12-01',
    ])
    expect(pieces('2026-10-02', '2026-10-30')).toEqual([
      ...[
        'month 2026-10-01 … 2026-11-01',
        'less day 2026-10-01 … 2026-10-02',
        'less day 2026-10-31 … 2026-11-01',
      ],
    ])
    // Fifteen of thirty days are not fewer than the others.
    expect(pieces('2026-11-16', '2026-11-30')).toEqual(['day 2026-11-16 … 2026-12-01'])
    expect(pieces('2026-11-15', '2026-11-30')[0]).toBe('month 2026-11-01 … 2026-12-01')
    expect(pieces('2026-11-16', '2026-12-31')[0]).toBe('day 2026-11-16 … 2026-12-01')
    expect(pieces('2026-11-15', '2026-12-31')[0]).toBe('less day 2026-11-01 … 2026-11-15')
    expect(pieces('2026-10-01', '2026-11-15').at(-1)).toBe('day 2026-11-01 … 2026-11-16')
    expect(pieces('2026-10-01', '2026-11-16').at(-1)).toBe('less day 2026-11-17 … 2026-12-01')
  })

  test('are days where those that would be taken off may not be', () => {
    expect(pieces('2026-08-05', '2026-11-26', () => false)).toEqual([
      ...['day 2026-08-05 … 2026-09-01', 'month 2026-09-01 … 2026-11-01', 'day 2026-11-01 … 2026-11-27'],
    ])
    expect(pieces('2026-10-02', '2026-10-30', () => false)).toEqual(['day 2026-10-02 … 2026-10-31'])
    const asked: string[] = []
    piecesOf(span('2026-08-05', '2026-11-26'), (left) => asked.push(...cut([left])) > 1, later)
    expect(asked).toEqual(['less day 2026-08-01 … 2026-08-05', 'less day 2026-11-27 … 2026-12-01'])
  })

  test('days to come are nothing to read', () => {
    expect(pieces('2026-11-01', '2026-11-05', undefined, day('2026-11-05'))[0]).toBe(
      'month 2026-11-01 … 2026-12-01',
    )
    expect(pieces('2026-11-01', '2026-11-05', undefined, day('2026-11-10'))[0]).toBe(
      'day 2026-11-01 … 2026-11-06',
    )
    expect(pieces('2026-11-01', '2026-11-05', undefined, day('2026-11-09'))[0]).toBe(
      'month 2026-11-01 … 2026-12-01',
    )
    expect(pieces('2026-10-01', '2026-11-05', undefined, day('2026-11-10'))).toEqual([
      ...['month 2026-10-01 … 2026-11-01', 'day 2026-11-01 … 2026-11-06'],
    ])
    expect(pieces('2026-10-01', '2026-11-05', undefined, day('2026-11-09'))).toEqual([
      ...['month 2026-10-01 … 2026-12-01', 'less day 2026-11-06 … 2026-12-01'],
    ])
  })

  test('with years have those too, or a year less some months', () => {
    const years = (first: string, last: string) => cut(piecesWithYears(span(first, last)))
    expect(years('2020-01-01', '2021-12-31')).toEqual(['year 2020-01-01 … 2022-01-01'])
    expect(years('2019-11-01', '2022-02-28')).toEqual([
      ...['month 2019-11-01 … 2020-01-01', 'year 2020-01-01 … 2022-01-01', 'month 2022-01-01 … 2022-03-01'],
    ])
    expect(years('2019-03-01', '2021-10-31')).toEqual([
      ...[
        'year 2019-01-01 … 2020-01-01',
        'less month 2019-01-01 … 2019-03-01',
        'year 2020-01-01 … 2021-01-01',
      ],
      ...['year 2021-01-01 … 2022-01-01', 'less month 2021-11-01 … 2022-01-01'],
    ])
    expect(years('2020-02-01', '2020-11-30')).toEqual([
      ...[
        'year 2020-01-01 … 2021-01-01',
        'less month 2020-01-01 … 2020-02-01',
        'less month 2020-12-01 … 2021-01-01',
      ],
    ])
    expect(years('2020-03-01', '2020-06-30')).toEqual(['month 2020-03-01 … 2020-07-01'])
    // Half a year is read by its months: 183 of 366 days are no more than the others.
    expect(years('2020-07-01', '2020-12-31')[0]).toBe('year 2020-01-01 … 2021-01-01')
    expect(years('2020-01-01', '2020-06-30')).toEqual(['month 2020-01-01 … 2020-07-01'])
    expect(years('2020-10-10', '2020-10-12')).toEqual(['day 2020-10-10 … 2020-10-13'])
  })
})

test('the whole months within a span', () => {
  const within = (first: string, last: string) => cut([monthsWithin(span(first, last)) ?? []].flat())
  expect(within('2026-08-01', '2026-10-31')).toEqual(['month 2026-08-01 … 2026-11-01'])
  expect(within('2026-08-02', '2026-10-30')).toEqual(['month 2026-09-01 … 2026-10-01'])
  expect(within('2026-08-02', '2026-09-29')).toEqual([])
})

test('an answer says what it answers, and whether that still goes on', () => {
  const meta = (t: string) => metaOf(readPeriod({ f: '2026-11-20', t }, now))
  expect(meta('2026-11-26')).toEqual({
    ...{ from: '2026-11-20', to: '2026-11-26', previousFrom: '2026-11-13', previousTo: '2026-11-19' },
    ...{ timeZone: 'Europe/Madrid', currency: 'EUR', grouping: 'day', partial: false },
    generatedAt: now.toISOString(),
  })
  expect(meta('2026-11-27').partial).toBe(true)
  expect(momentsOf(span('2026-10-25'))).toEqual({
    ...{ from: new Date('2026-10-24T22:00:00Z'), until: new Date('2026-10-25T23:00:00Z') },
  })
})
