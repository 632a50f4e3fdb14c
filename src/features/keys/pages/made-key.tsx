import { mdiContentCopy } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './keys.module.css'

/** A key as it is shown once, and a call to try it out with. */
export function MadeKey({
  secret,
  example,
  onClose,
}: {
  secret: string
  example: string
  onClose: () => void
}) {
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast(m['keys.copied']())
  }
  return (
    <DialogParts title={m['keys.madeTitle']()} text={m['keys.madeText']()}>
      <code className={classes.secret}>{secret}</code>
      <p className={classes.quiet}>{m['keys.example']()}</p>
      <pre className={classes.example}>
        {`curl -H 'Authorization: Bearer ${secret.slice(0, 8)}…' '${window.location.origin}${example}'`}
      </pre>
      <DialogActions>
        <Button icon={mdiContentCopy} onClick={copy}>
          {m['keys.copy']()}
        </Button>
        <Button look="primary" onClick={onClose}>
          {m['keys.done']()}
        </Button>
      </DialogActions>
    </DialogParts>
  )
}
