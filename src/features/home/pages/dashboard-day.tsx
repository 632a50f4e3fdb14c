import { Link } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { Answer, Measure } from '#features/analytics/contract.ts'
import { writeFigure } from '#features/analytics/pages/figures.ts'
import { measureName } from '#features/analytics/pages/measure-name.ts'
import { m } from '#paraglide/messages.js'
import { Sparkline } from '#ui/charts/sparkline.tsx'
import { here } from '#ui/formats.ts'
import { Loaded } from '#ui/loaded.tsx'
import { Frame } from '#ui/page.tsx'
import type { Dashboard } from './dashboard-data.ts'
import classes from './dashboard-page.module.css'

const shown: readonly Measure[] = ['netCents', 'orders', 'visits', 'visitors']

/** Yesterday, each figure against an ordinary day of the week before it. */
export function DayFrame({ week }: { week: Dashboard['week'] }) {
  const all = (
    <Link to="/analytics" className={classes.all}>
      {m['dashboard.day.all']()}
    </Link>
  )
  return (
    <Frame title={m['dashboard.day.title']()} control={all}>
      <Loaded of={week} failed={m['dashboard.day.failed']()}>
        {({ series }) => (
          <dl className={classes.day}>
            {shown.map((measure) => (
              <DayFigure key={measure} measure={measure} series={series} />
            ))}
          </dl>
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

const yearDays = 365

/** The year's objective as a fader: the cap is now, the notch where an even year would be. */
export function ObjectiveFrame({
  year,
  objectiveCents,
  now,
}: {
  year: Dashboard['year']
  objectiveCents: number
  now: Date
}) {
  const { roundMoney, percent } = here()
  if (isFailure(year) || objectiveCents === 0) return null
  const net = year.totals.netCents ?? 0
  const reached = net / objectiveCents
  const passed = Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / 86_400_000)
  const even = Math.min(1, passed / yearDays)
  const behind = Math.round(even * objectiveCents) - net
  return (
    <Frame title={m['dashboard.objective.title']({ year: String(now.getUTCFullYear()) })}>
      <p className={classes.figure}>
        <b>{percent(reached, 0)}</b>
        <span>
          {m['dashboard.objective.of']({ net: roundMoney(net), objective: roundMoney(objectiveCents) })}
        </span>
      </p>
      <div className={classes.fader} aria-hidden="true">
        <span className={classes.level} style={{ width: `${Math.min(1, Math.max(0, reached)) * 100}%` }} />
        <span className={classes.notch} style={{ left: `${even * 100}%` }} />
        <span className={classes.cap} style={{ left: `${Math.min(1, Math.max(0, reached)) * 100}%` }} />
      </div>
      <p className={classes.quiet}>
        {behind > 0
          ? m['dashboard.objective.behind']({ value: roundMoney(behind) })
          : m['dashboard.objective.ahead']({ value: roundMoney(-behind) })}
      </p>
    </Frame>
  )
}
