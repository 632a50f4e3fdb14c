import { mdiClose } from '@mdi/js'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import classes from './app.module.css'
import { letterPages } from './use-shortcuts.ts'

/** Every key that does something, by what it does. */
export default function ShortcutsDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const rows: [string, string[]][] = [
    [m['app.shortcuts.search'](), ['Ctrl K']],
    [m['app.shortcuts.menu'](), ['M']],
    [m['app.shortcuts.inbox'](), ['G', 'I']],
    ...letterPages(session).map(
      ({ title, letter }) =>
        [m['app.shortcuts.goTo']({ page: title }), ['G', letter.toUpperCase()]] as [string, string[]],
    ),
    [m['app.shortcuts.help'](), ['?']],
    [m['app.shortcuts.escape'](), ['Esc']],
  ]
  return (
    <Dialog label={m['app.shortcuts.title']()} size={480} onClose={onClose}>
      <div className={classes.head}>
        <h2 className={classes.title}>{m['app.shortcuts.title']()}</h2>
        <IconButton label={m['ui.close']()} path={mdiClose} onClick={onClose} data-autofocus />
      </div>
      <dl className={classes.keys}>
        {rows.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              {keys.map((key, at) => (
                <span key={key}>
                  {at > 0 ? <small>{m['app.shortcuts.then']()}</small> : undefined}
                  <kbd>{key}</kbd>
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.quiet}>{m['app.shortcuts.text']()}</p>
    </Dialog>
  )
}
