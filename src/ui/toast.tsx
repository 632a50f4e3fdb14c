import { mdiClose } from '@mdi/js'
import { useSyncExternalStore } from 'react'
import { m } from '#paraglide/messages.js'
import { snackbarMs } from '#platform/constants.ts'
import { Icon } from './icon.tsx'
import classes from './toast.module.css'

interface Toast {
  id: number
  text: string
  kind: 'success' | 'error'
  action?: { label: string; run: () => void } | undefined
}

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()
const none: readonly Toast[] = []

function show(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function closeToast(id: number) {
  show(toasts.filter((toast) => toast.id !== id))
}

/** What was done before says the wrong thing beside something that has just failed. */
export const closeDone = () => show(toasts.filter(({ kind, action }) => kind === 'error' || action))

/** The mouse or the focus is on them: what somebody is about to press does not go away under their hand. */
let held = false
const overdue = new Set<number>()

function hold(now: boolean) {
  held = now
  if (held) return
  show(toasts.filter(({ id }) => !overdue.has(id)))
  overdue.clear()
}

/**
 * Says once that something is done, for 6 s, or as long as somebody is at it. Errors stay until closed; what is given back
 * closes it, once what it says is not so any more.
 */
export function toast(
  text: string,
  options: { kind?: Toast['kind']; action?: Toast['action'] } = {},
): () => void {
  const id = ++lastId
  const kind = options.kind ?? 'success'
  show([...toasts.slice(-2), { id, text, kind, action: options.action }])
  if (kind === 'success') setTimeout(() => (held ? overdue.add(id) : closeToast(id)), snackbarMs)
  return () => closeToast(id)
}

/** Where toasts appear; once, around all pages. */
export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
    () => none,
  )
  return (
    <div
      className={classes.region}
      role="status"
      aria-live="polite"
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={(event) => hold(event.currentTarget.contains(event.relatedTarget))}
    >
      {shown.map((entry) => (
        <div key={entry.id} className={classes.toast} data-kind={entry.kind}>
          <span className={classes.mark} />
          <span className={classes.text}>{entry.text}</span>
          {entry.action ? (
            <button
              type="button"
              className={classes.action}
              onClick={() => {
                closeToast(entry.id)
                entry.action?.run()
              }}
            >
              {entry.action.label}
            </button>
          ) : undefined}
          <button
            type="button"
            className={classes.close}
            aria-label={m['ui.close']()}
            onClick={() => closeToast(entry.id)}
          >
            <Icon path={mdiClose} size={16} />
          </button>
        </div>
      ))}
    </div>
  )
}
