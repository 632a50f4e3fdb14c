import type { ReactNode } from 'react'
import { m } from '#paraglide/messages.js'
import { ButtonLink } from '#ui/button.tsx'
import { Frame } from '#ui/page.tsx'
import classes from './portal-page.module.css'
import type { OnePortal } from './portal-values.ts'

interface LegalFrameProps {
  portal: OnePortal
  /** May the reader open the page of the account's master portal? */
  opensMaster: boolean
  /** The way to this portal's texts, where they are decided. */
  children: ReactNode
}

/** The legal texts of the account, and the way to where they are changed: its master portal, and nowhere else. */
export function LegalFrame({ portal, opensMaster, children }: LegalFrameProps) {
  const { master, masterPortal, account } = portal
  return (
    <Frame title={m['accounts.legal.title']()}>
      <p className={classes.quiet}>{m['accounts.legal.why']({ account: account.name })}</p>
      {master ? (
        <p className={classes.go}>{children}</p>
      ) : masterPortal ? (
        <>
          <p className={classes.quiet}>{m['accounts.legal.atMaster']({ portal: masterPortal.name })}</p>
          {opensMaster && masterPortal.id ? (
            <p className={classes.go}>
              <ButtonLink size="sm" to="/portals/$portalId/legal" params={{ portalId: masterPortal.id }}>
                {m['accounts.legal.openMaster']({ portal: masterPortal.name })}
              </ButtonLink>
            </p>
          ) : undefined}
        </>
      ) : (
        <p className={classes.quiet}>{m['accounts.legal.ofMaster']()}</p>
      )}
    </Frame>
  )
}
