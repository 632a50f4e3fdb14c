import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import { Cover } from '#ui/cover.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { units } from '#ui/units.ts'
import type { Answer, Row } from '../contract.ts'
import type { PeriodSearch } from './period.ts'
import classes from './top-lists.module.css'

interface TopProps {
  answer: Answer
  /** Each row leads to where it is told in full, of the same days. */
  period: PeriodSearch
}

const most = 6
const count = (row: Row, key: string) => (typeof row[key] === 'number' ? (row[key] as number) : 0)
const words = (row: Row, key: string) => (typeof row[key] === 'string' ? (row[key] as string) : '')
const pictured = (row: Row) => ({ id: row.id, pictureUrl: words(row, 'pictureUrl') })

/** The products that sold most, by net sales. */
export function TopProducts({ answer, period }: TopProps) {
  const { money } = here()
  const rows = answer.rows.slice(0, most)
  const several = new Set(answer.rows.map((row) => words(row, 'portalName'))).size > 1
  return (
    <Frame title={m['analytics.products.title']()}>
      <List empty={m['analytics.products.none']()}>
        {rows.map((row, at) => (
          <li key={row.id}>
            <span className={classes.rank}>{at + 1}</span>
            <Cover of={pictured(row)} />
            <span className={classes.name}>
              <Link
                to="/analytics/sales-by-product"
                search={{ ...period, products: [row.id] }}
                data-way="whole"
              >
                {row.name}
              </Link>
              <small>
                {[several ? words(row, 'portalName') : '', units(count(row, 'units'))]
                  .filter(Boolean)
                  .join(', ')}
              </small>
            </span>
            <b>{money(count(row, 'netCents'))}</b>
          </li>
        ))}
      </List>
    </Frame>
  )
}

/** Where visits come from, each with its share as a bar behind it. */
export function TopSources({ answer, period }: TopProps) {
  const { number, percent } = here()
  const rows = answer.rows.slice(0, most)
  const total = answer.totals.visits ?? 0
  const highest = Math.max(1, ...rows.map((row) => count(row, 'visits')))
  return (
    <Frame title={m['analytics.sources.title']()} control={<span>{m['analytics.sources.unit']()}</span>}>
      <List empty={m['analytics.sources.none']()}>
        {rows.map((row, at) => (
          <li key={row.id}>
            <span
              className={classes.bar}
              data-first={at === 0 || undefined}
              style={{ width: `${(count(row, 'visits') / highest) * 55}%` }}
            />
            <span className={classes.name}>
              <Link
                to="/analytics/visits-detail"
                search={{ ...period, sources: [row.name || 'direct'] }}
                data-way="whole"
              >
                {row.name || m['analytics.sources.direct']()}
              </Link>
            </span>
            <span>{number(count(row, 'visits'))}</span>
            <span className={classes.share}>{total > 0 ? percent(count(row, 'visits') / total) : '–'}</span>
          </li>
        ))}
      </List>
    </Frame>
  )
}

const titles = {
  sales: m['analytics.portals.sales'],
  visits: m['analytics.portals.visits'],
  albums: m['analytics.portals.albums'],
}
const details = {
  sales: '/analytics/net-sales',
  visits: '/analytics/visits-detail',
  albums: '/analytics/albums-sold',
} as const
const keys = { sales: 'netCents', visits: 'visits', albums: 'albums' } as const

/** For staff: the portals that sell, are visited, or sell albums most. */
export function TopPortals({ answer, period, of }: TopProps & { of: keyof typeof titles }) {
  const { money, number } = here()
  const write = of === 'sales' ? money : number
  return (
    <Frame title={titles[of]()}>
      <List empty={m['analytics.portals.none']()}>
        {answer.rows.slice(0, most).map((row, at) => (
          <li key={row.id}>
            <span className={classes.rank}>{at + 1}</span>
            <Cover of={pictured(row)} />
            <span className={classes.name}>
              <Link to={details[of]} search={{ ...period, portals: [row.id] }} data-way="whole">
                {row.name}
              </Link>
            </span>
            <b>{write(count(row, keys[of]))}</b>
          </li>
        ))}
      </List>
    </Frame>
  )
}

const List = ({ empty, children }: { empty: string; children: ReactNode[] }) =>
  children.length > 0 ? (
    <ol className={classes.list}>{children}</ol>
  ) : (
    <p className={classes.empty}>{empty}</p>
  )
