import { mdiAccountRemoveOutline, mdiEmailFastOutline, mdiPencilOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { ActsMenu } from '#ui/acts-menu.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { givenWord } from '#ui/given-word.ts'
import { localized } from '#ui/localized.ts'
import { NameCell } from '#ui/name-cell.tsx'
import { Status } from '#ui/status.tsx'
import type { Member } from '../contract.ts'
import classes from './team.module.css'

interface TeamColumns {
  selfId: string
  mayInvite: boolean
  onRemove: (member: Member) => void
  onResend: (member: Member) => void
}

export function teamColumns({ selfId, mayInvite, onRemove, onResend }: TeamColumns): Column<Member>[] {
  const { date } = here()
  return [
    {
      id: 'name',
      title: m['team.column.name'](),
      phone: 'main',
      cell: (member) => (
        <NameCell
          name={member.name}
          path={`/team/${member.id}`}
          aside={member.id === selfId ? m['team.you']() : undefined}
          below={member.email}
        />
      ),
    },
    { id: 'role', title: m['team.column.role'](), phone: 'amount', cell: givenWord },
    {
      id: 'access',
      sentence: true,
      title: m['team.column.access'](),
      phone: 'detail',
      cell: ({ inherited }) => (inherited ? m['team.inherited']() : m['team.direct']()),
    },
    {
      id: 'state',
      sentence: true,
      title: m['team.column.state'](),
      phone: 'status',
      cell: ({ pending }) => (
        <Status mark={pending ? 'review' : 'live'}>
          {pending ? m['team.pending']() : m['team.active']()}
        </Status>
      ),
    },
    {
      id: 'seen',
      title: m['team.column.seen'](),
      numeric: true,
      cell: ({ lastSeenAt }) => (
        <span className={classes.quiet}>{lastSeenAt ? date(lastSeenAt) : m['team.never']()}</span>
      ),
    },
    {
      id: 'menu',
      title: m['ui.actions'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: (member) =>
        (member.pending && mayInvite) || member.may.remove ? (
          <ActsMenu
            label={m['team.actions']({ name: member.name })}
            acts={actsOn(member, { mayInvite, onRemove, onResend })}
          />
        ) : undefined,
    },
  ]
}

/** What can be done with a member, or with the invitation that waits for one. */
function actsOn(member: Member, { mayInvite, onRemove, onResend }: Omit<TeamColumns, 'selfId'>) {
  const { id, pending, may } = member
  return [
    pending && may.edit
      ? { label: m['team.changeInvitation'](), path: mdiPencilOutline, href: localized(`/team/${id}`) }
      : undefined,
    pending && mayInvite
      ? { label: m['team.resend'](), path: mdiEmailFastOutline, onClick: () => onResend(member) }
      : undefined,
    may.remove
      ? {
          label: pending ? m['team.revoke']() : m['team.remove'](),
          path: mdiAccountRemoveOutline,
          danger: true,
          onClick: () => onRemove(member),
        }
      : undefined,
  ]
}
