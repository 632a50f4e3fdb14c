import { Menu } from '@mantine/core'
import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import type { SessionPortal } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { Cover } from '#ui/cover.tsx'
import { MenuFrame } from '#ui/menu-frame.tsx'
import type { MenuButton } from '#ui/menu-on-demand.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './top-menus.module.css'

interface PortalSwitcherOpenProps {
  portals: readonly SessionPortal[]
  portal: SessionPortal
  button: MenuButton
}

/** The portals that the person reaches; choosing one makes it the current one. */
export default function PortalSwitcherOpen({ portals, portal, button }: PortalSwitcherOpenProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const change = async (portalId: string) => {
    if (portalId === portal.id) return
    if (isFailure(await api.account.switchPortal({ portalId })))
      toast(m['shell.portal.failed'](), { kind: 'error' })
    // Everything on screen belongs to the portal that was left.
    else window.location.reload()
  }
  return (
    <MenuFrame position="bottom-start" button={button}>
      {portals.map((each) => (
        <Menu.Item
          key={each.id}
          leftSection={<Cover of={each} size={24} />}
          data-here={each.id === portal.id || undefined}
          aria-current={each.id === portal.id ? 'true' : undefined}
          onClick={() => change(each.id)}
        >
          {each.name}
          {each.label ? <span className={classes.switchLabel}>{m['shell.portal.label']()}</span> : undefined}
        </Menu.Item>
      ))}
    </MenuFrame>
  )
}
