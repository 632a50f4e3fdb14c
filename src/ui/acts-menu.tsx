import { mdiDotsHorizontal } from '@mdi/js'
import { lazy } from 'react'
import { IconButton } from './button.tsx'
import type { MenuAct } from './menu-act.ts'
import { MenuOnDemand } from './menu-on-demand.tsx'

const load = () => import('./acts-menu-open.tsx')
const Open = lazy(load)

/** «…» of a row or a page, with what can be done with it. Where something may not be done, its place is empty. */
export function ActsMenu({
  label,
  acts,
}: {
  label: string
  acts: readonly (MenuAct | undefined | null | false)[]
}) {
  const offered = acts.filter((act) => act !== undefined && act !== null && act !== false)
  if (offered.length === 0) return null
  return (
    <MenuOnDemand
      preload={load}
      menu={(button) => <Open button={button} acts={offered} />}
      button={(props) => <IconButton label={label} path={mdiDotsHorizontal} {...props} />}
    />
  )
}
