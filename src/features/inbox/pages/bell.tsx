import { mdiBellOutline } from '@mdi/js'
import { Link, useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { messagesPollingMs } from '#platform/constants.ts'
import { Icon } from '#ui/icon.tsx'
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
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    let asked = 0
    const ask = async () => {
      asked = Date.now()
      const counted = await api.inbox.countMessages({}, { key: 'unread' })
      if (!isFailure(counted)) setUnread(counted.unread)
    }
    const tick = () => {
      if (document.visibilityState === 'visible' && Date.now() - asked >= messagesPollingMs) void ask()
    }
    void ask()
    const timer = setInterval(tick, messagesPollingMs)
    document.addEventListener('visibilitychange', tick)
    const forget = onInboxChange(ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
      forget()
    }
  }, [api])
  return unread
}
