import type { ReactNode } from 'react'
import classes from './status.module.css'

/** A state in a list: a mark whose shape says it too, and a word. */
export function Status({
  mark,
  children,
}: {
  mark: 'live' | 'review' | 'paused' | 'draft' | 'broken'
  children: ReactNode
}) {
  return (
    <span className={classes.status} data-mark={mark}>
      {children}
    </span>
  )
}

/** In titles and details only, one per title. */
export function Badge({
  kind = 'plain',
  children,
}: {
  kind?: 'plain' | 'success' | 'warning' | 'danger' | 'info'
  children: ReactNode
}) {
  return (
    <span className={classes.badge} data-kind={kind}>
      {children}
    </span>
  )
}
