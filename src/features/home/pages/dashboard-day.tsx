import { Link } from '@tanstack/react-router'
import type { Answer, Measure } from '#features/analytics/contract.ts'
import { writeFigure } from '#features/analytics/pages/figures.ts'
import { measureName } from '#features/analytics/pages/measure-name.ts'
import { m } from '#paraglide/messages.js'
import { Sparkline } from '#ui/charts/sparkline.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Frame } from '#ui/page.tsx'
import type { Dashboard } from './dashboard-data.ts'
import classes from './dashboard-page.module.css'

const shown: readonly Measure[] = ['netCents', 'orders', 'visits', 'visitors']

/** Yesterday, each figure against an ordinary day of the week before it. */
export function DayFrame({ week, mine }: Pick<Dashboard, 'week' | 'mine'>) {
  const all = (
    <Link to="/analytics" className={classes.all}>
      {m['dashboard.day.all']()}
    </Link>
  )
  return (
    <Frame title={m['dashboard.day.title']()} control={all}>
      <Loaded of={week} failed={m['dashboard.day.failed']()}>
        {({ series }) => (
          <>
            {mine.label ? (
              <p className={classes.quiet}>{m['dashboard.day.ofLabel']({ label: mine.name })}</p>
            ) : undefined}
            <dl className={classes.day}>
              {shown.map((measure) => (
                <DayFigure key={measure} measure={measure} series={series} />
              ))}
            </dl>
          </>
        )}
      </Loaded>
    </Frame>
  )
}

function DayFigure({ measure, series }: { measure: Measure; series: Answer['series'] }) {
  const values = series.map((point) => point.values[measure] ?? 0)
  const before = values.slice(0, -1)
  const mean = before.reduce((sum, value) => sum + value, 0) / Math.max(1, before.length)
  return (
    <div>
      <dt>{measureName(measure)}</dt>
      <dd>
        <b>{writeFigure(measure, values.at(-1))}</b>
        <span className={classes.quiet}>
          {m['dashboard.day.usual']({ value: writeFigure(measure, Math.round(mean)) })}
        </span>
        <Sparkline values={values} />
      </dd>
    </div>
  )
}
