import { Menu } from '@mantine/core'
import { mdiAccountRemoveOutline, mdiDotsHorizontal, mdiEmailFastOutline, mdiPencilOutline } from '@mdi/js'
import { m } from '#paraglide/messages.js'
import { IconButton } from '#ui/button.tsx'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Icon } from '#ui/icon.tsx'
import { localized } from '#ui/localized.ts'
import { menuClasses } from '#ui/menu.ts'
import { NameCell } from '#ui/name-cell.tsx'
import { roleNames } from '#ui/role-names.ts'
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
    { id: 'role', title: m['team.column.role'](), phone: 'amount', cell: ({ role }) => roleNames[role]() },
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
          <Menu position="bottom-end" classNames={menuClasses}>
            <Menu.Target>
              <IconButton label={m['team.actions']({ name: member.name })} path={mdiDotsHorizontal} />
            </Menu.Target>
            <Menu.Dropdown>
              {member.pending && member.may.edit ? (
                <Menu.Item
                  component="a"
                  href={localized(`/team/${member.id}`)}
                  leftSection={<Icon path={mdiPencilOutline} />}
                >
                  {m['team.changeInvitation']()}
                </Menu.Item>
              ) : undefined}
              {member.pending && mayInvite ? (
                <Menu.Item leftSection={<Icon path={mdiEmailFastOutline} />} onClick={() => onResend(member)}>
                  {m['team.resend']()}
                </Menu.Item>
              ) : undefined}
              {member.may.remove ? (
                <Menu.Item
                  data-danger
                  leftSection={<Icon path={mdiAccountRemoveOutline} />}
                  onClick={() => onRemove(member)}
                >
                  {member.pending ? m['team.revoke']() : m['team.remove']()}
                </Menu.Item>
              ) : undefined}
            </Menu.Dropdown>
          </Menu>
        ) : undefined,
    },
  ]
}
