import type { Session } from '#features/account/contract.ts'
import { menuIcon } from '#pages/menu-icons.ts'
import { dashboardTabs, menuItems, portalMenu } from '#pages/navigation.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { toPermissionMap } from '#platform/permissions.ts'
import { Icon } from '#ui/icon.tsx'
import classes from './member-form.module.css'

/** A portal as far as a menu depends on it. */
export interface SeenPortal {
  id: string
  name: string
  label: boolean
  master: boolean
}

/** What a menu is made from, for somebody who would hold these and nothing else. */
const sessionOf = ({ id, name, label, master }: SeenPortal, keys: ReadonlySet<string>) =>
  ({
    user: {
      staff: false,
      super: false,
      portals: [{ id, name, label, master, permissions: toPermissionMap(keys) }],
    },
    currentPortalId: id,
  }) as unknown as Session

/** Backline as somebody would see it with these permissions: where it opens, their menu, and what is not in it. */
export function WouldSee({ portal, keys }: { portal: SeenPortal; keys: ReadonlySet<string> }) {
  const session = sessionOf(portal, keys)
  const all = menuItems(session)
  const open = all.filter(({ disabled }) => !disabled)
  const partsOf = (id: string) =>
    (id === 'dashboard' ? dashboardTabs(session) : id === 'stocks' ? stocksTabs(session) : [])
      .map(({ title }) => title())
      .join(', ')
  const unseen = portalMenu.flatMap((entry) =>
    entry === 'divider' || entry.disabled || all.some(({ id }) => id === entry.id)
      ? []
      : portal.label || (entry.id !== 'portals' && entry.id !== 'events')
        ? [entry.title()]
        : [],
  )
  const [first] = open
  return (
    <div className={`${classes.seen} bl-notes`}>
      <p className={classes.quiet}>
        {first ? m['team.see.first']({ page: first.title() }) : m['team.see.account']()}
      </p>
      <ul className={classes.list}>
        {open.map(({ id, icon, title }) => (
          <li key={id}>
            <Icon path={menuIcon(icon)} size={16} />
            <span>
              {title()}
              {partsOf(id) ? <small>{partsOf(id)}</small> : undefined}
            </span>
          </li>
        ))}
      </ul>
      {unseen.length > 0 ? (
        <p className={classes.quiet}>{m['team.see.not']({ pages: unseen.join(', ') })}</p>
      ) : undefined}
    </div>
  )
}
