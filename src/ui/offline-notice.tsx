import { useEffect, useRef, useSyncExternalStore } from 'react'
import { m } from '#paraglide/messages.js'
import { Notice } from './notice.tsx'
import { toast } from './toast.tsx'

function onConnection(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that there is no connection as long as there is none, and once that it is back. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )
  const was = useRef(online)
  useEffect(() => {
    if (online && !was.current) toast(m['ui.offline.back']())
    was.current = online
  }, [online])
  useEffect(() => {
    if (online) return
    // A page that has not been here cannot come: what stands here, and what was typed in it, stays.
    const stay = (event: MouseEvent) => {
      const way = event.target instanceof Element ? event.target.closest('a[href]') : null
      if (!(way instanceof HTMLAnchorElement) || way.origin !== window.location.origin) return
      if (way.hash && way.pathname === window.location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      toast(m['ui.offline.stay'](), { kind: 'error' })
    }
    document.addEventListener('click', stay, true)
    return () => document.removeEventListener('click', stay, true)
  }, [online])
  return online ? null : (
    <Notice kind="warning" wide>
      {m['ui.offline.notice']()}
    </Notice>
  )
}
