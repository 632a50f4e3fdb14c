import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './connectors.module.css'

interface SecretDialogProps {
  made: { secret: string; url: string }
  onClose: () => void
}

/** What the shop is to be given, shown once: it stays until somebody says that it is copied. */
export default function SecretDialog({ made, onClose }: SecretDialogProps) {
  const title = m['orders.connectors.secretTitle']()
  return (
    <Dialog label={title} holds onClose={onClose}>
      <DialogParts title={title}>
        <Notice kind="warning">{m['orders.connectors.secretOnce']()}</Notice>
        <p className={classes.soft}>{m['orders.connectors.address']()}</p>
        <code className={classes.secret}>{made.url}</code>
        <p className={classes.soft}>{m['orders.connectors.secret']()}</p>
        <code className={classes.secret}>{made.secret}</code>
        <DialogActions>
          <Button look="primary" onClick={onClose}>
            {m['orders.connectors.copied']()}
          </Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}
