import { mdiBellOutline } from '@mdi/js'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import { m } from '#paraglide/messages.js'
import { messagesPollingMs } from '#platform/constants.ts'
import { Icon } from '#ui/icon.tsx'
import { useAskAgain } from '#ui/use-ask-again.ts'
import classes from './bell.module.css'
import { onInboxChange } from './inbox-state.ts'

/** The way to the inbox, with a lamp while something there is unread. */
export function Bell() {
  const unread = useUnread()
  const label = unread > 0 ? m['inbox.bellUnread']({ count: unread }) : m['inbox.bell']()
  return (
    <Link to="/account/inbox" className={classes.bell} aria-label={label} title={label}>
      <Icon path={mdiBellOutline} />
      {unread > 0 ? <i className={classes.lamp} /> : undefined}
    </Link>
  )
}

/** Asked every minute while the page is looked at, at once when it is looked at again, and after each change here. */
function useUnread(): number {
  const { api } = useRouteContext({ from: '__root__' })
  const { answer, ask } = useAskAgain(() => api.inbox.countMessages({}, { key: 'unread' }), messagesPollingMs)
  useEffect(() => onInboxChange(ask), [ask])
  return answer?.unread ?? 0
}
