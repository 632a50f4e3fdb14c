import { m } from '#paraglide/messages.js'
import classes from './chart.module.css'
import { type ChartProps, openBucket, shown } from './chart-props.ts'

/** What a chart draws, as figures; with what happened, where something is known of it. */
export function ChartTable({ name, points, format, currentName, previousName, partial }: ChartProps) {
  const open = openBucket({ points, partial })
  const flagged = points.some(({ flags = [] }) => flags.length > 0)
  return (
    <div className={classes.table}>
      <table>
        <caption data-unseen="always">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{m['ui.chart.when']()}</th>
            <th scope="col">{currentName}</th>
            {previousName ? <th scope="col">{previousName}</th> : undefined}
            {flagged ? <th scope="col">{m['ui.chart.happened']()}</th> : undefined}
          </tr>
        </thead>
        <tbody>
          {points.map((point, at) => (
            <tr key={point.title}>
              <th scope="row">
                {point.title}
                {at === open ? <small>{m['ui.chart.partial']()}</small> : undefined}
              </th>
              <td>{shown(point.value, format)}</td>
              {previousName ? <td>{shown(point.previous, format)}</td> : undefined}
              {flagged ? <td>{point.flags?.join(', ')}</td> : undefined}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
