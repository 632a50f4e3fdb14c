import { Menu } from '@mantine/core'
import { mdiChevronDown } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { Cover, FourCovers } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { menuClasses } from '#ui/menu.ts'
import { toast } from '#ui/toast.tsx'
import classes from './top-menus.module.css'

/** The portal that a portal user works in; staff always have all of them before them. */
export function PortalSwitcher({ session }: { session: Session }) {
  const { api } = useRouteContext({ from: '__root__' })
  const portals = session.user.portals ?? []
  const portal = currentPortal(session)

  if (session.user.staff) {
    return (
      <span className={`${classes.switch} ${classes.fixed}`}>
        <FourCovers />
        <span>{m['shell.portal.all']()}</span>
      </span>
    )
  }
  if (!portal) return null
  const shown = (
    <>
      <Cover of={portal} size={24} />
      <span>{portal.name}</span>
    </>
  )
  if (portals.length === 1) return <span className={`${classes.switch} ${classes.fixed}`}>{shown}</span>

  const change = async (portalId: string) => {
    if (portalId === portal.id) return
    if (isFailure(await api.account.switchPortal({ portalId })))
      toast(m['shell.portal.failed'](), { kind: 'error' })
    // Everything on screen belongs to the portal that was left.
    else window.location.reload()
  }
  return (
    <Menu position="bottom-start" classNames={menuClasses}>
      <Menu.Target>
        <button type="button" className={classes.switch}>
          <span className={classes.unseen}>{m['shell.portal.switch']()}</span>
          {shown}
          <Icon path={mdiChevronDown} size={16} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {portals.map((each) => (
          <Menu.Item
            key={each.id}
            leftSection={<Cover of={each} size={24} />}
            data-here={each.id === portal.id || undefined}
            aria-current={each.id === portal.id ? 'true' : undefined}
            onClick={() => change(each.id)}
          >
            {each.name}
            {each.label ? (
              <span className={classes.switchLabel}>{m['shell.portal.label']()}</span>
            ) : undefined}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
