import { expect, test } from 'vitest'
import { flagsByBucket } from './flag-buckets.ts'

const flag = (at: string, day: string) => ({ at, day })
const late = flag('2026-10-04T22:30:00.000Z', '2026-10-05')

test('a flag stands in the bucket of its day, month or year of Madrid, or in its hour', () => {
  const of = (grouping: 'time' | 'day' | 'month' | 'year', ...buckets: string[]) =>
    flagsByBucket(
      buckets.map((t) => ({ t })),
      grouping,
      [late],
    ).map(({ length }) => length)
  expect(of('day', '2026-10-04', '2026-10-05')).toEqual([0, 1])
  expect(of('month', '2026-09', '2026-10')).toEqual([0, 1])
  expect(of('year', '2025', '2026')).toEqual([0, 1])
  expect(of('time', '2026-10-04T23:00+02:00', '2026-10-05T00:00+02:00', '2026-10-05T01:00+02:00')).toEqual([
    0, 1, 0,
  ])
})
