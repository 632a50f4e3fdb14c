import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { can, type PermissionGroup, type PermissionKey, permissionGroups } from '#platform/permissions.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './staff.module.css'
import { staffGroupName } from './staff-words.ts'

const groups = Object.keys(permissionGroups) as PermissionGroup[]
const keysOf = (group: PermissionGroup) =>
  permissionGroups[group].map((action) => `${group}.${action}` as PermissionKey)

/** Invites somebody of the provider with whole areas; single permissions follow on their page. */
export default function InviteStaffDialog({ onClose }: { onClose: () => void }) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const own = permissionsOf(session)
  const form = useForm(
    {
      name: '',
      email: '',
      locale: getLocale(),
      groups: ['analytics'] as PermissionGroup[],
    },
    m['staff.invite.failed'](),
  )
  const { values, set, errors } = form

  const send = async () => {
    const { groups: chosen, ...draft } = values
    const made = await form.send(() =>
      api.staff.inviteStaff({ ...draft, permissions: chosen.flatMap(keysOf) }),
    )
    // A refused invitation is another one when it comes back.
    if (!made) return
    toast(m['staff.invite.sent']({ email: made.email }))
    onClose()
    await navigate({ to: '/staffs/$staffId', params: { staffId: made.id } })
  }
  const toggle = (group: PermissionGroup, chosen: boolean) =>
    set('groups', chosen ? [...values.groups, group] : values.groups.filter((one) => one !== group))

  return (
    <Dialog label={m['staff.invite.title']()} onClose={onClose}>
      <DialogForm
        title={m['staff.invite.title']()}
        verb={m['staff.invite.send']()}
        form={form}
        onSend={send}
        onClose={onClose}
      >
        <TextField
          label={m['staff.form.name']()}
          autoComplete="off"
          data-autofocus
          value={values.name}
          error={errors.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <FieldRow>
          <TextField
            label={m['staff.form.email']()}
            help={m['staff.invite.emailHelp']()}
            type="email"
            autoComplete="off"
            value={values.email}
            error={errors.email}
            onChange={(event) => set('email', event.currentTarget.value)}
          />
          <SelectField
            label={m['staff.invite.language']()}
            value={values.locale}
            options={[
              { value: 'es', label: 'Español' },
              { value: 'en', label: 'English' },
            ]}
            onChange={(event) => set('locale', event.currentTarget.value as 'es' | 'en')}
          />
        </FieldRow>
        <fieldset className={classes.groups}>
          <legend>{m['staff.invite.areas']()}</legend>
          <p>{m['staff.invite.areasHelp']()}</p>
          {groups.map((group) => (
            <label key={group}>
              <input
                type="checkbox"
                checked={values.groups.includes(group)}
                disabled={!keysOf(group).every((one) => can(own, one))}
                onChange={(event) => toggle(group, event.currentTarget.checked)}
              />
              {staffGroupName(group)}
            </label>
          ))}
        </fieldset>
        {errors.permissions ? <Notice kind="error">{errors.permissions}</Notice> : undefined}
      </DialogForm>
    </Dialog>
  )
}
