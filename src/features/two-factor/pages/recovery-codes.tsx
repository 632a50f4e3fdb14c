import { mdiContentCopy, mdiDownloadOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { toast } from '#ui/toast.tsx'
import classes from './two-factor.module.css'

/** The codes, the only time that they are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const text = `${codes.join('\n')}\n`
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    toast(m['twoFactor.copied']())
  }
  return (
    <div className={classes.form}>
      <h2>{m['twoFactor.codesTitle']()}</h2>
      <p className={classes.quiet}>{m['twoFactor.codesLead']()}</p>
      <ol className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes.actions}>
        <Button icon={mdiContentCopy} onClick={copy}>
          {m['twoFactor.copy']()}
        </Button>
        <Button icon={mdiDownloadOutline} onClick={() => download('backline-codes.txt', text, 'text/plain')}>
          {m['twoFactor.download']()}
        </Button>
        <Button look="primary" onClick={onDone}>
          {m['twoFactor.saved']()}
        </Button>
      </div>
    </div>
  )
}
