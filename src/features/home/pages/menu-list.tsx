import { Link } from '@tanstack/react-router'
import type { Session } from '#features/account/contract.ts'
import { menuIcon } from '#pages/menu-icons.ts'
import { type MenuEntry, menuFor } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Icon } from '#ui/icon.tsx'
import classes from './menu-list.module.css'

interface MenuListProps {
  session: Session
  path: string
  /** After an entry is chosen: a drawer closes. */
  onChoose?: () => void
}

/** The person's menu. A disabled entry is said to be so, and leads nowhere. */
export function MenuList({ session, path, onChoose }: MenuListProps) {
  return (
    <ul className={classes.menu}>
      {menuFor(session).map((entry, at, all) => (
        <li
          key={entry === 'divider' ? `after-${nameOf(all[at - 1])}` : entry.id}
          className={entry === 'divider' ? classes.divider : undefined}
        >
          {entry === 'divider' ? undefined : <Entry entry={entry} path={path} onChoose={onChoose} />}
        </li>
      ))}
    </ul>
  )
}

interface EntryProps {
  entry: Exclude<MenuEntry, 'divider'>
  path: string
  onChoose: (() => void) | undefined
}

function Entry({ entry, path, onChoose }: EntryProps) {
  if (entry.disabled)
    return (
      <span className={classes.entry} aria-disabled="true" title={entry.title()}>
        <Icon path={menuIcon(entry.icon)} />
        <span>{entry.title()}</span>
        <small>{m['shell.menu.soon']()}</small>
      </span>
    )
  return (
    <Link
      to={entry.link as '/portals'}
      className={classes.entry}
      data-here={path === entry.link || path.startsWith(`${entry.link}/`) || undefined}
      aria-current={path === entry.link ? 'page' : undefined}
      title={entry.title()}
      {...(onChoose ? { onClick: onChoose } : {})}
    >
      <Icon path={menuIcon(entry.icon)} />
      <span>{entry.title()}</span>
    </Link>
  )
}

const nameOf = (entry: MenuEntry | undefined) => (typeof entry === 'object' ? entry.id : 'start')
