export interface ChartPoint {
  /** Short, under the axis. */
  label: string
  /** In full, for the tooltip and the table. */
  title: string
  value: number | null
  previous: number | null
  /** What happened in this bucket, in words. */
  flags?: readonly string[] | undefined
  /** Where what happened is told in full, if it is one thing. */
  flagWay?: string | undefined
}

export interface ChartProps {
  /** What the figures are, for those who cannot see the drawing. */
  name: string
  points: readonly ChartPoint[]
  /** Names of the two series; the previous one is drawn only when it has a name. */
  currentName: string
  previousName?: string | undefined
  format: (value: number) => string
  formatAxis: (value: number) => string
  /** The axis reaches at least this far: four of the units that `formatAxis` writes. */
  least: number
  /** The last bucket that has a value is not over yet. */
  partial: boolean
}

/** The bucket that is still filling up; -1 when all of them are over. Those after it have no value. */
export const openBucket = ({ points, partial }: Pick<ChartProps, 'points' | 'partial'>): number =>
  partial ? points.findLastIndex(({ value }) => value !== null) : -1

/** The figures that are drawn: those of the period before only where it has a name. */
export const drawnOf = ({ points, previousName }: ChartProps): (number | null)[] =>
  points.flatMap(({ value, previous }) => (previousName ? [value, previous] : [value]))

/** A figure, or a dash where none is known: nought is another thing. */
export const shown = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value)
