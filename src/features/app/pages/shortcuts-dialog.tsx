import { Modal } from '@mantine/core'
import { mdiClose } from '@mdi/js'
import { useEffect, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { ModalRoot } from '#ui/modal-root.tsx'
import classes from './app.module.css'
import { letterPages } from './use-shortcuts.ts'

/** Every key that does something, by what it does. */
export default function ShortcutsDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(true), [])
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
    <ModalRoot opened={shown} onClose={onClose} size={480} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content>
        <Modal.Body>
          <div className={classes.head}>
            <Modal.Title className={classes.title}>{m['app.shortcuts.title']()}</Modal.Title>
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
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
