import type { Grouping } from './contract.ts'

const hourMs = 3_600_000

/** What happened in each bucket of a series, in order; see `Point.t`. */
export function flagsByBucket<F extends { at: string; day: string }>(
  series: readonly { t: string }[],
  grouping: Grouping,
  flags: readonly F[],
): F[][] {
  return series.map(({ t }) =>
    flags.filter(({ at, day }) => {
      if (grouping !== 'time') return day.startsWith(t)
      const since = Date.parse(at) - Date.parse(t)
      return since >= 0 && since < hourMs
    }),
  )
}
