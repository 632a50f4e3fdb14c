import classes from './chart.module.css'
import { ChartFrame } from './chart.tsx'
import { type ChartProps, drawnOf, openBucket } from './chart-props.ts'
import { type Scale, scaleOf } from './scale.ts'

/** A line with a faint area, the previous period dashed; both named at their end instead of in a legend. */
export function LineChart(props: ChartProps) {
  const { points, previousName } = props
  const scale = scaleOf(drawnOf(props), props.least)
  const last = points.length - 1
  const x = (at: number) => (last > 0 ? at / last : 0.5)
  const y = (value: number) => 100 - scale.at(value) * 100

  const path = (pick: 'value' | 'previous', from: number, to: number) =>
    lineThrough(
      points.slice(from, to + 1).map((point) => point[pick]),
      (value, at) => `${(x(from + at) * 100).toFixed(2)} ${y(value).toFixed(2)}`,
    )
  // An unfinished last bucket is no fall in sales: its stretch is dashed.
  const open = openBucket(props)
  const solid = open > 0 ? open - 1 : last
  const line = path('value', 0, solid)

  return (
    <ChartFrame
      {...props}
      scale={scale}
      x={x}
      drawnAs="line"
      drawing={
        <>
          {line && last > 0 ? (
            <path className={classes.area} d={`${line}L${(x(solid) * 100).toFixed(2)} ${y(0)}L0 ${y(0)}Z`} />
          ) : undefined}
          {previousName ? <path className={classes.previous} d={path('previous', 0, last)} /> : undefined}
          <path className={classes.current} d={line} />
          {open > 0 ? <path className={classes.unfinished} d={path('value', solid, open)} /> : undefined}
        </>
      }
      marks={<EndNames {...props} scale={scale} />}
    />
  )
}

/** A line that what is not known interrupts. One alone between gaps is a dot: a line of no length with round ends. */
function lineThrough(values: (number | null)[], pointAt: (value: number, at: number) => string): string {
  const isGap = (at: number) => (values[at] ?? null) === null
  const stretch = (value: number | null, at: number) => {
    if (value === null) return ''
    if (!isGap(at - 1)) return `L${pointAt(value, at)}`
    return `M${pointAt(value, at)}${isGap(at + 1) ? 'h0' : ''}`
  }
  return values.map(stretch).join('')
}

function EndNames({ points, previousName, currentName, scale }: ChartProps & { scale: Scale }) {
  if (!previousName) return null
  const end = points.findLast(({ value }) => value !== null)?.value ?? null
  const before = points.findLast(({ previous }) => previous !== null)?.previous ?? null
  const nudge = nudgeOf(end, before, scale)
  return (
    <>
      {end === null ? undefined : (
        <EndName series="current" name={currentName} nudge={nudge} height={scale.at(end)} />
      )}
      {before === null ? undefined : (
        <EndName series="previous" name={previousName} nudge={-nudge} height={scale.at(before)} />
      )}
    </>
  )
}

/** Names that would stand on each other step apart. */
function nudgeOf(end: number | null, before: number | null, scale: Scale): number {
  if (end === null || before === null) return 0
  if (Math.abs(scale.at(end) - scale.at(before)) >= 0.08) return 0
  return end >= before ? 1 : -1
}

interface EndNameProps {
  series: 'current' | 'previous'
  name: string
  nudge: number
  height: number
}

const EndName = ({ series, name, nudge, height }: EndNameProps) => (
  <span
    className={classes.endName}
    data-series={series}
    data-nudge={nudge}
    style={{ bottom: `${height * 100}%` }}
  >
    {name}
  </span>
)
