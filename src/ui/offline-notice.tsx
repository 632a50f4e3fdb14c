import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { m } from '#paraglide/messages.js'
import { useAway } from './away.ts'
import { Notice } from './notice.tsx'
import { useOnline, useSaidOffline } from './offline.ts'
import { stayed } from './stay-offline.ts'
import { toast } from './toast.tsx'

const awayWords = { server: m['ui.away.server'], part: m['ui.away.part'] }

let closeStay = () => {}

/** Said once, however often somebody tries. */
function tellStay() {
  closeStay()
  closeStay = toast(m['ui.offline.stay'](), { kind: 'error' })
}

/**
 * Says that there is no connection as long as there is none, and once that it is back. Until then no other page opens: it
 * could not be loaded, and what was typed here would be gone for nothing.
 */
export function OfflineNotice() {
  const online = useOnline()
  const said = useSaidOffline()
  const away = useAway()
  // Ways that are no links: the search, keys, what a page does by itself.
  useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (navigator.onLine || current.pathname === next.pathname) return false
      tellStay()
      return true
    },
    enableBeforeUnload: false,
  })
  const was = useRef(online)
  useEffect(() => {
    if (online && !was.current) {
      closeStay()
      toast(m['ui.offline.back']())
    }
    was.current = online
  }, [online])
  useEffect(() => {
    window.addEventListener(stayed, tellStay)
    return () => window.removeEventListener(stayed, tellStay)
  }, [])
  const text = online ? away && awayWords[away]() : said ? undefined : m['ui.offline.notice']()
  return text ? (
    <Notice kind="warning" wide>
      {text}
    </Notice>
  ) : null
}
