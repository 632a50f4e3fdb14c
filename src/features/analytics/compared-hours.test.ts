import { expect, test } from 'vitest'
import { answerOf } from './server/answer.ts'
import { readPeriod, type Span } from './server/period.ts'
import { noSums } from './server/queries.ts'

/** What stands beside an hour is the same hour of the day before, also where one of the two days has one hour more or less. */

const hourMs = 3_600_000
const now = new Date('2027-12-01T12:00:00Z')

/** Each hour of a day beside the one of the day before; at each hour as many cents were sold as its number in UTC, and a hundred. */
async function beside(day: string) {
  const question = readPeriod({ f: day, t: day }, now)
  const sold = (from: number, until: number) =>
    Array.from({ length: (until - from) / hourMs }, (_, at) => {
      const t = from + at * hourMs
      return { t, sums: { ...noSums(), orders: 100 + new Date(t).getUTCHours() } }
    })
  const from = Date.parse('2027-03-26T00:00:00Z')
  const all = [
    ...sold(from, from + 96 * hourMs),
    ...sold(Date.parse('2027-10-29T00:00:00Z'), Date.parse('2027-11-02T00:00:00Z')),
  ]
  const start = (of: number) => of * 24 * hourMs
  const read = async (spans: Span[]) =>
    spans.map(({ first, last }) =>
      all.filter(({ t }) => {
        const wall = t + offset(t)
        return wall >= start(first) && wall < start(last + 1)
      }),
    )
  const { series, previous } = await answerOf(question, ['orders'], read)
  const shown = series.reduce((sum, point) => sum + (point.previous ?? 0), 0)
  // Nothing of the day before is lost beside a shorter one.
  expect(shown).toBe(previous.orders)
  return series.map(({ t, previous: then }) => `${t.slice(11, 16)}${t.slice(16, 19)} ${then}`)
}
const offset = (t: number) => {
  const summer = t >= Date.parse('2027-03-28T01:00:00Z') && t < Date.parse('2027-10-31T01:00:00Z')
  return (summer ? 2 : 1) * hourMs
}

test('a day of 23 hours, and the day after it', async () => {
  const short = await beside('2027-03-28')
  // The 2 o'clock of the day before, which is no hour of this one, stands with the one before it: 100 + 0 and 100 + 1.
  expect([short.length, ...short.slice(0, 3), short.at(-1)]).toEqual([
    ...[23, '00:00+01 123', '01:00+01 201', '03:00+02 102', '23:00+02 122'],
  ])
  const after = await beside('2027-03-29')
  expect([after.length, ...after.slice(0, 4), after.at(-1)]).toEqual([
    ...[24, '00:00+02 123', '01:00+02 100', '02:00+02 null', '03:00+02 101', '23:00+02 121'],
  ])
})

test('a day of 25 hours, and the day after it', async () => {
  const long = await beside('2027-10-31')
  expect([long.length, ...long.slice(1, 5), long.at(-1)]).toEqual([
    ...[25, '01:00+02 123', '02:00+02 100', '02:00+01 null', '03:00+01 101', '23:00+01 121'],
  ])
  const after = await beside('2027-11-01')
  // Both of 2 o'clock: 100 + 0 and 100 + 1.
  expect([after.length, ...after.slice(1, 4), after.at(-1)]).toEqual([
    ...[24, '01:00+01 123', '02:00+01 201', '03:00+01 102', '23:00+01 122'],
  ])
})
