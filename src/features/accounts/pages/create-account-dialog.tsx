import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { AddressFields } from '#features/portals/pages/address-fields.tsx'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import { kindWord } from './account-words.ts'

/** A new account with its master portal, whose address is all that it cannot do without. */
export default function CreateAccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog label={m['accounts.list.createTitle']()} onClose={onClose}>
      <CreateForm onClose={onClose} />
    </Dialog>
  )
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const form = useForm(
    { name: '', code: '', customUrl: '', organisationType: '2', type: 'simple' as 'simple' | 'master' },
    m['accounts.failed'](),
  )
  const { values, set, errors } = form
  const create = async () => {
    const organisationType = Number(values.organisationType) as 1 | 2 | 3
    const made = await form.send(() => api.accounts.createAccount({ ...values, organisationType }))
    if (!made) return
    toast(m['accounts.list.created']({ name: made.name }))
    onClose()
    if (made.masterPortalId)
      await navigate({ to: '/portals/$portalId', params: { portalId: made.masterPortalId } })
  }
  return (
    <DialogForm
      title={m['accounts.list.createTitle']()}
      verb={m['accounts.list.new']()}
      form={form}
      onSend={create}
      onClose={onClose}
    >
      <TextField
        label={m['accounts.name']()}
        value={values.name}
        error={errors.name}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        onChange={(event) => set('name', event.currentTarget.value)}
      />
      <AddressFields values={values} errors={errors} set={set} />
      <FieldRow>
        <SelectField
          label={m['accounts.organisation']()}
          value={values.organisationType}
          error={errors.organisationType}
          options={['1', '2', '3'].map((value) => ({ value, label: kindWord(Number(value)) }))}
          onChange={(event) => {
            set('organisationType', event.currentTarget.value)
            set('type', event.currentTarget.value === '1' ? 'master' : 'simple')
          }}
        />
        <SelectField
          label={m['accounts.type']()}
          help={m['accounts.typeHelp']()}
          value={values.type}
          error={errors.type}
          options={[
            { value: 'simple', label: m['accounts.types.simple']() },
            { value: 'master', label: m['accounts.types.master']() },
          ]}
          onChange={(event) => set('type', event.currentTarget.value as 'simple' | 'master')}
        />
      </FieldRow>
    </DialogForm>
  )
}
