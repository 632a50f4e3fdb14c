import { Cover } from './cover.tsx'
import { localized } from './localized.ts'
import classes from './main-cell.module.css'

interface MainCellProps {
  path: string
  name: string
  of: { id: string; pictureUrl?: string | null }
}

/** A table's first column: cover and name; the name is the link. */
export function MainCell({ path, name, of }: MainCellProps) {
  return (
    <div className={classes.cell}>
      <Cover of={of} />
      <a href={localized(path)}>{name}</a>
    </div>
  )
}
