import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { useFreshSession } from '#features/account/pages/use-fresh-session.ts'
import { m } from '#paraglide/messages.js'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { givenWord } from '#ui/given-word.ts'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { OwnInvitation, OwnTeam } from '../own-contract.ts'
import classes from './own-teams.module.css'

interface OwnTeamsProps {
  own: { teams: OwnTeam[]; invitations: OwnInvitation[] }
}

/** The teams that ask for one, to accept or decline, and those that one is in, to leave. */
export function OwnTeams({ own }: OwnTeamsProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const freshSession = useFreshSession()
  const leaving = useAskFirst<OwnTeam>({
    question: ({ name }) => ({
      title: m['team.own.leaveTitle']({ portal: name }),
      text: m['team.own.leaveText'](),
      verb: m['team.own.leaveVerb'](),
      danger: true,
    }),
    act: async ({ portalId }) => {
      const left = await api.team.leaveTeam({ portalId })
      // The menu and the portals to choose from are other ones now.
      await freshSession()
      return left
    },
    done: ({ name }) => m['team.own.left']({ portal: name }),
    failed: m['team.own.failed'],
  })
  const done = async (answer: unknown, said: string) => {
    if (answer !== null && isFailure(answer as never)) toast(m['team.own.failed'](), { kind: 'error' })
    else toast(said)
    // The menu and the portals to choose from are other ones now.
    await freshSession()
    await router.invalidate()
  }
  const accept = async ({ id }: OwnInvitation) =>
    done(await api.team.acceptInvitation({ invitationId: id }), m['team.own.accepted']())
  const decline = async ({ id }: OwnInvitation) =>
    done(await api.team.declineInvitation({ invitationId: id }), m['team.own.declined']())
  return (
    <Frame title={m['team.own.title']()}>
      {own.teams.length + own.invitations.length === 0 ? (
        <p className={classes.quiet}>{m['team.own.empty']()}</p>
      ) : undefined}
      <ul className={classes.list}>
        {own.invitations.map((one) => (
          <Asking key={one.id} invitation={one} onAccept={() => accept(one)} onDecline={() => decline(one)} />
        ))}
        {own.teams.map((one) => (
          <li key={one.portalId}>
            <span className={classes.what}>
              <b>{one.name}</b>
              <small>
                {givenWord(one)}
                {one.master ? ` · ${m['team.own.wholeLabel']()}` : ''}
              </small>
              {one.staysBecause ? <small>{stayWords[one.staysBecause]()}</small> : undefined}
            </span>
            {one.staysBecause ? undefined : (
              <Button
                size="sm"
                aria-label={m['team.own.leaveLabel']({ portal: one.name })}
                onClick={() => leaving.ask(one)}
              >
                {m['team.own.leave']()}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {leaving.dialog}
    </Frame>
  )
}

const stayWords: Record<NonNullable<OwnTeam['staysBecause']>, () => string> = {
  lastOwner: m['team.own.lastOwner'],
  replaces: m['team.own.replaces'],
}

function Asking({
  invitation,
  onAccept,
  onDecline,
}: {
  invitation: OwnInvitation
  onAccept: () => void
  onDecline: () => void
}) {
  const { by, portals } = invitation
  const portal = portals.map(({ name }) => name).join(', ')
  return (
    <li data-asking>
      <span className={classes.what}>
        <small>{by ? m['team.own.asks']({ name: by }) : m['team.own.asksGone']()}</small>
        {portals.map(({ id, name, ...given }) => (
          <span key={id}>
            <b>{name}</b> <small>{givenWord(given)}</small>
          </span>
        ))}
      </span>
      <span className={classes.acts}>
        <Button
          size="sm"
          look="primary"
          aria-label={m['team.own.acceptLabel']({ portal })}
          onClick={onAccept}
        >
          {m['team.own.accept']()}
        </Button>
        <Button size="sm" aria-label={m['team.own.declineLabel']({ portal })} onClick={onDecline}>
          {m['team.own.decline']()}
        </Button>
      </span>
    </li>
  )
}
