import { mdiChevronRight } from '@mdi/js'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import classes from './dashboard-page.module.css'
import type { Need } from './waiting-needs.ts'

/** So many are read at a glance; one more than that needs no button. */
const shownAtOnce = 7

/** What waits for somebody, or that nothing does. `beyond`: how many more there are than were told. */
export function NeedsFrame({ needs, beyond }: { needs: Need[]; beyond: number }) {
  const [all, setAll] = useState(false)
  const { number } = here()
  const cut = !all && needs.length > shownAtOnce + 1
  const shown = cut ? needs.slice(0, shownAtOnce) : needs
  return (
    <Frame title={m['dashboard.needs.title']()}>
      {needs.length === 0 ? (
        <p className={classes.quiet}>{m['dashboard.needs.none']()}</p>
      ) : (
        <ul className={classes.needs}>
          {shown.map(({ id, text, link, search, severe }) => (
            <li key={id}>
              <Link to={link} {...(search ? { search } : {})}>
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
