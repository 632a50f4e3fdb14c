import type { RefObject } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './chart.module.css'

interface ChartActionsProps {
  /** The name of the saved picture. */
  name: string
  asTable?: boolean
  /** Absent where the drawing is a table already. */
  onTable?: () => void
  drawn: RefObject<HTMLElement | null>
}

/** Under a chart: its figures as a table, and its drawing as a file. How it is drawn anew is loaded when it is asked for. */
export function ChartActions({ name, asTable = false, onTable, drawn }: ChartActionsProps) {
  const save = async (format: 'svg' | 'png') => {
    const { savePicture } = await import('./save-picture.ts')
    if (drawn.current) await savePicture(drawn.current, name, format)
  }
  return (
    <div className={classes.actions}>
      {onTable ? (
        <button type="button" className={classes.toggle} aria-expanded={asTable} onClick={onTable}>
          {asTable ? m['ui.chart.hideTable']() : m['ui.chart.showTable']()}
        </button>
      ) : undefined}
      {(['svg', 'png'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className={classes.toggle}
          aria-label={m['ui.chart.save']({ name, format: format.toUpperCase() })}
          onClick={() => save(format)}
        >
          {format.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
