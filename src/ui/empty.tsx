import type { ReactNode } from 'react'
import { CaseDrawing } from './drawing-case.tsx'
import classes from './state.module.css'

/** Nothing here yet: what it is for, and the first step as `action`. A search without results has no drawing. */
export function Empty({
  title,
  text,
  action,
  drawing = true,
}: {
  title: string
  text: string
  action?: ReactNode
  drawing?: boolean
}) {
  return (
    <div className={classes.state}>
      {drawing ? <CaseDrawing /> : undefined}
      <h2>{title}</h2>
      <p>{text}</p>
      {action ? <div className={classes.actions}>{action}</div> : undefined}
    </div>
  )
}
