import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'

/** Writes down a person who has no login. */
export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const form = useForm({ name: '', email: '', phone: '', organisation: '' }, m['contacts.form.failed']())
  const { values, set, errors } = form
  const send = async () => {
    const made = await form.send(() =>
      api.contacts.createContact({ ...values, email: values.email.trim() || null }),
    )
    // A refused contact is another one when it comes back.
    if (!made) return
    toast(m['contacts.create.done']())
    onClose()
    await navigate({ to: '/users/$contactId', params: { contactId: made.id } })
  }
  return (
    <Dialog label={m['contacts.create.title']()} onClose={onClose}>
      <DialogForm
        title={m['contacts.create.title']()}
        text={m['contacts.create.text']()}
        verb={m['contacts.create.send']()}
        form={form}
        onSend={send}
        onClose={onClose}
      >
        <TextField
          label={m['contacts.form.name']()}
          autoComplete="off"
          data-autofocus
          value={values.name}
          error={errors.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        <FieldRow>
          <TextField
            label={m['contacts.form.email']()}
            optional
            type="email"
            autoComplete="off"
            value={values.email}
            error={errors.email}
            onChange={(event) => set('email', event.currentTarget.value)}
          />
          <TextField
            label={m['contacts.form.phone']()}
            optional
            type="tel"
            autoComplete="off"
            value={values.phone}
            error={errors.phone}
            onChange={(event) => set('phone', event.currentTarget.value)}
          />
        </FieldRow>
        <TextField
          label={m['contacts.form.organisation']()}
          optional
          autoComplete="off"
          value={values.organisation}
          error={errors.organisation}
          onChange={(event) => set('organisation', event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
