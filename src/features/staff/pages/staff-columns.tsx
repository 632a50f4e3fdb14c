import { m } from '#paraglide/messages.js'
import type { Column } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { NameCell } from '#ui/name-cell.tsx'
import { Status } from '#ui/status.tsx'
import type { Staff } from '../contract.ts'
import classes from './staff.module.css'
import { stateMark, stateWord } from './staff-words.ts'

/** The list of the provider's people. */
export function staffColumns(selfId: string, now: Date): Column<Staff>[] {
  const { ago, number } = here()
  return [
    {
      id: 'name',
      title: m['staff.column.name'](),
      orderBy: 'name',
      phone: 'main',
      cell: (one) => (
        <NameCell
          name={one.name}
          path={`/staffs/${one.id}`}
          aside={one.id === selfId ? m['staff.you']() : undefined}
          below={one.email}
        />
      ),
    },
    {
      id: 'permissions',
      sentence: true,
      title: m['staff.column.permissions'](),
      cell: (one) =>
        one.super
          ? m['staff.super']()
          : one.permissions.length === 0
            ? m['staff.noPermissions']()
            : one.permissions.length === 1
              ? m['staff.permissionOne']()
              : m['staff.permissionCount']({ count: number(one.permissions.length) }),
    },
    {
      id: 'state',
      sentence: true,
      title: m['staff.column.state'](),
      phone: 'status',
      cell: ({ state }) => <Status mark={stateMark(state)}>{stateWord(state)}</Status>,
    },
    {
      id: 'twoFactor',
      title: m['staff.column.twoFactor'](),
      cell: (one) =>
        one.twoFactor
          ? m['staff.twoFactor.on']()
          : one.twoFactorRequired
            ? m['staff.twoFactor.required']()
            : m['staff.twoFactor.off'](),
    },
    {
      id: 'seen',
      title: m['staff.column.seen'](),
      numeric: true,
      orderBy: 'lastSeenAt',
      descendingFirst: true,
      phone: 'amount',
      cell: ({ lastSeenAt }) => (
        <span className={classes.quiet}>{lastSeenAt ? ago(lastSeenAt, now) : m['staff.never']()}</span>
      ),
    },
  ]
}
