import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { findPortals } from '#features/portals/pages/find-portals.ts'
import { m } from '#paraglide/messages.js'
import type { MenuButton } from '#ui/menu-on-demand.tsx'
import { PickBox, type PickOption } from '#ui/pick-box.tsx'

interface PortalSwitcherSearchProps {
  portals: readonly PickOption[]
  current: string
  button: MenuButton
  onChange: (portalId: string) => void
}

/** Among many portals one is searched for by name; opens as soon as it is there. */
export default function PortalSwitcherSearch({
  portals,
  current,
  button,
  onChange,
}: PortalSwitcherSearchProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const id = useId()
  const opener = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => document.getElementById(id)?.showPopover(), [id])
  return (
    <>
      {button({ ref: opener, popoverTarget: id, 'aria-haspopup': 'dialog', 'aria-expanded': open })}
      <PickBox
        {...{ id, opener, open }}
        label={m['shell.portal.switch']()}
        value={current}
        options={portals}
        find={(q) => findPortals(api, q)}
        onOpen={setOpen}
        onChoose={({ value }) => onChange(value)}
      />
    </>
  )
}
