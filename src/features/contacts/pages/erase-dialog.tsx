import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { useFields } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import type { ContactDetail } from '../contract.ts'

/** What cannot be taken back: the data goes once the name is typed. */
export default function EraseDialog({ contact, onClose }: { contact: ContactDetail; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const form = useFields({ name: '' }, m['contacts.form.failed']())
  const erase = async () => {
    const gone = await form.send(() =>
      api.contacts.eraseContact({ contactId: contact.id, name: form.values.name }),
    )
    if (!gone) return
    toast(m['contacts.erase.done']())
    await navigate({ to: '/users', ignoreBlocker: true })
  }
  return (
    <Dialog label={m['contacts.erase.question']({ name: contact.name })} onClose={onClose}>
      <DialogForm
        title={m['contacts.erase.question']({ name: contact.name })}
        text={m['contacts.erase.loses']()}
        verb={m['contacts.erase.open']()}
        danger
        form={form}
        onSend={erase}
        onClose={onClose}
      >
        <TextField
          label={m['contacts.erase.type']({ name: contact.name })}
          autoComplete="off"
          data-autofocus
          value={form.values.name}
          error={form.errors.name}
          onChange={(event) => form.set('name', event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
