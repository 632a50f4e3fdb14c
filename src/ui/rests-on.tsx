import { mdiAlertOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import classes from './rests-on.module.css'

/** Below a permission that is given: which other one it is of no use without, and a way to add it. */
export function RestsOn({ name, onAdd }: { name: string; onAdd?: (() => void) | undefined }) {
  return (
    <p className={classes.warning} role="status">
      <Icon path={mdiAlertOutline} size={16} />
      <span>{m['team.member.restsOn']({ key: name })}</span>
      {onAdd ? (
        <Button size="sm" onClick={onAdd}>
          {m['team.member.restsOnAdd']()}
        </Button>
      ) : undefined}
    </p>
  )
}
