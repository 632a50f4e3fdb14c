import { mdiAccountPlusOutline } from '@mdi/js'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { type Failure, isFailure, reasonOf } from '#client.ts'
import { TeamDemandSwitch } from '#features/two-factor/pages/team-demand.tsx'
import { currentPortal } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useAskFirst } from '#ui/ask-first.tsx'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Empty } from '#ui/empty.tsx'
import { Loaded } from '#ui/loaded.tsx'
import { Page } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import type { Member } from '../contract.ts'
import { AskedElsewhere } from './asked-elsewhere.tsx'
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
  const [inviting, setInviting] = useState(false)
  const portal = currentPortal(session)
  const removal = useAskFirst<Member>({
    question: ({ name }) => ({
      title: m['team.removeTitle']({ name }),
      text: m['team.removeText']({ portal: portal?.name ?? '' }),
      verb: m['team.removeVerb'](),
      danger: true,
    }),
    act: ({ id }) => api.team.removeMember({ portalId: portal?.id ?? '', memberId: id }),
    done: ({ name }) => m['team.removed']({ name }),
    failed: messageOf,
  })
  if (!portal || !session) return null
  const mayInvite = can(portal.permissions, 'team.createoreditteammembers')

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
      <Loaded of={team} failed={m['team.loadFailed']()}>
        {({ items, total, elsewhere }) => (
          <div className="bl-stack">
            <DataTable
              label={m['team.title']()}
              columns={teamColumns({
                selfId: session.user.id,
                onRemove: removal.ask,
                onResend: resend,
                mayInvite,
              })}
              rows={items}
              rowKey={({ id }) => id}
            />
            <AskedElsewhere asked={elsewhere} mayInvite={mayInvite} />
            {demand && !isFailure(demand) ? (
              <TeamDemandSwitch portalId={portal.id} demand={demand} />
            ) : undefined}
            {total === 1 && mayInvite ? (
              <Empty title={m['team.alone.title']()} text={m['team.alone.text']()} action={invite} />
            ) : undefined}
          </div>
        )}
      </Loaded>
      <InviteDialog
        opened={inviting}
        session={session}
        portals={[portal]}
        onClose={() => setInviting(false)}
      />
      {removal.dialog}
    </Page>
  )
}

/** What the server says of a refusal, for a toast. */
const messageOf = (result: Failure | undefined) => reasonOf(result) ?? m['team.loadFailed']()
