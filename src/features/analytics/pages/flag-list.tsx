import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import type { Flag, FlagKind, Flags } from '../why-contract.ts'
import { flagWay } from './flag-way.ts'
import classes from './why.module.css'

const kindNames: Record<FlagKind, (of: { name: string }) => string> = {
  release: m['analytics.flags.release'],
  event: m['analytics.flags.event'],
  post: m['analytics.flags.post'],
  mail: m['analytics.flags.mail'],
}

/** What a flag is called where it stands. */
export const flagName = ({ kind, name, portalName }: Flag): string =>
  [kindNames[kind]({ name }), portalName].filter(Boolean).join(' · ')

/** Below a chart: what its flags are. */
export function FlagList({ flags: { items, total } }: { flags: Flags }) {
  const { day, number } = here()
  if (items.length === 0) return null
  return (
    <details className={classes.flags}>
      <summary>
        {m['analytics.flags.title']()} ({number(total)})
      </summary>
      <ol>
        {items.map((flag) => (
          <li key={`${flag.kind} ${flag.id} ${flag.day}`}>
            <time dateTime={flag.day}>{day(flag.day)}</time>
            <FlagLink flag={flag} />
          </li>
        ))}
      </ol>
      {total > items.length ? (
        <p>{m['analytics.flags.some']({ shown: number(items.length), total: number(total) })}</p>
      ) : undefined}
    </details>
  )
}

function FlagLink({ flag }: { flag: Flag }) {
  const { session } = useRouteContext({ from: '__root__' })
  const way = flagWay(session, flag)
  return way ? <a href={localized(way)}>{flagName(flag)}</a> : <span>{flagName(flag)}</span>
}
