import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { Session, SessionPortal } from '#features/account/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import {
  can,
  memberKeys,
  type PermissionMap,
  type Role,
  roles,
  roleTemplates,
} from '#platform/permissions.ts'
import { Cover } from '#ui/cover.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { roleNames } from '#ui/role-names.ts'
import { toast } from '#ui/toast.tsx'
import { PermissionTable } from './permission-table.tsx'
import { mayGiveRole, roleAbouts } from './role-words.ts'
import classes from './team.module.css'
import { toggledKeys } from './toggled-keys.ts'

interface InviteDialogProps {
  opened: boolean
  session: Session
  /** Those that are chosen at first. */
  portals: readonly SessionPortal[]
  onClose: () => void
}

/** Invites one person to one or more portals with a role. */
export function InviteDialog({ opened, session, portals, onClose }: InviteDialogProps) {
  return (
    <Dialog label={m['team.inviteForm.title']()} opened={opened} onClose={onClose}>
      <InviteForm session={session} portals={portals} onClose={onClose} />
    </Dialog>
  )
}

function InviteForm({ session, portals, onClose }: Omit<InviteDialogProps, 'opened'>) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm(
    {
      ...{ email: '', name: '', locale: getLocale(), portals: portals.map(({ id }) => id) },
      ...{ role: 'Editor' as Role, grants: [] as string[], denies: [] as string[] },
    },
    m['team.inviteForm.failed'](),
  )
  const { values, set, errors } = form
  const choices = (session.user.portals ?? []).filter(({ permissions }) =>
    can(permissions, 'team.createoreditteammembers'),
  )
  const held = choices.filter(({ id }) => values.portals.includes(id)).map(({ permissions }) => permissions)
  const givable = roles.filter((role) => role === values.role || mayGiveRole(role, held))

  const send = async () => {
    const { role, grants, denies, portals: into, ...person } = values
    const given = { role, grants, denies }
    const sent = await form.send(() =>
      api.team.inviteMember({ ...person, portals: into.map((portalId) => ({ portalId, ...given })) }),
    )
    // A refused invitation is another one when it comes back.
    if (!sent) return
    toast(m['team.inviteForm.sent']({ email: values.email }))
    onClose()
    await router.invalidate()
  }
  const toggle = (id: string, chosen: boolean) =>
    set('portals', chosen ? [...values.portals, id] : values.portals.filter((one) => one !== id))

  return (
    <DialogForm
      title={m['team.inviteForm.title']()}
      verb={m['team.inviteForm.send']()}
      form={form}
      onSend={send}
      onClose={onClose}
    >
      <TextField
        label={m['team.inviteForm.email']()}
        help={m['team.inviteForm.emailHelp']()}
        type="email"
        autoComplete="off"
        data-autofocus
        value={values.email}
        error={errors.email}
        onChange={(event) => set('email', event.currentTarget.value)}
      />
      <TextField
        label={m['team.inviteForm.name']()}
        autoComplete="off"
        value={values.name}
        error={errors.name}
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <FieldRow>
        <SelectField
          label={m['team.inviteForm.role']()}
          help={roleAbouts[values.role]()}
          error={errors.role}
          value={values.role}
          options={givable.map((role) => ({ value: role, label: roleNames[role]() }))}
          onChange={(event) => {
            set('role', event.currentTarget.value as Role)
            set('grants', [])
            set('denies', [])
          }}
        />
        <SelectField
          label={m['team.inviteForm.language']()}
          value={values.locale}
          options={[
            { value: 'es', label: 'Español' },
            { value: 'en', label: 'English' },
          ]}
          onChange={(event) => set('locale', event.currentTarget.value as 'es' | 'en')}
        />
      </FieldRow>
      <InvitedKeys values={values} held={held} set={set} />
      {choices.length > 1 ? (
        <fieldset className={classes.portals}>
          <legend>{m['team.inviteForm.portals']()}</legend>
          {choices.map((choice) => (
            <label key={choice.id}>
              <input
                type="checkbox"
                checked={values.portals.includes(choice.id)}
                onChange={(event) => toggle(choice.id, event.currentTarget.checked)}
              />
              <Cover of={choice} size={24} />
              {choice.name}
            </label>
          ))}
        </fieldset>
      ) : undefined}
      {errors.portals ? <Notice kind="error">{errors.portals}</Notice> : undefined}
    </DialogForm>
  )
}

interface InvitedKeysProps {
  values: { role: Role; grants: string[]; denies: string[] }
  /** What the reader holds at each portal that is chosen: nobody gives more. */
  held: readonly PermissionMap[]
  set: (name: 'grants' | 'denies', keys: string[]) => void
}

/** What the role says, added to or taken from while inviting. */
function InvitedKeys({ values, held, set }: InvitedKeysProps) {
  const { role, grants, denies } = values
  const count = grants.length + denies.length
  return (
    <details className={classes.keys}>
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
        mayGive={(key) => held.every((permissions) => can(permissions, key))}
        onToggle={(key, on) => {
          const given = toggledKeys(values, key, on)
          set('grants', given.grants)
          set('denies', given.denies)
        }}
      />
    </details>
  )
}
