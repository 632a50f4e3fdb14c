import { mdiClose } from '@mdi/js'
import type { ReactNode } from 'react'
import classes from './bulk-bar.module.css'
import { IconButton } from './button.tsx'

interface BulkBarProps {
  /** What is chosen, for those who hear it. */
  label: string
  /** "3 portals" */
  count: string
  clearLabel: string
  onClear: () => void
  /** Verbs for all that is chosen. */
  children: ReactNode
}

/** Count, verbs and × for the chosen rows of a list, over its end. */
export const BulkBar = ({ label, count, clearLabel, onClear, children }: BulkBarProps) => (
  <section className={classes.bar} aria-label={label}>
    <b>{count}</b>
    {children}
    <IconButton label={clearLabel} path={mdiClose} onClick={onClear} />
  </section>
)
