import { useEffect, useSyncExternalStore } from 'react'

function onConnection(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Is there a connection? The server, which has one, says yes. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onConnection,
    () => navigator.onLine,
    () => true,
  )

let saying = 0
const listeners = new Set<() => void>()
const count = (more: 1 | -1) => {
  saying += more
  for (const listener of listeners) listener()
}

/** While something says more exactly what the lost connection did, the notice of the shell is silent: a cause has one message. */
export function useSaysOffline(says: boolean): void {
  useEffect(() => {
    if (!says) return
    count(1)
    return () => count(-1)
  }, [says])
}

/** Does something on the page say that there is no connection? */
export const useSaidOffline = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => saying > 0,
    () => false,
  )
