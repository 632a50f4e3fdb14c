import { m } from '#paraglide/messages.js'
import {
  isStaffOnly,
  type PermissionGroup,
  type PermissionKey,
  permissionGroups,
  restsUponLacking,
} from '#platform/permissions.ts'
import { groupNames } from '#ui/given-word.ts'
import { RestsOn } from '#ui/rests-on.tsx'
import classes from './member-form.module.css'
import { keyWords } from './role-words.ts'

interface PermissionTableProps {
  /** What the role says by itself. */
  template: ReadonlySet<string>
  effective: ReadonlySet<string>
  disabled: boolean
  mayGive: (key: PermissionKey) => boolean
  onToggle: (key: PermissionKey, on: boolean) => void
  /** One area, and nothing of the others. */
  onOnly: (area: PermissionGroup) => void
}

const groups = (Object.keys(permissionGroups) as PermissionGroup[]).filter(
  (group) => !isStaffOnly(`${group}.`),
)

/** Every permission that a member can hold, by area, with where it comes from. */
export function PermissionTable({
  template,
  effective,
  disabled,
  mayGive,
  onToggle,
  onOnly,
}: PermissionTableProps) {
  return (
    <div className={classes.frame}>
      <table className={classes.table}>
        {groups.map((group) => (
          <tbody key={group}>
            <tr>
              <th scope="rowgroup" colSpan={disabled ? 2 : 1}>
                {groupNames[group]?.()}
              </th>
              {disabled ? undefined : (
                <th>
                  <button
                    type="button"
                    aria-label={m['team.member.onlyLabel']({ area: groupNames[group]?.() ?? group })}
                    onClick={() => onOnly(group)}
                  >
                    {m['team.member.only']()}
                  </button>
                </th>
              )}
            </tr>
            {permissionGroups[group].map((action) => {
              const key = `${group}.${action}` as PermissionKey
              const on = effective.has(key)
              const origin = originOf(template.has(key), on)
              const fixed = disabled || (!on && !mayGive(key))
              return (
                <tr key={key}>
                  <td>
                    <label>
                      <input
                        type="checkbox"
                        checked={on}
                        disabled={fixed}
                        data-origin={origin}
                        title={!disabled && !on && !mayGive(key) ? m['team.member.notGiven']() : undefined}
                        onChange={(event) => onToggle(key, event.currentTarget.checked)}
                      />
                      {keyWords[key]?.()}
                    </label>
                    {restsUponLacking(key, effective).map((other) => (
                      <RestsOn
                        key={other}
                        name={keyWords[other]?.() ?? other}
                        onAdd={disabled || !mayGive(other) ? undefined : () => onToggle(other, true)}
                      />
                    ))}
                  </td>
                  <td data-origin={origin}>{originWords[origin]()}</td>
                </tr>
              )
            })}
          </tbody>
        ))}
      </table>
      <p className={classes.always}>{m['team.member.alwaysSees']()}</p>
    </div>
  )
}

type Origin = 'role' | 'added' | 'taken' | 'none'
const originOf = (inRole: boolean, on: boolean): Origin =>
  inRole ? (on ? 'role' : 'taken') : on ? 'added' : 'none'
const originWords: Record<Origin, () => string> = {
  role: m['team.member.byRole'],
  added: m['team.member.added'],
  taken: m['team.member.taken'],
  none: m['team.member.without'],
}
