import { useSyncExternalStore } from 'react'

/** The server does not answer; or it does, and yet a part of this page can only come with a page that is loaded anew. */
type Away = 'server' | 'part' | undefined

const everyMs = 2_000
const mostMs = 5_000

let away: Away
const listeners = new Set<() => void>()
export function setAway(now: Away): void {
  away = now
  for (const listener of listeners) listener()
}

export const useAway = (): Away =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => away,
    () => undefined,
  )

const answers = () =>
  fetch('/api/app/build', { cache: 'no-store', signal: AbortSignal.timeout(mostMs) }).then(
    ({ status }) => status < 500,
    () => false,
  )

let waiting: Promise<boolean> | undefined

/** Until the server answers. True where that had to be waited for, which the page says meanwhile. */
export function untilAnswers(): Promise<boolean> {
  waiting ??= wait().finally(() => {
    waiting = undefined
  })
  return waiting
}

async function wait() {
  if (await answers()) return false
  setAway('server')
  do await new Promise((resolve) => setTimeout(resolve, everyMs))
  while (!(await answers()))
  setAway(undefined)
  return true
}
