import { Modal } from '@mantine/core'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { ModalRoot } from '#ui/modal-root.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { ContactDetail } from '../contract.ts'
import classes from './contacts.module.css'

/** What cannot be taken back: the data goes once the name is typed. */
export default function EraseDialog({ contact, onClose }: { contact: ContactDetail; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const form = useForm({ name: '' }, m['contacts.form.failed']())
  const erase = async () => {
    const gone = await form.send(() =>
      api.contacts.eraseContact({ contactId: contact.id, name: form.values.name }),
    )
    if (!gone) return
    toast(m['contacts.erase.done']())
    await navigate({ to: '/users', ignoreBlocker: true })
  }
  return (
    <ModalRoot opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['contacts.erase.question']({ name: contact.name })}>
        <Modal.Body>
          <form
            ref={form.ref}
            className={classes.dialogForm}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              // The dialog stands in the contact's page: its form is not this one's.
              event.stopPropagation()
              if (!form.busy) void erase()
            }}
          >
            <h2>{m['contacts.erase.question']({ name: contact.name })}</h2>
            <p className={classes.soft}>{m['contacts.erase.loses']()}</p>
            {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
            <TextField
              label={m['contacts.erase.type']({ name: contact.name })}
              autoComplete="off"
              data-autofocus
              value={form.values.name}
              error={form.errors.name}
              onChange={(event) => form.set('name', event.currentTarget.value)}
            />
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button type="submit" look="dangerFilled" busy={form.busy}>
                {m['contacts.erase.open']()}
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
