import { mdiPencilOutline, mdiTrashCanOutline } from '@mdi/js'
import { IconButton } from '#ui/button.tsx'
import classes from './app.module.css'

interface RowButtonsProps {
  edit: string
  remove: string
  onEdit: () => void
  onDelete: () => void
}

/** The two things that can be done with a row here. */
export const RowButtons = ({ edit, remove, onEdit, onDelete }: RowButtonsProps) => (
  <span className={classes.steps}>
    <IconButton label={edit} path={mdiPencilOutline} onClick={onEdit} />
    <IconButton label={remove} path={mdiTrashCanOutline} onClick={onDelete} />
  </span>
)
