import { mdiChevronDown } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { lazy } from 'react'
import { isFailure } from '#client.ts'
import type { Session } from '#features/account/contract.ts'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Cover, FourCovers } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { MenuOnDemand } from '#ui/menu-on-demand.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './top-menus.module.css'

const loadMenu = () => import('./portal-switcher-open.tsx')
const Menu = lazy(loadMenu)
const loadSearch = () => import('./portal-switcher-search.tsx')
const Search = lazy(loadSearch)

/** More than this many names are searched rather than read through. */
const readThrough = 12

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
  const many = portals.length > readThrough
  const names = portals.map(({ id, name }) => ({ value: id, label: name }))

  return (
    <MenuOnDemand
      preload={many ? loadSearch : loadMenu}
      menu={(button) =>
        many ? (
          <Search portals={names} current={portal.id} button={button} onChange={change} />
        ) : (
          <Menu portals={portals} current={portal.id} button={button} onChange={change} />
        )
      }
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
