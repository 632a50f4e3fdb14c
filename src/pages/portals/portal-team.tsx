import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import classes from '#features/portals/pages/portal-page.module.css'
import type { OnePortal } from '#features/portals/pages/portal-values.ts'
import { permissionsAt } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { here } from '#ui/formats.ts'
import { givenWord } from '#ui/given-word.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'

const InviteDialog = lazy(() =>
  import('#features/team/pages/invite-dialog.tsx').then((module) => ({ default: module.InviteDialog })),
)

/** Who works in a portal, and the way to ask somebody else. */
export function TeamFrame({ portal, now }: { portal: OnePortal; now: Date }) {
  const { session } = useRouteContext({ from: '__root__' })
  const [inviting, setInviting] = useState(false)
  const own = session?.user.portals?.find(({ id }) => id === portal.id)
  return (
    <Frame
      title={m['portals.one.team']()}
      control={
        own && can(own.permissions, 'team.createoreditteammembers') ? (
          <Button size="sm" onClick={() => setInviting(true)}>
            {m['team.invite']()}
          </Button>
        ) : undefined
      }
    >
      <Team portalId={portal.id} team={portal.team} now={now} />
      <Suspense>
        {inviting && session && own ? (
          <InviteDialog opened session={session} portals={[own]} onClose={() => setInviting(false)} />
        ) : undefined}
      </Suspense>
    </Frame>
  )
}

function Team({ portalId, team, now }: { portalId: string; team: OnePortal['team']; now: Date }) {
  const { ago } = here()
  const { session } = useRouteContext({ from: '__root__' })
  const opens = can(permissionsAt(session, portalId), 'team.viewteammembers')
  if (team.length === 0) return <p className={classes.quiet}>{m['portals.one.teamEmpty']()}</p>
  return (
    <ul className={classes.team}>
      {team.map((member) => (
        <li key={member.id}>
          <span className={classes.person}>
            {opens ? (
              <a href={localized(`/portals/${portalId}/team/${member.id}`)}>{member.name}</a>
            ) : (
              <b>{member.name}</b>
            )}
            <span className={classes.quiet}>
              {member.inherited ? `${givenWord(member)}, ${m['portals.one.inherited']()}` : givenWord(member)}
            </span>
          </span>
          <span className={classes.quiet}>
            {member.pending
              ? m['portals.one.pending']()
              : member.lastSeenAt
                ? ago(member.lastSeenAt, now)
                : m['portals.one.never']()}
          </span>
        </li>
      ))}
    </ul>
  )
}
