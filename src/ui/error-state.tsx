import { mdiRefresh } from '@mdi/js'
import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from './button.tsx'
import { UnpluggedDrawing } from './drawing-unplugged.tsx'
import classes from './state.module.css'

/**
 * Inside the frame that failed to load; the rest of the page stays. `code` is what to tell support. Where trying again
 * would fail again, `action` stands instead of it.
 */
export function ErrorState({
  title,
  text,
  code,
  onRetry,
  action,
}: {
  title: string
  text?: string
  code?: string | undefined
  onRetry: () => void
  action?: ReactNode
}) {
  return (
    <div className={classes.state} data-framed role="alert">
      <UnpluggedDrawing />
      <h2>{title}</h2>
      <p>{text ?? m['ui.errorHelp']()}</p>
      <div className={classes.actions}>
        {action ?? (
          <Button look="primary" icon={mdiRefresh} onClick={onRetry}>
            {m['ui.retry']()}
          </Button>
        )}
      </div>
      {code ? <small>{m['ui.errorCode']({ code })}</small> : undefined}
    </div>
  )
}

/** In the place of what is refused for want of a permission: to try again would be refused again. */
export const RefusedState = () => (
  <div className={classes.state} data-framed role="status">
    <h2>{m['ui.refused']()}</h2>
    <p>{m['ui.refusedHelp']()}</p>
  </div>
)
