import { Modal } from '@mantine/core'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import { permissionsOf } from '#navigation.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { can, type PermissionGroup, type PermissionKey, permissionGroups } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, SwitchField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { ModalRoot } from '#ui/modal-root.tsx'
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
      twoFactorRequired: true,
    },
    m['staff.invite.failed'](),
  )
  const { values, set, errors } = form
  const key = useRef(crypto.randomUUID())

  const send = async () => {
    const { groups: chosen, ...draft } = values
    const made = await form.send(() =>
      api.staff.inviteStaff(
        { ...draft, permissions: chosen.flatMap(keysOf) },
        { idempotencyKey: key.current },
      ),
    )
    // A refused invitation is another one when it comes back.
    key.current = crypto.randomUUID()
    if (!made) return
    toast(m['staff.invite.sent']({ email: made.email }))
    onClose()
    await navigate({ to: '/staffs/$staffId', params: { staffId: made.id } })
  }
  const toggle = (group: PermissionGroup, chosen: boolean) =>
    set('groups', chosen ? [...values.groups, group] : values.groups.filter((one) => one !== group))

  return (
    <ModalRoot opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['staff.invite.title']()}>
        <Modal.Body>
          <form
            ref={form.ref}
            className={classes.dialogForm}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (!form.busy) void send()
            }}
          >
            <h2>{m['staff.invite.title']()}</h2>
            {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
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
            <SwitchField
              label={m['staff.form.twoFactor']()}
              help={m['staff.form.twoFactorHelp']()}
              checked={values.twoFactorRequired}
              onChange={(on) => set('twoFactorRequired', on)}
            />
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button type="submit" look="primary" busy={form.busy}>
                {m['staff.invite.send']()}
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
