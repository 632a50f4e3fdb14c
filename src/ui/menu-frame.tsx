import { Menu, type MenuProps } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { menuClasses } from './menu.ts'
import type { MenuButton } from './menu-on-demand.tsx'

interface MenuFrameProps extends Pick<MenuProps, 'position'> {
  button: MenuButton
  children: ReactNode
}

/** The menu of a `MenuOnDemand`: opens as soon as it is there. */
export function MenuFrame({ button, position, children }: MenuFrameProps) {
  const [opened, setOpened] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  // The button is a new element: it takes the focus over, so that closing gives it back.
  useEffect(() => {
    target.current?.focus()
    setOpened(true)
  }, [])
  return (
    <Menu opened={opened} onChange={setOpened} position={position} classNames={menuClasses}>
      <Menu.Target>{button({ ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
