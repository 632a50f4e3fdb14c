import { useRouteContext } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { useEntityForm } from '#ui/entity-form.tsx'
import { SwitchField, TextField } from '#ui/field.tsx'
import { FieldRow, FormPage, FormSection } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Staff } from '../contract.ts'
import { StaffPermissions } from './staff-permissions.tsx'
import { StaffState } from './staff-state.tsx'

interface StaffFormProps {
  staff: Staff
  now: Date
  /** Below the state, on the side. */
  children: ReactNode
}

const valuesOf = ({ name, email, permissions, super: all, twoFactorRequired }: Staff) => ({
  name,
  email,
  permissions: permissions.toSorted(),
  super: all,
  twoFactorRequired,
})

/** Name, address, permissions and what signing in asks for. */
export function StaffForm({ staff, now, children }: StaffFormProps) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const { form, save, problem } = useEntityForm({
    entity: staff,
    valuesOf: (of) => valuesOf(of ?? staff),
    undo: 'again',
    write: (values, edit) => api.staff.updateStaff({ staffId: staff.id, ...values }, edit),
    words: {
      failed: m['staff.form.failed'],
      saved: m['staff.form.saved'],
    },
    names: {
      name: m['staff.form.name'],
      email: m['staff.form.email'],
      permissions: m['staff.form.permissions'],
      super: m['staff.form.super'],
    },
  })
  const { values, set, errors } = form
  const own = permissionsOf(session)
  const { edit, changeSuper } = staff.may
  return (
    <FormPage
      formRef={form.ref}
      editable={edit || changeSuper}
      changes={form.changed.length}
      busy={form.busy}
      problem={errors.permissions ?? errors.super ?? problem}
      saveLabel={m['staff.form.save']()}
      onSave={save}
      onDiscard={() => form.reset()}
      side={
        <>
          <StaffState staff={staff} now={now} />
          {children}
        </>
      }
    >
      {edit ? undefined : <Notice kind="info">{whyFixed(staff, session?.user.id)}</Notice>}
      <FieldRow>
        <TextField
          label={m['staff.form.name']()}
          value={values.name}
          error={errors.name}
          disabled={!edit}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <TextField
          label={m['staff.form.email']()}
          help={m['staff.form.emailHelp']()}
          type="email"
          value={values.email}
          error={errors.email}
          disabled={!edit}
          onChange={(event) => set('email', event.currentTarget.value)}
        />
      </FieldRow>
      <FormSection title={m['staff.form.permissions']()}>
        <SwitchField
          label={m['staff.form.super']()}
          help={changeSuper ? m['staff.form.superHelp']() : m['staff.form.superFixed']()}
          checked={values.super}
          disabled={!changeSuper}
          onChange={(on) => set('super', on)}
        />
        {values.super ? (
          <p>{m['staff.form.superHolds']()}</p>
        ) : (
          <StaffPermissions
            held={values.permissions}
            disabled={!edit}
            mayGive={(key) => can(own, key)}
            onChange={(held) => set('permissions', held.toSorted())}
          />
        )}
      </FormSection>
    </FormPage>
  )
}

/** Which of the rules keeps the reader from changing this person. */
function whyFixed(staff: Staff, selfId: string | undefined): string {
  if (staff.id === selfId) return m['staff.form.own']()
  return staff.super ? m['staff.form.superOnly']() : m['staff.form.readOnly']()
}
