import { mdiEmailArrowRightOutline } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { givenWord } from '#ui/given-word.ts'
import { localized } from '#ui/localized.ts'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { AskedElsewhere as Asked } from '../contract.ts'
import classes from './team.module.css'

/** Below a label's team: who is asked to others of its portals, to be asked again or no more. */
export function AskedElsewhere({ asked, mayInvite }: { asked: readonly Asked[]; mayInvite: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  if (asked.length === 0) return undefined

  const resend = async ({ id: memberId, portals: [first] }: Asked) => {
    if (!first) return
    const sent = await api.team.resendInvitation({ portalId: first.id, memberId })
    if (isFailure(sent)) toast(reasonOf(sent) ?? m['team.loadFailed'](), { kind: 'error' })
    else toast(m['team.resent']())
  }
  const withdraw = async ({ id: memberId, name, portals }: Asked) => {
    for (const { id: portalId } of portals) {
      const gone = await api.team.removeMember({ portalId, memberId })
      if (gone !== null && isFailure(gone)) {
        toast(reasonOf(gone) ?? m['team.loadFailed'](), { kind: 'error' })
        break
      }
    }
    await router.invalidate()
    toast(m['team.elsewhere.withdrawn']({ name }))
  }
  return (
    <Frame title={m['team.elsewhere.title']()}>
      <ul className={classes.invited}>
        {asked.map((one) => (
          <li key={one.id}>
            <div>
              <a href={localized(`/portals/${one.portals[0]?.id}/team/${one.id}`)}>{one.name}</a>{' '}
              <span>{one.email}</span>
              <p className={classes.quiet}>
                {one.portals.map(({ name, ...given }) => `${name}: ${givenWord(given)}`).join(' · ')}
              </p>
            </div>
            {mayInvite ? (
              <div className="bl-buttons-end">
                <Button size="sm" icon={mdiEmailArrowRightOutline} onClick={() => resend(one)}>
                  {m['team.resend']()}
                </Button>
                <Button size="sm" look="ghost" onClick={() => withdraw(one)}>
                  {m['team.revoke']()}
                </Button>
              </div>
            ) : undefined}
          </li>
        ))}
      </ul>
    </Frame>
  )
}
