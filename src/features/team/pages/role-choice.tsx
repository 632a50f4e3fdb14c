import { m } from '#paraglide/messages.js'
import { type Role, roles } from '#platform/permissions.ts'
import { roleNames } from '#ui/role-names.ts'
import classes from './member-form.module.css'
import { roleAbouts } from './role-words.ts'

/** The seven roles, each with what it is for. */
export function RoleChoice({
  value,
  disabled,
  mayGive,
  onChange,
}: {
  value: Role
  disabled: boolean
  /** Nobody gives a role that holds more than they do. */
  mayGive: (role: Role) => boolean
  onChange: (role: Role) => void
}) {
  return (
    <>
      <h2>{m['team.member.role']()}</h2>
      <fieldset className={classes.roles} disabled={disabled} aria-label={m['team.member.role']()}>
        {roles.map((role) => (
          <label
            key={role}
            data-chosen={role === value || undefined}
            title={!disabled && !mayGive(role) ? m['team.member.roleNotGiven']() : undefined}
          >
            <input
              type="radio"
              name="role"
              value={role}
              checked={role === value}
              disabled={role !== value && !mayGive(role)}
              onChange={() => onChange(role)}
            />
            <span>
              <b>{roleNames[role]()}</b>
              <small>{roleAbouts[role]()}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </>
  )
}
