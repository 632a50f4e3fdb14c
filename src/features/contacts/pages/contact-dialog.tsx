import { Modal } from '@mantine/core'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { ModalRoot } from '#ui/modal-root.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './contacts.module.css'

/** Writes down a person who has no login. */
export default function ContactDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const form = useForm({ name: '', email: '', phone: '', organisation: '' }, m['contacts.form.failed']())
  const { values, set, errors } = form
  const key = useRef(crypto.randomUUID())
  const send = async () => {
    const made = await form.send(() =>
      api.contacts.createContact(
        { ...values, email: values.email.trim() || null },
        { idempotencyKey: key.current },
      ),
    )
    // A refused contact is another one when it comes back.
    key.current = crypto.randomUUID()
    if (!made) return
    toast(m['contacts.create.done']())
    onClose()
    await navigate({ to: '/users/$contactId', params: { contactId: made.id } })
  }
  return (
    <ModalRoot opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['contacts.create.title']()}>
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
            <h2>{m['contacts.create.title']()}</h2>
            <p className={classes.soft}>{m['contacts.create.text']()}</p>
            {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
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
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button type="submit" look="primary" busy={form.busy}>
                {m['contacts.create.send']()}
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
