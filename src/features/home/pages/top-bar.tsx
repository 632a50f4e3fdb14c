import { useMantineColorScheme } from '@mantine/core'
import { mdiCircleHalfFull, mdiMenu } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { Session } from '#features/account/contract.ts'
import { Bell } from '#features/inbox/pages/bell.tsx'
import { SearchButton } from '#features/search/pages/search-button.tsx'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import { LanguageLink } from '#ui/language-link.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PortalSwitcher } from './portal-switcher.tsx'
import classes from './top-bar.module.css'

const MenuDrawer = lazy(() => import('./menu-drawer.tsx'))

/** Whose portal, in which language and light, and who you are. */
export function TopBar({ session, path }: { session: Session; path: string }) {
  const [drawer, setDrawer] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <header className={classes.top}>
      <span className={classes.phone} data-opens-menu>
        <IconButton
          label={m['shell.menu.open']()}
          path={mdiMenu}
          aria-expanded={drawer === 'open'}
          onClick={() => setDrawer('open')}
        />
      </span>
      <PortalSwitcher session={session} />
      <span className={classes.space} />
      <SearchButton session={session} />
      <span className={classes.space} data-wide />
      <Bell />
      <span className={classes.desk}>
        <LanguageLink className={classes.language}>{m['shell.language.code']()}</LanguageLink>
        <ModeButton />
      </span>
      <PersonMenu session={session} />
      {drawer === 'never' ? undefined : (
        <Suspense>
          <MenuDrawer
            session={session}
            path={path}
            opened={drawer === 'open'}
            onClose={() => setDrawer('closed')}
          />
        </Suspense>
      )}
    </header>
  )
}

const never = () => () => {}

/** Light or dark by hand; from then on the hour no longer decides. */
function ModeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { api } = useRouteContext({ from: '__root__' })
  // The server does not know the reader's hour: what it wrote is taken over first, then put right.
  const dark = useSyncExternalStore(
    never,
    () => colorScheme === 'dark',
    () => false,
  )
  const toggle = () => {
    const colorMode = dark ? 'light' : 'dark'
    setColorScheme(colorMode)
    void api.account.keepColorMode({ colorMode })
  }
  return (
    <IconButton
      label={dark ? m['shell.mode.toLight']() : m['shell.mode.toDark']()}
      path={mdiCircleHalfFull}
      onClick={toggle}
    />
  )
}
