import { lazy } from 'react'
import type { Session } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { MenuOnDemand } from '#ui/menu-on-demand.tsx'
import { Initials } from './initials.tsx'
import classes from './top-menus.module.css'

const load = () => import('./person-menu-open.tsx')
const Open = lazy(load)

/** The person's initials, and behind them the person's menu. */
export function PersonMenu({ session }: { session: Session }) {
  return (
    <MenuOnDemand
      preload={load}
      menu={(button) => <Open session={session} button={button} />}
      button={(props) => (
        <button type="button" className={classes.person} {...props}>
          <Initials name={session.user.name} pictureUrl={session.user.pictureUrl} />
          <span data-unseen="always">{m['shell.person.menu']({ name: session.user.name })}</span>
        </button>
      )}
    />
  )
}
