import classes from './chart.module.css'
import { ChartFrame } from './chart.tsx'
import { type ChartProps, openBucket } from './chart-props.ts'
import { scaleOf } from './scale.ts'

/** A line with a faint area, the previous period dashed; both named at their end instead of in a legend. */
export function LineChart(props: ChartProps) {
  const { points, previousName, currentName } = props
  const { least } = props
  const shown = points.flatMap(({ value, previous }) => (previousName ? [value, previous] : [value]))
  const scale = scaleOf(shown, least)
  const last = points.length - 1
  const x = (at: number) => (last > 0 ? at / last : 0.5)
  const y = (value: number) => 100 - scale.at(value) * 100

  const path = (pick: 'value' | 'previous', from: number, to: number) => {
    let pen = 'M'
    let drawn = ''
    for (let at = from; at <= to; at++) {
      const value = points[at]?.[pick]
      if (value === null || value === undefined) pen = 'M'
      else {
        drawn += `${pen}${(x(at) * 100).toFixed(2)} ${y(value).toFixed(2)}`
        // One alone between gaps is a dot: a line of no length with round ends.
        const next = points[at + 1]?.[pick] ?? null
        if (pen === 'M' && (at === to || next === null)) drawn += 'h0'
        pen = 'L'
      }
    }
    return drawn
  }
  // An unfinished last bucket is no fall in sales: its stretch is dashed.
  const open = openBucket(props)
  const solid = open > 0 ? open - 1 : last
  const line = path('value', 0, solid)
  const end = points.findLast(({ value }) => value !== null)?.value ?? null
  const before = points.findLast(({ previous }) => previous !== null)?.previous ?? null
  // Names that would stand on each other step apart.
  const apart = end !== null && before !== null && Math.abs(scale.at(end) - scale.at(before)) < 0.08
  const nudge = apart && end !== null && before !== null ? (end >= before ? 1 : -1) : 0

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
      marks={
        <>
          {end === null || !previousName ? undefined : (
            <span
              className={classes.endName}
              data-series="current"
              data-nudge={nudge}
              style={{ bottom: `${scale.at(end) * 100}%` }}
            >
              {currentName}
            </span>
          )}
          {previousName && before !== null ? (
            <span
              className={classes.endName}
              data-series="previous"
              data-nudge={-nudge}
              style={{ bottom: `${scale.at(before) * 100}%` }}
            >
              {previousName}
            </span>
          ) : undefined}
        </>
      }
    />
  )
}
