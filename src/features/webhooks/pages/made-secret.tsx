import { mdiContentCopy } from '@mdi/js'
import classes from '#features/keys/pages/keys.module.css'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'

export interface Made {
  secret: string
  /** Of one that takes another's place: until when that one signs, too. */
  oldSecretEndsAt?: string
}

/** A secret as it is shown once. */
export function MadeSecret({ secret, oldSecretEndsAt, onClose }: Made & { onClose: () => void }) {
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toast(m['webhooks.copied']())
  }
  return (
    <DialogParts title={m['webhooks.secretTitle']()} text={m['webhooks.secretText']()}>
      <code className={classes.secret}>{secret}</code>
      {oldSecretEndsAt ? (
        <p className={classes.quiet}>
          {m['webhooks.rotatedText']({ when: here().dateTime(oldSecretEndsAt) })}
        </p>
      ) : undefined}
      <DialogActions>
        <Button icon={mdiContentCopy} onClick={copy}>
          {m['webhooks.copy']()}
        </Button>
        <Button look="primary" onClick={onClose}>
          {m['webhooks.done']()}
        </Button>
      </DialogActions>
    </DialogParts>
  )
}
