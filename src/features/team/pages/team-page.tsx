import { mdiAccountPlusOutline } from '@mdi/js'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { failureCode, isFailure } from '#client.ts'
import { TeamDemandSwitch } from '#features/two-factor/pages/team-demand.tsx'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { Member } from '../contract.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { teamColumns } from './team-columns.tsx'

/** Who gets into the current portal. */
export const Route = createFileRoute('/_app/team')({
  loader: async ({ context }) => {
    const portal = currentPortal(context.session)
    return {
      team: portal ? await context.api.team.listTeam({ portalId: portal.id }, { key: 'team' }) : undefined,
      demand: portal?.master ? await context.api.twoFactor.teamDemand({ portalId: portal.id }) : undefined,
    }
  },
  head: () => ({ meta: [{ title: `${m['team.title']()} · Backline` }] }),
  component: TeamPage,
})

function TeamPage() {
  const { session, api } = Route.useRouteContext()
  const { team, demand } = Route.useLoaderData()
  const router = useRouter()
  const [inviting, setInviting] = useState(false)
  const [leaving, setLeaving] = useState<Member>()
  const portal = currentPortal(session)
  if (!portal || !session) return null
  const mayInvite = can(portal.permissions, 'team.createoreditteammembers')

  const remove = async (member: Member) => {
    setLeaving(undefined)
    const result = await api.team.removeMember({ portalId: portal.id, memberId: member.id })
    if (isFailure(result)) toast(messageOf(result), { kind: 'error' })
    else toast(m['team.removed']({ name: member.name }))
    await router.invalidate()
  }
  const resend = async (member: Member) => {
    const result = await api.team.resendInvitation({ portalId: portal.id, memberId: member.id })
    if (isFailure(result)) toast(messageOf(result), { kind: 'error' })
    else toast(m['team.resent']())
  }
  const invite = (
    <Button look="primary" icon={mdiAccountPlusOutline} onClick={() => setInviting(true)}>
      {m['team.invite']()}
    </Button>
  )
  return (
    <Page
      title={m['team.title']()}
      lead={m['team.lead']({ name: portal.name })}
      actions={mayInvite ? invite : undefined}
    >
      {isFailure(team) ? (
        <ErrorState
          title={m['team.loadFailed']()}
          code={failureCode(team)}
          onRetry={() => router.invalidate()}
        />
      ) : (
        <>
          <DataTable
            label={m['team.title']()}
            columns={teamColumns({
              selfId: session.user.id,
              onRemove: setLeaving,
              onResend: resend,
              mayInvite,
            })}
            rows={team.items}
            rowKey={({ id }) => id}
          />
          {demand && !isFailure(demand) ? (
            <TeamDemandSwitch portalId={portal.id} demand={demand} />
          ) : undefined}
          {team.total === 1 && mayInvite ? (
            <Empty title={m['team.alone.title']()} text={m['team.alone.text']()} action={invite} />
          ) : undefined}
        </>
      )}
      <InviteDialog opened={inviting} session={session} portal={portal} onClose={() => setInviting(false)} />
      <Confirm
        question={
          leaving && {
            title: m['team.removeTitle']({ name: leaving.name }),
            text: m['team.removeText']({ portal: portal.name }),
            verb: m['team.removeVerb'](),
            danger: true,
          }
        }
        onConfirm={() => leaving && remove(leaving)}
        onCancel={() => setLeaving(undefined)}
      />
    </Page>
  )
}

/** What the server says of a refusal, for a toast. */
const messageOf = (result: { error: true | { message: string } } | undefined) =>
  typeof result?.error === 'object' ? result.error.message : m['team.loadFailed']()
