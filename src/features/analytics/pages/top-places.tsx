import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { Row } from '../contract.ts'
import type { DetailAnswer } from '../detail-contract.ts'
import classes from './detail.module.css'
import { byName, cellText, rowName } from './detail-words.ts'

const most = 12

interface TopPlacesProps {
  places: readonly Row[]
  answer: DetailAnswer
  by: 'countries' | 'provinces'
}

/** Beside the map: the places that sold most, so that the drawing never stands alone. */
export function TopPlaces({ places, answer, by }: TopPlacesProps) {
  const rows = places.slice(0, most)
  const highest = Math.max(1, ...rows.map(({ netCents }) => Number(netCents ?? 0)))
  const { number } = here()
  const compared = rows.some(({ deltaPct }) => deltaPct !== undefined)
  return (
    <Frame
      title={byName(by)}
      control={
        answer.total > rows.length ? (
          <span className={classes.note}>
            {m['detail.firstOf']({ shown: number(rows.length), total: number(answer.total) })}
          </span>
        ) : undefined
      }
    >
      {rows.length === 0 ? <p className={classes.note}>{m['analytics.products.none']()}</p> : undefined}
      <ol className={classes.places} data-compared={compared || undefined}>
        {rows.map((row) => (
          <li key={row.id}>
            <span>{rowName(row.name, 'sales-by-location', by, answer.meta.grouping)}</span>
            <b>{cellText(row.netCents ?? null, { key: 'netCents', kind: 'money' }, 'netCents')}</b>
            {compared ? (
              <span
                className={classes.delta}
                data-good={typeof row.deltaPct === 'number' ? row.deltaPct > 0 : undefined}
              >
                {cellText(row.deltaPct ?? null, { key: 'deltaPct', kind: 'percent' }, 'netCents')}
              </span>
            ) : undefined}
            <i style={{ inlineSize: `${(Math.max(0, Number(row.netCents ?? 0)) / highest) * 100}%` }} />
          </li>
        ))}
      </ol>
    </Frame>
  )
}
