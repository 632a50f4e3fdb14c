import { Link } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { countryName } from '#ui/country-name.ts'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Status } from '#ui/status.tsx'
import type { Row } from '../contract.ts'
import { byName } from './detail-words.ts'
import type { playWay } from './play-way.ts'
import classes from './where-to-play.module.css'

export const hasFans = ({ fans }: Row) => Number(fans) > 0
const hasVisitors = ({ visitors }: Row) => Number(visitors) > 0

/** What an area is made of: its cities with most, unless it is one city called as the area is. */
function around({ name, places, around }: Row): string | undefined {
  const count = Number(places)
  if (count < 2 && around === name) return undefined
  const names = String(around)
  const more = count - names.split(', ').length
  return more > 0 ? m['detail.play.aroundMore']({ names, count: here().number(more) }) : names
}

const figure = (key: string, title: string): Column<Row> => ({
  id: key,
  title,
  numeric: true,
  cell: (row) => (Number(row[key]) > 0 ? here().number(Number(row[key])) : m['ui.none']()),
})

type WayOf = (row: Row) => ReturnType<typeof playWay>

/** Visitors and fans only where anybody's city is known: no column of dashes. */
export function columnsOf(by: 'areas' | 'cities', items: readonly Row[], wayOf: WayOf): Column<Row>[] {
  return [
    {
      id: 'name',
      title: byName(by),
      phone: 'main',
      cell: (row) => {
        const { name, country } = row
        const cities = by === 'areas' ? around(row) : undefined
        const called = country === 'ES' ? name : `${name}, ${countryName(String(country))}`
        const way = wayOf(row)
        return (
          <span className={classes.place}>
            <b>{way ? <Link {...way}>{called}</Link> : called}</b>
            {cities ? <small className={classes.more}>{cities}</small> : undefined}
          </span>
        )
      },
    },
    {
      id: 'netCents',
      title: m['analytics.measure.netCents'](),
      numeric: true,
      phone: 'amount',
      cell: ({ netCents }) => here().money(Number(netCents)),
    },
    figure('orders', m['analytics.measure.orders']()),
    ...(items.some(hasVisitors) ? [figure('visitors', m['analytics.measure.visitors']())] : []),
    ...(items.some(hasFans)
      ? [
          {
            ...figure('fans', m['detail.play.fans']()),
            // Beside its word on a phone, a dash would be a sum of nothing.
            cell: ({ fans }: Row) => here().number(Number(fans)),
            phone: 'detail' as const,
            unit: ({ fans }: Row) => (fans === 1 ? m['detail.play.fanUnit']() : m['detail.play.fansUnit']()),
          },
        ]
      : []),
    { id: 'event', sentence: true, title: m['detail.play.event'](), phone: 'status', cell: announced },
  ]
}

/** What is announced there, or else how far it is to what is. */
function announced({ event, startsAt, nearest, nearestKm, nearestAt }: Row) {
  const { date, number } = here()
  if (event) return `${event}, ${date(String(startsAt))}`
  return (
    <span className={classes.place}>
      <Status mark="draft">{m['detail.play.noEvent']()}</Status>
      {nearest ? (
        <small className={classes.more}>
          {m['detail.play.nearest']({
            city: String(nearest),
            km: number(Number(nearestKm)),
            date: date(String(nearestAt)),
          })}
        </small>
      ) : undefined}
    </span>
  )
}

/** By what rule places are put together, and what is not in the table. */
export function PlayNotes({ areas, fans, unplaced }: { areas: boolean; fans: boolean; unplaced: number }) {
  return (
    <p className={classes.note}>
      {areas ? m['detail.play.how']() : undefined}{' '}
      {fans || unplaced > 0 ? m['detail.play.fansHow']() : undefined}{' '}
      {unplaced === 1
        ? m['detail.play.unplacedOne']()
        : unplaced > 1
          ? m['detail.play.unplaced']({ count: here().number(unplaced) })
          : undefined}
    </p>
  )
}
