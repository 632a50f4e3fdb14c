import classes from './chart.module.css'
import { ChartFrame, type ChartProps, openBucket } from './chart.tsx'
import { scaleOf } from './scale.ts'

/** Grey bars; the highest one is the one being talked about, with its figure on top. */
export function BarChart(props: ChartProps) {
  const { points, previousName, format } = props
  const open = openBucket(props)
  const { least } = props
  const shown = points.flatMap(({ value, previous }) => (previousName ? [value, previous] : [value]))
  const scale = scaleOf(shown, least)
  const count = Math.max(1, points.length)
  const x = (at: number) => (at + 0.5) / count
  const width = (100 / count) * 0.72
  const highest = points.reduce(
    (best, { value }, at) => ((value ?? 0) > (points[best]?.value ?? 0) ? at : best),
    0,
  )
  const top = points[highest]?.value ?? 0
  const bar = (at: number, value: number) => {
    const height = scale.at(value) * 100
    return { x: x(at) * 100 - width / 2, width, y: 100 - height, height }
  }
  return (
    <ChartFrame
      {...props}
      scale={scale}
      x={x}
      drawnAs="bar"
      drawing={points.map(({ title, value, previous }, at) => (
        <g key={title}>
          <rect
            className={at === highest && top > 0 ? classes.barTop : classes.bar}
            data-unfinished={at === open || undefined}
            {...bar(at, value ?? 0)}
          />
          {previousName && previous !== null ? (
            <path
              className={classes.barPrevious}
              d={`M${x(at) * 100 - width / 2} ${100 - scale.at(previous) * 100}h${width}`}
            />
          ) : undefined}
        </g>
      ))}
      marks={
        top > 0 ? (
          <b
            className={classes.topFigure}
            style={{
              left: `clamp(24px, ${x(highest) * 100}%, calc(100% - 24px))`,
              bottom: `${scale.at(top) * 100}%`,
            }}
          >
            {format(top)}
          </b>
        ) : undefined
      }
    />
  )
}
