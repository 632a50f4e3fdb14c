import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
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

/** Orders by weekday and hour: the darker, the more; each cell says its figures. */
export function HeatMap({ heat }: { heat: NonNullable<DetailAnswer['heat']> }) {
  const { money, number } = here()
  const cells = new Map(heat.map((cell) => [cell.weekday * 24 + cell.hour, cell]))
  const most = Math.max(1, ...heat.map(({ orders }) => orders))
  const best = heat.reduce<(typeof heat)[number] | undefined>(
    (top, cell) => (cell.orders > (top?.orders ?? 0) ? cell : top),
    undefined,
  )
  const tone = (orders: number) => (orders <= 0 ? 0 : Math.min(6, Math.ceil((orders / most) * 6)))
  return (
    <Frame title={m['detail.heat.title']()}>
      <table className={classes.heat}>
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
                const text = m['detail.heat.cell']({
                  day: dayName(weekday, 'long'),
                  hour: `${hour}:00`,
                  orders: number(cell?.orders ?? 0),
                  net: money(cell?.netCents ?? 0),
                })
                return (
                  <td key={hour} data-tone={tone(cell?.orders ?? 0)} title={text}>
                    <span data-unseen="always">{number(cell?.orders ?? 0)}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.scale} aria-hidden="true">
        <span>
          {m['analytics.measure.orders']()}: {number(0)}
        </span>
        {[0, 1, 2, 3, 4, 5, 6].map((each) => (
          <i key={each} data-tone={each} />
        ))}
        <span>{number(most)}</span>
      </p>
    </Frame>
  )
}
