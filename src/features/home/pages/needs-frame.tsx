import { mdiChevronRight } from '@mdi/js'
import { Link, useRouteContext } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './dashboard-page.module.css'
import type { Need } from './waiting-needs.ts'

/** So many are read at a glance; one more than that needs no button. */
const shownAtOnce = 7

/** What waits for somebody, or that nothing does. `beyond`: how many more there are than were told. */
export function NeedsFrame({ needs, beyond }: { needs: Need[]; beyond: number }) {
  const [all, setAll] = useState(false)
  const { number } = here()
  const { api } = useRouteContext({ from: '__root__' })
  // The whole page is about the portal that one works in: another one is another document.
  const goThere = async (event: MouseEvent<HTMLAnchorElement>, portalId: string) => {
    const { href } = event.currentTarget
    event.preventDefault()
    if (isFailure(await api.account.switchPortal({ portalId })))
      toast(m['shell.portal.failed'](), { kind: 'error' })
    else window.location.assign(href)
  }
  const cut = !all && needs.length > shownAtOnce + 1
  const shown = cut ? needs.slice(0, shownAtOnce) : needs
  return (
    <Frame title={m['dashboard.needs.title']()}>
      {needs.length === 0 ? (
        <p className={classes.quiet}>{m['dashboard.needs.none']()}</p>
      ) : (
        <ul className={classes.needs}>
          {shown.map(({ id, text, link, search, workIn, severe }) => (
            <li key={id}>
              <Link
                to={link}
                {...(search ? { search } : {})}
                onClick={workIn ? (event) => goThere(event, workIn) : undefined}
              >
                <Status mark={severe ? 'broken' : 'review'}>{text}</Status>
                <Icon path={mdiChevronRight} />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {cut ? (
        <Button onClick={() => setAll(true)}>
          {m['dashboard.needs.more']({ count: number(needs.length - shownAtOnce + beyond) })}
        </Button>
      ) : beyond > 0 ? (
        <p className={classes.quiet}>{m['dashboard.needs.beyond']({ count: number(beyond) })}</p>
      ) : undefined}
    </Frame>
  )
}
