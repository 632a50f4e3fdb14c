import { type KeyboardEvent, useRef, useState } from 'react'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { ChartActions } from '#ui/charts/chart-actions.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { DetailAnswer } from '../detail-contract.ts'
import classes from './detail.module.css'

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const days = [1, 2, 3, 4, 5, 6, 7]
// 2024-01-01 was a Monday.
const dayName = (weekday: number, style: 'short' | 'long') =>
  new Intl.DateTimeFormat(getLocale(), { weekday: style, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, weekday)),
  )

const moves: Record<string, [days: number, hours: number]> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
}

/** Orders by weekday and hour: the darker, the more; pointed at, touched or walked to, each cell says its figures. */
export function HeatMap({ heat }: { heat: NonNullable<DetailAnswer['heat']> }) {
  const { money, number } = here()
  const cells = new Map(heat.map((cell) => [cell.weekday * 24 + cell.hour, cell]))
  const most = Math.max(1, ...heat.map(({ orders }) => orders))
  const best = heat.reduce<(typeof heat)[number] | undefined>(
    (top, cell) => (cell.orders > (top?.orders ?? 0) ? cell : top),
    undefined,
  )
  const tone = (orders: number) => (orders <= 0 ? 0 : Math.min(6, Math.ceil((orders / most) * 6)))
  const [at, setAt] = useState<[weekday: number, hour: number]>()
  const drawn = useRef<HTMLTableElement>(null)
  const cellText = (weekday: number, hour: number) => {
    const cell = cells.get(weekday * 24 + hour)
    return m['detail.heat.cell']({
      day: dayName(weekday, 'long'),
      hour: `${hour}:00`,
      orders: number(cell?.orders ?? 0),
      net: money(cell?.netCents ?? 0),
    })
  }
  const step = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (event.key === 'Escape') setAt(undefined)
    if (!move) return
    event.preventDefault()
    const [weekday, hour] = at ?? [1, -move[1]]
    setAt([Math.min(7, Math.max(1, weekday + move[0])), Math.min(23, Math.max(0, hour + move[1]))])
  }
  return (
    <Frame title={m['detail.heat.title']()}>
      <table
        ref={drawn}
        className={classes.heat}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk along the cells.
        tabIndex={0}
        onKeyDown={step}
        onBlur={() => setAt(undefined)}
        onPointerLeave={(event) => event.pointerType === 'mouse' && setAt(undefined)}
      >
        <caption className={classes.note}>
          {best
            ? m['detail.heat.best']({
                day: dayName(best.weekday, 'long'),
                hour: `${best.hour}:00`,
                orders: number(best.orders),
              })
            : m['detail.heat.none']()}
        </caption>
        <thead>
          <tr>
            <td className={classes.corner} />
            {hours.map((hour) => (
              <th key={hour} scope="col" data-minor={hour % 6 === 0 ? undefined : true}>
                {hour % 3 === 0 ? hour : <span data-unseen="always">{hour}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((weekday) => (
            <tr key={weekday}>
              <th scope="row">{dayName(weekday, 'short')}</th>
              {hours.map((hour) => {
                const cell = cells.get(weekday * 24 + hour)
                return (
                  <td
                    key={hour}
                    data-tone={tone(cell?.orders ?? 0)}
                    data-at={(at?.[0] === weekday && at[1] === hour) || undefined}
                    onPointerEnter={() => setAt([weekday, hour])}
                    onPointerDown={() => setAt([weekday, hour])}
                  >
                    <span data-unseen="always">{number(cell?.orders ?? 0)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.readOut} aria-live="polite">
        {at ? cellText(...at) : m['detail.heat.keys']()}
      </p>
      <p className={classes.scale} aria-hidden="true">
        <span>
          {m['analytics.measure.orders']()}: {number(0)}
        </span>
        {[0, 1, 2, 3, 4, 5, 6].map((each) => (
          <i key={each} data-tone={each} />
        ))}
        <span>{number(most)}</span>
      </p>
      <ChartActions name={m['detail.heat.title']()} drawn={drawn} />
    </Frame>
  )
}
