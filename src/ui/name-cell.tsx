import type { ReactNode } from 'react'
import { localized } from './localized.ts'
import classes from './name-cell.module.css'

interface NameCellProps {
  name: string
  /** Where the name leads; without one it is no link. */
  path?: string
  /** Beside the name, quietly. */
  aside?: string | undefined
  /** Below it: what tells it from others of that name. */
  below?: ReactNode
  /** Below that, for phones alone: what has a column of its own elsewhere. */
  onPhone?: string
}

/** A table's first column without a picture. */
export const NameCell = ({ name, path, aside, below, onPhone }: NameCellProps) => (
  <span className={classes.cell} data-main>
    <span>
      {path === undefined ? <b>{name}</b> : <a href={localized(path)}>{name}</a>}
      {aside ? <small>{aside}</small> : undefined}
    </span>
    {below ? <small>{below}</small> : undefined}
    {onPhone ? <small className={classes.onPhone}>{onPhone}</small> : undefined}
  </span>
)
