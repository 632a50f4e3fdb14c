import { Link } from '@tanstack/react-router'
import type { Api } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Cover } from '#ui/cover.tsx'
import { here } from '#ui/formats.ts'
import type { SideBySide as Answer } from '../why-contract.ts'
import { writeChange } from './figures.ts'
import { type Later, useLater } from './later.ts'
import { LaterFrame } from './later-frame.tsx'
import type { PeriodSearch } from './period.ts'
import classes from './side-by-side.module.css'

type Days = { f?: string; t?: string; compare?: 'year' }

/** A label's artists side by side, asked for after the page; nothing without a label. */
export function useSideBySide(api: Api | undefined, days: Days): Later<Answer> {
  const { f, t, compare } = days
  return useLater<Answer>(
    api && f && t ? () => api.analytics.sideBySide(days, { key: 'side-by-side' }) : undefined,
    [f, t, compare].join(),
  )
}

/** A label's artists, each with a small chart on the same scale. */
export function SideBySide({ of, period }: { of: Later<Answer>; period: PeriodSearch }) {
  if (of.told && of.told.items.length < 2) return null
  return (
    <LaterFrame
      of={of}
      title={m['analytics.beside.title']()}
      control={
        <Link to="/analytics/sales-by-portal" search={period}>
          {m['analytics.beside.all']()}
        </Link>
      }
    >
      {(found) => <Charts found={found} period={period} />}
    </LaterFrame>
  )
}

function Charts({ found, period }: { found: Answer; period: PeriodSearch }) {
  const values = found.items.flatMap(({ series }) => series.filter((value) => value !== null))
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)]
  const { money } = here()
  return (
    <>
      <p className={classes.note}>
        {m['analytics.beside.scale']({ top: money(high) })}
        {found.more ? ` ${m['analytics.beside.more']()}` : ''}
      </p>
      <ul className={classes.grid}>
        {found.items.map((item) => (
          <li key={item.id}>
            <span className={classes.head}>
              <Cover of={item} />
              <Link to="/analytics/net-sales" search={{ ...period, portals: [item.id] }} data-way="whole">
                {item.name}
              </Link>
            </span>
            <SmallChart series={item.series} low={low} high={high} />
            <span className={classes.figures}>
              <b>{money(item.netCents)}</b>
              <Change item={item} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

function Change({ item: { deltaPct, previousCents } }: { item: Answer['items'][number] }) {
  const { money } = here()
  if (deltaPct === null) return <small>{m['ui.before']({ value: money(previousCents) })}</small>
  return <small data-good={deltaPct === 0 ? undefined : deltaPct > 0}>{writeChange(deltaPct)}</small>
}

const [width, height] = [200, 56]

/** Bars of one artist; the figures below say what it comes to. */
function SmallChart({
  series,
  low,
  high,
}: {
  series: readonly (number | null)[]
  low: number
  high: number
}) {
  const y = (value: number) => height - ((value - low) / (high - low)) * height
  const step = width / Math.max(1, series.length)
  const zero = y(0)
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {series.map((value, at) =>
        value ? (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place.
            key={at}
            x={at * step + step * 0.1}
            width={step * 0.8}
            y={Math.min(zero, y(value))}
            height={Math.max(1, Math.abs(y(value) - zero))}
          />
        ) : undefined,
      )}
      <line x1={0} x2={width} y1={zero} y2={zero} />
    </svg>
  )
}
