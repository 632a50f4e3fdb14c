import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { localized } from '#ui/localized.ts'

interface ViewAsDialogProps {
  personId: string
  name: string
  onClose: () => void
}

/** Asks for the reason, says what it means, and opens Backline as the person. */
export default function ViewAsDialog({ personId, name, onClose }: ViewAsDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const form = useForm({ reason: '' }, m['contacts.viewAs.failed']())
  const start = async () => {
    const session = await form.send(() => api.spy.startSpying({ personId, reason: form.values.reason }))
    // Another person's session: nothing of this page may stay in memory.
    if (session) window.location.assign(localized('/'))
  }
  return (
    <Dialog label={m['contacts.viewAs.title']({ name })} onClose={onClose}>
      <DialogForm
        title={m['contacts.viewAs.title']({ name })}
        text={m['contacts.viewAs.text']()}
        verb={m['contacts.viewAs.start']()}
        form={form}
        onSend={start}
        onClose={onClose}
      >
        <TextField
          label={m['contacts.viewAs.reason']()}
          help={m['contacts.viewAs.reasonHelp']()}
          data-autofocus
          maxLength={300}
          value={form.values.reason}
          error={form.errors.reason}
          onChange={(event) => form.set('reason', event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
