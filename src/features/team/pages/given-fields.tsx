import type { Session, SessionPortal } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import {
  can,
  memberKeys,
  type PermissionKey,
  type PermissionMap,
  type Role,
  roles,
  roleTemplates,
} from '#platform/permissions.ts'
import { Cover } from '#ui/cover.tsx'
import { SelectField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { roleNames } from '#ui/role-names.ts'
import { PermissionTable } from './permission-table.tsx'
import { mayGiveRole, roleAbouts } from './role-words.ts'
import classes from './team.module.css'
import { onlyArea, toggledKeys } from './toggled-keys.ts'
import { WouldSee } from './would-see.tsx'

/** What an invitation gives, and where. */
interface Given {
  role: Role
  grants: string[]
  denies: string[]
  portals: string[]
}

/** Of `useForm`, as far as these fields look into it. */
interface GivenForm {
  values: Given
  errors: { role?: string | undefined; portals?: string | undefined }
  set<K extends keyof Given>(name: K, value: Given[K]): void
}

interface GivenProps {
  form: GivenForm
  /** What the reader holds at each portal that is chosen: nobody gives more. */
  held: readonly PermissionMap[]
}

/** Where the reader may invite somebody. */
export const portalsToInviteTo = (session: Session): SessionPortal[] =>
  (session.user.portals ?? []).filter(({ permissions }) => can(permissions, 'team.createoreditteammembers'))

/** Those ticked beforehand: the one that one stands at, unless it opens others besides. */
export const tickedAtFirst = (session: Session, at: readonly SessionPortal[]): string[] =>
  at.filter(({ label }) => !label || portalsToInviteTo(session).length < 2).map(({ id }) => id)

/** What the reader holds at those that are chosen. */
export const heldAt = (choices: readonly SessionPortal[], chosen: readonly string[]) =>
  choices.filter(({ id }) => chosen.includes(id)).map(({ permissions }) => permissions)

const keysId = 'given-keys'
/** The way from the role to a part of it: the permissions open, and come into view. */
function openKeys() {
  const keys = document.getElementById(keysId)
  if (!(keys instanceof HTMLDetailsElement)) return
  keys.open = true
  keys.scrollIntoView({ block: 'start' })
  keys.querySelector('summary')?.focus({ preventScroll: true })
}

/** The role, each with what it is for, and the way to only a part of one. */
export function GivenRole({ form: { values, errors, set }, held }: GivenProps) {
  const givable = roles.filter((role) => role === values.role || mayGiveRole(role, held))
  return (
    <SelectField
      label={m['team.inviteForm.role']()}
      aside={
        <button type="button" className={classes.part} onClick={openKeys}>
          {m['team.inviteForm.part']()}
        </button>
      }
      error={errors.role}
      value={values.role}
      options={givable.map((role) => ({
        value: role,
        label: m['roles.withAbout']({ role: roleNames[role](), about: roleAbouts[role]() }),
      }))}
      onChange={(event) => {
        set('role', event.currentTarget.value as Role)
        set('grants', [])
        set('denies', [])
      }}
    />
  )
}

/** What the role says, added to or taken from while inviting. */
export function GivenKeys({ form: { values, set }, held }: GivenProps) {
  const { role, grants, denies } = values
  const count = grants.length + denies.length
  const mayGive = (key: PermissionKey) => held.every((permissions) => can(permissions, key))
  const give = (given: Pick<Given, 'grants' | 'denies'>) => {
    set('grants', given.grants)
    set('denies', given.denies)
  }
  return (
    <details className={classes.keys} id={keysId}>
      <summary>
        <span>{m['team.inviteForm.permissions']()}</span>
        <small>
          {count === 0
            ? m['team.inviteForm.permissionsHelp']()
            : count === 1
              ? m['team.member.change']()
              : m['team.member.changes']({ count })}
        </small>
      </summary>
      <PermissionTable
        template={new Set<string>(roleTemplates[role])}
        effective={memberKeys(role, grants, denies)}
        disabled={false}
        mayGive={mayGive}
        onToggle={(key, on) => give(toggledKeys(values, key, on))}
        onOnly={(area) => give(onlyArea(values, area, mayGive))}
      />
    </details>
  )
}

/** Which portals; nothing to choose where there is one. */
export function GivenPortals({
  form: { values, errors, set },
  choices,
  least = 2,
}: {
  form: GivenForm
  choices: readonly SessionPortal[]
  /** Fewer choices are none. */
  least?: number
}) {
  const wrong =
    errors.portals && (values.portals.length > 0 ? errors.portals : m['team.inviteForm.needsPortal']())
  const refusal = wrong ? <Notice kind="error">{wrong}</Notice> : undefined
  if (choices.length < least) return refusal
  const toggle = (id: string, chosen: boolean) =>
    set('portals', chosen ? [...values.portals, id] : values.portals.filter((one) => one !== id))
  // Who is in a label's own portal is in all of its portals.
  const opensAll = choices.filter(({ id, label }) => label && values.portals.includes(id))
  const [label] = opensAll
  return (
    <fieldset className={classes.portals}>
      <legend>{m['team.inviteForm.portals']()}</legend>
      {refusal}
      {choices.map((choice, at) => (
        <div key={choice.id}>
          <label>
            <input
              type="checkbox"
              checked={values.portals.includes(choice.id)}
              aria-invalid={wrong && at === 0 ? true : undefined}
              aria-describedby={choice.label && opensAll.includes(choice) ? `all ${choice.id}` : undefined}
              onChange={(event) => toggle(choice.id, event.currentTarget.checked)}
            />
            <Cover of={choice} size={24} />
            {choice.name}
          </label>
          {opensAll.includes(choice) ? (
            <small id={`all ${choice.id}`} className={classes.quiet}>
              {m['team.inviteForm.ofLabel']()}
            </small>
          ) : undefined}
        </div>
      ))}
      {label && values.portals.length > 1 ? (
        <Notice kind="warning">{m['team.inviteForm.ofLabelToo']({ portal: label.name })}</Notice>
      ) : undefined}
    </fieldset>
  )
}

/** As they would see it, at the first portal that is chosen. */
export function GivenView({
  form: { values },
  choices,
}: Pick<GivenProps, 'form'> & { choices: readonly SessionPortal[] }) {
  const portal = choices.find(({ id }) => values.portals.includes(id))
  if (!portal) return undefined
  return (
    <details className={classes.keys}>
      <summary>
        <span>{m['team.see.open']()}</span>
        <small>{m['team.see.openHelp']({ portal: portal.name })}</small>
      </summary>
      <WouldSee portal={portal} keys={memberKeys(values.role, values.grants, values.denies)} />
    </details>
  )
}
