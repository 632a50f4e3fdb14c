import { m } from '#paraglide/messages.js'
import {
  type PermissionGroup,
  type PermissionKey,
  permissionGroups,
  restsUponLacking,
} from '#platform/permissions.ts'
import { RestsOn } from '#ui/rests-on.tsx'
import classes from './staff.module.css'
import { staffGroupName, staffKeyWords } from './staff-words.ts'

interface StaffPermissionsProps {
  held: readonly string[]
  disabled: boolean
  mayGive: (key: PermissionKey) => boolean
  onChange: (held: string[]) => void
}

const groups = Object.keys(permissionGroups) as PermissionGroup[]

/** Every permission by area; an area's own box gives or takes all of it. */
export function StaffPermissions({ held, disabled, mayGive, onChange }: StaffPermissionsProps) {
  const fixed = (key: PermissionKey) => disabled || !mayGive(key)
  const effective = new Set(held)
  const put = (keys: readonly PermissionKey[], on: boolean) => {
    const rest = held.filter((key) => !(keys as readonly string[]).includes(key))
    onChange(on ? [...rest, ...keys] : rest)
  }
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        {groups.map((group) => {
          const keys = permissionGroups[group].map((action) => `${group}.${action}` as PermissionKey)
          const free = keys.filter((key) => !fixed(key))
          const all = keys.every((key) => held.includes(key))
          const some = keys.some((key) => held.includes(key))
          return (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup">
                  <label>
                    <input
                      type="checkbox"
                      checked={all}
                      disabled={free.length === 0}
                      ref={(box) => {
                        if (box) box.indeterminate = some && !all
                      }}
                      onChange={(event) => put(free, event.currentTarget.checked)}
                    />
                    {staffGroupName(group)}
                  </label>
                </th>
              </tr>
              {keys.map((key) => (
                <tr key={key}>
                  <td>
                    <label>
                      <input
                        type="checkbox"
                        checked={held.includes(key)}
                        disabled={fixed(key)}
                        title={!disabled && fixed(key) ? m['team.member.notGiven']() : undefined}
                        onChange={(event) => put([key], event.currentTarget.checked)}
                      />
                      {staffKeyWords[key]?.()}
                    </label>
                    {restsUponLacking(key, effective).map((other) => (
                      <RestsOn
                        key={other}
                        name={staffKeyWords[other]?.() ?? other}
                        onAdd={fixed(other) ? undefined : () => put([other], true)}
                      />
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          )
        })}
      </table>
    </div>
  )
}
