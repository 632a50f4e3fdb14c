import { Menu } from '@mantine/core'
import { Fragment } from 'react'
import { Icon } from './icon.tsx'
import type { MenuAct } from './menu-act.ts'
import { MenuFrame } from './menu-frame.tsx'
import type { MenuButton } from './menu-on-demand.tsx'

/** The open menu of an `ActsMenu`. */
export default function ActsMenuOpen({ button, acts }: { button: MenuButton; acts: readonly MenuAct[] }) {
  return (
    <MenuFrame position="bottom-end" button={button}>
      {acts.map(({ label, path, danger, href, onClick }, n) => {
        const common = { leftSection: <Icon path={path} />, ...(danger ? { 'data-danger': true } : {}) }
        return (
          <Fragment key={label}>
            {danger && n > 0 && !acts[n - 1]?.danger ? <Menu.Divider /> : undefined}
            {href ? (
              <Menu.Item component="a" href={href} {...common}>
                {label}
              </Menu.Item>
            ) : (
              <Menu.Item onClick={onClick} {...common}>
                {label}
              </Menu.Item>
            )}
          </Fragment>
        )
      })}
    </MenuFrame>
  )
}
