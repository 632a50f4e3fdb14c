import { Modal } from '@mantine/core'
import { useRouteContext } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { localized } from '#ui/localized.ts'
import { ModalRoot } from '#ui/modal-root.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './contacts.module.css'

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
    <ModalRoot opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['contacts.viewAs.title']({ name })}>
        <Modal.Body>
          <form
            ref={form.ref}
            className={classes.dialogForm}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (!form.busy) void start()
            }}
          >
            <h2>{m['contacts.viewAs.title']({ name })}</h2>
            <p className={classes.soft}>{m['contacts.viewAs.text']()}</p>
            {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
            <TextField
              label={m['contacts.viewAs.reason']()}
              help={m['contacts.viewAs.reasonHelp']()}
              data-autofocus
              maxLength={300}
              value={form.values.reason}
              error={form.errors.reason}
              onChange={(event) => form.set('reason', event.currentTarget.value)}
            />
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button type="submit" look="primary" busy={form.busy}>
                {m['contacts.viewAs.start']()}
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
