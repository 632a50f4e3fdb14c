import { mdiViewColumnOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import type { Column } from '../contract.ts'
import classes from './detail.module.css'
import type { DetailKind } from './detail-kinds.ts'
import { columnTitle } from './detail-words.ts'

/** The columns on screen: the name always, the others as chosen; all of them when nothing was chosen. */
export const shownColumns = (columns: readonly Column[], chosen: readonly string[] | undefined) =>
  chosen ? columns.filter(({ key }) => key === 'name' || chosen.includes(key)) : columns

interface ColumnPickerProps {
  kind: DetailKind
  by: string | undefined
  columns: readonly Column[]
  chosen: readonly string[] | undefined
  onChange: (chosen: string[] | undefined) => void
}

/** Which columns are shown; the choice is part of the address. */
export function ColumnPicker({ kind, by, columns, chosen, onChange }: ColumnPickerProps) {
  const keys = columns.map(({ key }) => key).filter((key) => key !== 'name')
  const on = chosen ?? keys
  const toggle = (key: string, shown: boolean) => {
    const next = keys.filter((each) => (each === key ? shown : on.includes(each)))
    onChange(next.length === keys.length || next.length === 0 ? undefined : next)
  }
  return (
    <details className={classes.columns}>
      <summary>
        <Icon path={mdiViewColumnOutline} size={16} />
        {m['detail.columns']()}
      </summary>
      <div>
        {keys.map((key) => (
          <label key={key}>
            <input
              type="checkbox"
              checked={on.includes(key)}
              onChange={(event) => toggle(key, event.currentTarget.checked)}
            />
            {columnTitle(key, kind, by)}
          </label>
        ))}
      </div>
    </details>
  )
}
