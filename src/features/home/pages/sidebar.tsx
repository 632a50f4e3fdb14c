import { mdiDockLeft } from '@mdi/js'
import { useSyncExternalStore } from 'react'
import type { Session } from '#features/account/contract.ts'
import { menuCollapsed, onMenuChange, toggleMenu } from '#pages/menu-state.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import { Logo } from '#ui/logo.tsx'
import { MenuList } from './menu-list.tsx'
import classes from './sidebar.module.css'

/** The menu beside the page: whole, or icons only. */
export function Sidebar({ session, path }: { session: Session; path: string }) {
  const collapsed = useSyncExternalStore(onMenuChange, menuCollapsed, () => false)
  const label = collapsed ? m['shell.menu.expand']() : m['shell.menu.collapse']()
  return (
    <nav data-narrow className={classes.side} aria-label={m['shell.menu.label']()}>
      <div className={classes.brand}>
        <Logo />
      </div>
      <div className={classes.nav}>
        <MenuList session={session} path={path} />
      </div>
      <button
        type="button"
        className={classes.foot}
        onClick={toggleMenu}
        aria-expanded={!collapsed}
        title={label}
      >
        <Icon path={mdiDockLeft} />
        <span>{label}</span>
      </button>
    </nav>
  )
}
