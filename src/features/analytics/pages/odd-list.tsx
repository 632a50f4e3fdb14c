import { Link } from '@tanstack/react-router'
import { type Api, isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Sparkline } from '#ui/charts/sparkline.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { units } from '#ui/units.ts'
import { useAnswer } from '#ui/use-answer.ts'
import type { Oddity } from '../why-contract.ts'
import { rowName } from './detail-words.ts'
import classes from './why.module.css'

/** What stands out of its own eight weeks, each with its figures; nothing at all where nothing does. */
export function OddList({ api, session }: { api: Api; session: Session | null }) {
  const portal = currentPortal(session)
  const { answer } = useAnswer(
    session?.user.staff || !portal
      ? undefined
      : portal.label
        ? () => api.analytics.oddities({}, { key: 'odd' })
        : () => api.analytics.odditiesOfPortal({ portalId: portal.id }, { key: 'odd' }),
    portal?.id ?? '',
  )
  if (!answer || isFailure(answer) || answer.items.length === 0) return null
  return (
    <Frame title={m['analytics.odd.title']()}>
      <ul className={classes.odd}>
        {answer.items.map((odd) => (
          <li key={`${odd.kind} ${odd.id}`}>
            <div>
              <DetailLink odd={odd} to={answer.to} />
              <p>{evidence(odd)}</p>
            </div>
            <span role="img" aria-label={weeksOf(odd)} title={weeksOf(odd)}>
              <Sparkline values={[...odd.weeks, odd.now]} />
            </span>
          </li>
        ))}
      </ul>
    </Frame>
  )
}

const weeksOf = ({ weeks, now }: Oddity) =>
  m['analytics.odd.weeks']({ list: [...weeks, now].map(here().number).join(', ') })

function evidence({ kind, now, usual, weeks }: Oddity): string {
  const { number } = here()
  const figures = {
    now: kind === 'source' ? number(now) : units(now),
    usual: number(Math.round(usual * 10) / 10),
    best: number(Math.max(...weeks)),
  }
  return kind === 'source' ? m['analytics.odd.ofVisits'](figures) : m['analytics.odd.ofUnits'](figures)
}

/** The seven days in full, compared with those before. */
function DetailLink({ odd, to }: { odd: Oddity; to: string }) {
  const { kind, id, name, portalName, now, usual, since } = odd
  const first = new Date(Date.parse(`${to}T12:00:00Z`) - 6 * 86_400_000).toISOString().slice(0, 10)
  const search = { filter: 4 as const, f: first, t: to, compare: true as const }
  const words = {
    name: [
      kind === 'city' ? rowName(name, 'sales-by-location', 'cities', 'day') : name,
      kind === 'product' ? portalName : undefined,
    ]
      .filter(Boolean)
      .join(' · '),
    factor: here().number(Math.round((now / usual) * 10) / 10),
    since: new Date(`${since}T12:00:00Z`).toLocaleDateString(getLocale(), {
      weekday: 'long',
      day: 'numeric',
      month: 'short',
    }),
  }
  const text = usual === 0 ? m['analytics.odd.new'](words) : m['analytics.odd.units'](words)
  if (kind === 'product')
    return (
      <Link to="/analytics/sales-by-product" search={{ ...search, products: [id] }}>
        {text}
      </Link>
    )
  if (kind === 'source')
    return (
      <Link to="/analytics/visits-detail" search={{ ...search, sources: [id] }}>
        {text}
      </Link>
    )
  return (
    <Link to="/analytics/sales-by-location" search={{ ...search, by: 'cities', countries: [id.slice(0, 2)] }}>
      {text}
    </Link>
  )
}
