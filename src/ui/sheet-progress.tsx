import { m } from '#paraglide/messages.js'
import { here } from './formats.ts'
import classes from './sheet-dialog.module.css'
import type { UploadProgress } from './upload.ts'

/** Where each phase begins and ends on the way, by what it takes of the whole. */
const stretches = { send: [0, 0.15], read: [0.15, 0.8], merge: [0.8, 0.95], rollup: [0.95, 1] } as const

/** How far a file has come, said and drawn; a file that tells nothing is read in a moment. */
export function SheetProgress({ progress }: { progress: UploadProgress | undefined }) {
  const word = progress ? wordOf(progress) : m['ui.sheet.working']()
  const [from, to] = stretches[progress?.phase ?? 'send']
  return (
    <p className={classes.busy} role="status">
      <progress
        aria-label={m['ui.sheet.working']()}
        {...(progress ? { max: 1, value: from + (to - from) * progress.share } : {})}
      />{' '}
      {word}
    </p>
  )
}

function wordOf(progress: UploadProgress): string {
  const { number, percent } = here()
  switch (progress.phase) {
    case 'send':
      return m['ui.sheet.sending']({ share: percent(progress.share, 0) })
    case 'read':
      return m['ui.sheet.reading']({ rows: number(progress.rows), share: percent(progress.share, 0) })
    case 'merge':
      return m['ui.sheet.saving']({ rows: number(progress.rows) })
    case 'rollup':
      return m['ui.sheet.adding']()
  }
}
