import { Menu } from '@mantine/core'
import type { SessionPortal } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { Cover } from '#ui/cover.tsx'
import { MenuFrame } from '#ui/menu-frame.tsx'
import type { MenuButton } from '#ui/menu-on-demand.tsx'
import classes from './top-menus.module.css'

interface PortalSwitcherOpenProps {
  portals: readonly SessionPortal[]
  current: string
  button: MenuButton
  onChange: (portalId: string) => void
}

/** The portals that the person reaches; choosing one makes it the current one. */
export default function PortalSwitcherOpen({ portals, current, button, onChange }: PortalSwitcherOpenProps) {
  return (
    <MenuFrame position="bottom-start" button={button}>
      {portals.map((each) => (
        <Menu.Item
          key={each.id}
          leftSection={<Cover of={each} size={24} />}
          data-here={each.id === current || undefined}
          aria-current={each.id === current ? 'true' : undefined}
          onClick={() => onChange(each.id)}
        >
          {each.name}
          {each.label ? <span className={classes.switchLabel}>{m['shell.portal.label']()}</span> : undefined}
        </Menu.Item>
      ))}
    </MenuFrame>
  )
}
