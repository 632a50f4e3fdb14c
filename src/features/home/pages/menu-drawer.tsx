import { Drawer } from '@mantine/core'
import { mdiClose } from '@mdi/js'
import { useEffect, useState } from 'react'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { Logo } from '#ui/logo.tsx'
import { Initials } from './initials.tsx'
import classes from './menu-drawer.module.css'
import { MenuList } from './menu-list.tsx'

interface MenuDrawerProps {
  session: Session
  path: string
  opened: boolean
  onClose: () => void
}

/** The menu on a phone. Focus goes to the close button and comes back to the menu button. */
export default function MenuDrawer({ session, path, opened, onClose }: MenuDrawerProps) {
  const portal = currentPortal(session)
  // Opened a moment after it is there: only then does the dialog note where the focus has to go back to.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return (
    <Drawer.Root opened={shown} onClose={onClose} size={304}>
      <Drawer.Overlay backgroundOpacity={0.5} />
      <Drawer.Content aria-label={m['shell.menu.label']()}>
        <Drawer.Body className={classes.body}>
          <div className={classes.head}>
            <Logo />
            <IconButton label={m['shell.menu.close']()} path={mdiClose} onClick={onClose} data-autofocus />
          </div>
          <nav className={classes.nav} aria-label={m['shell.menu.label']()}>
            <MenuList session={session} path={path} onChoose={onClose} />
          </nav>
          <div className={classes.foot}>
            <Initials name={session.user.name} pictureUrl={session.user.pictureUrl} />
            <span>{portal ? `${session.user.name}, ${portal.name}` : session.user.name}</span>
          </div>
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}
