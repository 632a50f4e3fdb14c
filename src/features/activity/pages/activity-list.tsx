import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { localized } from '#ui/localized.ts'
import { useUndo } from '#ui/use-undoable.ts'
import type { ActivityEntry } from '../contract.ts'
import classes from './activity-list.module.css'

interface ActivityListProps {
  entries: readonly ActivityEntry[]
  now: Date
  /** On the side of a page: without what the page itself says. */
  compact?: boolean
}

/** What was changed, newest first, each with who did it and what was before. */
export function ActivityList({ entries, now, compact }: ActivityListProps) {
  return (
    <ol className={classes.list} data-compact={compact || undefined}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} now={now} compact={compact ?? false} />
        </li>
      ))}
    </ol>
  )
}

function Entry({ entry, now, compact }: { entry: ActivityEntry; now: Date; compact: boolean }) {
  const { ago, dateTime } = here()
  const { actor, portal, target, changes } = entry
  return (
    <>
      <p className={classes.what}>
        <b>{entry.summary}</b>
        {target?.name && target.name !== actor?.name ? <span>{target.name}</span> : undefined}
      </p>
      <p className={classes.meta}>
        <time dateTime={entry.at} title={dateTime(entry.at)}>
          {compact ? ago(entry.at, now) : dateTime(entry.at)}
        </time>
        <By entry={entry} />
        {portal && !compact ? (
          <a href={localized(`/portals/${portal.id}`)}>{portal.name ?? m['activity.gonePortal']()}</a>
        ) : undefined}
        {entry.undo ? (
          <UndoButton requestId={entry.undo} what={entry.summary} edit={isEdit(entry)} />
        ) : entry.changedSince ? (
          <span>{m['activity.changedSince']({ fields: entry.changedSince })}</span>
        ) : undefined}
      </p>
      {changes.length > 0 ? <Changes entry={entry} compact={compact} /> : undefined}
    </>
  )
}

function By({ entry: { actor, onBehalfOf, key, uncompared } }: { entry: ActivityEntry }) {
  return (
    <>
      <span>{actor === null ? m['activity.nobody']() : (actor.name ?? m['activity.gone']())}</span>
      {onBehalfOf ? (
        <span>{m['activity.onBehalfOf']({ name: onBehalfOf.name ?? m['activity.gone']() })}</span>
      ) : undefined}
      {key ? <span>{m['activity.withKey']({ name: key.name ?? m['activity.gone']() })}</span> : undefined}
      {uncompared ? <span>{m['activity.uncompared']()}</span> : undefined}
    </>
  )
}

function Changes({ entry, compact }: { entry: ActivityEntry; compact: boolean }) {
  const { changes } = entry
  return (
    <details className={classes.changes}>
      <summary>
        {changes.length === 1 ? m['activity.change']() : m['activity.changes']({ count: changes.length })}
      </summary>
      <dl>
        {changes.map((change) => (
          <div key={change.field}>
            <dt>{change.label}</dt>
            <dd>
              {change.before === null ? undefined : (
                <span>
                  <small>{m['activity.before']()}</small> {change.before}
                </span>
              )}
              {change.after === null ? undefined : (
                <span data-after>
                  <small>{m['activity.after']()}</small> {change.after}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {entry.address && !compact ? (
        <p className={classes.address}>{m['activity.from']({ address: entry.address })}</p>
      ) : undefined}
    </details>
  )
}

/** Something that was there before and after. */
const isEdit = ({ changes }: ActivityEntry) =>
  changes.some(({ before, after }) => before !== null && after !== null)

function UndoButton({ requestId, what, edit }: { requestId: string; what: string; edit: boolean }) {
  const undo = useUndo()
  const verb = edit ? m['activity.putBack']() : m['ui.undo.verb']()
  return (
    <button
      type="button"
      className={classes.undo}
      aria-label={`${verb}: ${what}`}
      onClick={() => undo(requestId)}
    >
      {verb}
    </button>
  )
}
