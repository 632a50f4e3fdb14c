import { mdiChevronDown } from '@mdi/js'
import { lazy } from 'react'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Cover, FourCovers } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuOnDemand } from '#ui/menu-on-demand.tsx'
import classes from './top-menus.module.css'

const load = () => import('./portal-switcher-open.tsx')
const Open = lazy(load)

/** The portal that a portal user works in; staff always have all of them before them. */
export function PortalSwitcher({ session }: { session: Session }) {
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

  return (
    <MenuOnDemand
      preload={load}
      menu={(button) => <Open portals={portals} portal={portal} button={button} />}
      button={(props) => (
        <button type="button" className={classes.switch} {...props}>
          <span data-unseen="always">{m['shell.portal.switch']()}</span>
          {shown}
          <Icon path={mdiChevronDown} size={16} />
        </button>
      )}
    />
  )
}
