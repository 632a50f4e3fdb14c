/** Below this many, a week is luck: units of a city or product, visits of a source. */
export const leastOf = { city: 8, product: 8, source: 60 } as const

/**
 * Does a week stand out of the eight before it? It has to be twice the usual or more, above all of the eight, at least
 * `least`, and five standard deviations above the mean. What is counted scatters by the root of its mean at the least, however
 * even eight weeks happen to be, and the mean of eight is itself a guess: one more is allowed for that.
 */
export function standsOut(now: number, weeks: readonly number[], least: number): boolean {
  const usual = mean(weeks)
  const variance = weeks.reduce((sum, week) => sum + (week - usual) ** 2, 0) / Math.max(1, weeks.length - 1)
  const deviation = Math.sqrt(Math.max(variance, usual + 1))
  return now >= least && now >= 2 * usual && now > Math.max(...weeks) && now - usual >= 5 * deviation
}

export const mean = (weeks: readonly number[]): number =>
  weeks.reduce((sum, week) => sum + week, 0) / Math.max(1, weeks.length)

/** On which of the seven days it began: the first with more than twice what is usual a day; the best where none has. */
export function beganOn(days: readonly number[], usual: number): number {
  const first = days.findIndex((day) => day > 0 && day > (2 * usual) / 7)
  return first >= 0 ? first : days.indexOf(Math.max(...days))
}
