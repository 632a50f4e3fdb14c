import classes from './chart.module.css'
import { ChartFrame } from './chart.tsx'
import { type ChartProps, drawnOf, openBucket } from './chart-props.ts'
import { clearOf, scaleOf } from './scale.ts'

/**
 * Grey bars; the highest one is the one being talked about, with its figure on top. Compared with another period, all have
 * the colour that this period has in lines. Nought is a line at the foot; what is not known is nothing at all.
 */
export function BarChart(props: ChartProps) {
  const { points, previousName, format } = props
  const open = openBucket(props)
  const scale = scaleOf(drawnOf(props), props.least)
  const count = Math.max(1, points.length)
  const x = (at: number) => (at + 0.5) / count
  const width = (100 / count) * 0.72
  const highest = points.reduce(
    (best, { value }, at) => ((value ?? 0) > (points[best]?.value ?? 0) ? at : best),
    0,
  )
  const top = points[highest]?.value ?? 0
  const bar = (at: number, value: number) => {
    const [foot, head] = [scale.at(Math.min(0, value)) * 100, scale.at(Math.max(0, value)) * 100]
    return { x: x(at) * 100 - width / 2, width, y: 100 - head, height: head - foot }
  }
  const line = (at: number, value: number) =>
    `M${x(at) * 100 - width / 2} ${100 - scale.at(value) * 100}h${width}`
  const body = (at: number, value: number | null) => {
    if (value === null) return undefined
    if (value === 0) return <path className={classes.barZero} d={line(at, 0)} />
    const isTop = previousName || (at === highest && top > 0)
    return (
      <rect
        className={isTop ? classes.barTop : classes.bar}
        data-unfinished={at === open || undefined}
        {...bar(at, value)}
      />
    )
  }
  return (
    <ChartFrame
      {...props}
      scale={scale}
      x={x}
      drawnAs="bar"
      drawing={points.map(({ title, value, previous }, at) => (
        <g key={title}>
          {body(at, value)}
          {previousName && previous !== null ? (
            <path className={classes.barPrevious} d={line(at, previous)} />
          ) : undefined}
        </g>
      ))}
      marks={
        top > 0 ? (
          <b
            className={classes.topFigure}
            style={{
              left: `clamp(24px, ${x(highest) * 100}%, calc(100% - 24px))`,
              bottom: `${scale.at(previousName ? clearOf(points, highest) : top) * 100}%`,
            }}
          >
            {format(top)}
          </b>
        ) : undefined
      }
    />
  )
}
