import type { Failure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { isTyped } from '#ui/kept-typing.ts'
import { reloadOnce } from '#ui/reload-guard.ts'
import { toast } from '#ui/toast.tsx'

const key = 'other-person'

/** The page is about to go to another one, which a reload would bring back from there. */
let leaving = false
let unsay: (() => void) | undefined

export function watchLeaving(): void {
  window.addEventListener('beforeunload', () => {
    leaving = true
  })
}

/**
 * Somebody else has signed in in another tab of this browser. The page becomes theirs, and says so; where something is typed it
 * stays as it is until its reader reloads it.
 */
export async function followPerson(response: Response, path: string): Promise<void> {
  if (response.status !== 409) return
  const said: Failure | undefined = await response.clone().json()
  if (typeof said?.error !== 'object' || said.error.code !== 'otherPerson') return
  if (!isTyped(path) && !leaving && reloadOnce()) return reload()
  unsay?.()
  unsay = toast(m['shell.otherPerson'](), {
    kind: 'error',
    action: { label: m['buttons.reload'](), run: reload },
  })
}

function reload() {
  sessionStorage.setItem(key, 'yes')
  window.location.reload()
}

/** Once, on the page that took the place of somebody else's. */
export function sayWhoFollowed(session: Session | null): void {
  try {
    if (!session || !sessionStorage.getItem(key)) return
    sessionStorage.removeItem(key)
    toast(m['shell.followed']({ name: session.user.name }))
  } catch {
    // A browser may refuse to store anything.
  }
}
