import { useEffect, useRef, useSyncExternalStore } from 'react'
import { m } from '#paraglide/messages.js'
import { Notice } from './notice.tsx'
import { stayed } from './stay-offline.ts'
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
    const tell = () => toast(m['ui.offline.stay'](), { kind: 'error' })
    window.addEventListener(stayed, tell)
    return () => window.removeEventListener(stayed, tell)
  }, [])
  return online ? null : (
    <Notice kind="warning" wide>
      {m['ui.offline.notice']()}
    </Notice>
  )
}
