import { reloadGuardSeconds } from '#platform/constants.ts'

const key = 'reloaded-at'

/** May the page reload itself now? At most once in ten seconds, so that a broken build cannot spin. */
export function reloadOnce(now = Date.now()): boolean {
  try {
    const last = Number(sessionStorage.getItem(key) ?? 0)
    if (now - last < reloadGuardSeconds * 1000) return false
    sessionStorage.setItem(key, String(now))
    return true
  } catch {
    return false
  }
}
