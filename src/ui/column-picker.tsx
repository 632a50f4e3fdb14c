import { mdiViewColumnOutline } from '@mdi/js'
import { useRef, useSyncExternalStore } from 'react'
import { m } from '#paraglide/messages.js'
import classes from './column-picker.module.css'
import { Icon } from './icon.tsx'
import { useLightDismiss } from './light-dismiss.ts'
import { onRowsChange, rowsDense, setRowsDense } from './row-density.ts'

interface ColumnPickerProps {
  /** Those that may be left out, in their order. */
  columns: readonly { id: string; title: string }[]
  /** Shown until somebody chooses. */
  usual: readonly string[]
  chosen: readonly string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

/** Which columns of a list are shown, which is part of the address, and how close its rows stand, which is the reader's. */
export function ColumnPicker({ columns, usual, chosen, onChange }: ColumnPickerProps) {
  const ids = columns.map(({ id }) => id)
  const on = chosen ?? usual
  const toggle = (id: string, shown: boolean) => {
    const next = ids.filter((each) => (each === id ? shown : on.includes(each)))
    const asUsual = next.join() === ids.filter((each) => usual.includes(each)).join()
    onChange(asUsual || next.length === 0 ? undefined : next)
  }
  const details = useRef<HTMLDetailsElement>(null)
  useLightDismiss(details)
  return (
    <details ref={details} className={classes.columns} data-set={chosen ? true : undefined}>
      <summary>
        <Icon path={mdiViewColumnOutline} size={16} />
        {m['ui.columns']()}
      </summary>
      <div>
        {columns.map(({ id, title }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={on.includes(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
            {title}
          </label>
        ))}
        <Density />
      </div>
    </details>
  )
}

function Density() {
  const dense = useSyncExternalStore(onRowsChange, rowsDense, () => false)
  return (
    <label className={classes.density}>
      <input
        type="checkbox"
        checked={dense}
        onChange={(event) => setRowsDense(event.currentTarget.checked)}
      />
      {m['ui.denseRows']()}
    </label>
  )
}
