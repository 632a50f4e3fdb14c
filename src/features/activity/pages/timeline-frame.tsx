import { failureCode, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import type { ActivityEntry } from '../contract.ts'
import { ActivityList } from './activity-list.tsx'
import classes from './timeline-frame.module.css'

interface TimelineFrameProps {
  activity: Result<{ items: ActivityEntry[]; total: number }>
  now: Date
  /** Of a person: what they did and what was done to them. */
  about?: string
  /** Of a portal. */
  portal?: string
}

const shownMax = 8

/** The latest changes of a portal or a person, for a page's side; nothing for who may not read it, and where nothing was. */
export function TimelineFrame({ activity, now, about, portal }: TimelineFrameProps) {
  if (failureCode(activity) === 'forbidden') return null
  if (!isFailure(activity) && activity.items.length === 0) return null
  const all = portal ? `portal=${portal}` : `about=${about}`
  return (
    <Frame title={m['activity.timeline']()}>
      {isFailure(activity) ? (
        <p className={classes.quiet}>{m['activity.loadFailed']()}</p>
      ) : (
        <>
          <ActivityList entries={activity.items.slice(0, shownMax)} now={now} compact />
          {activity.total > shownMax ? (
            <a className={classes.all} href={localized(`/account/activity?${all}`)}>
              {m['activity.all']()}
            </a>
          ) : undefined}
        </>
      )}
    </Frame>
  )
}
