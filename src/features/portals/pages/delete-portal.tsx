import { Modal } from '@mantine/core'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { ModalRoot } from '#ui/modal-root.tsx'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './portal-form.module.css'
import type { OnePortal } from './portal-values.ts'
import { useFreshSession } from './use-fresh-session.ts'

/** What cannot be taken back by oneself: the portal goes once its code is typed. */
export function DeletePortal({ portal }: { portal: OnePortal }) {
  const [asking, setAsking] = useState(false)
  return (
    <Frame title={m['portals.delete.title']()}>
      <div className={classes.danger}>
        <p>{m['portals.delete.text']()}</p>
        <Button look="danger" onClick={() => setAsking(true)}>
          {m['portals.delete.open']()}
        </Button>
      </div>
      <ModalRoot
        opened={asking}
        onClose={() => setAsking(false)}
        size={dialogWidthPx}
        classNames={{ content: classes.dialog ?? '' }}
      >
        <Modal.Overlay backgroundOpacity={0.5} />
        <Modal.Content aria-label={m['portals.delete.question']({ name: portal.name })}>
          <Modal.Body>
            <TypedCode portal={portal} onClose={() => setAsking(false)} />
          </Modal.Body>
        </Modal.Content>
      </ModalRoot>
    </Frame>
  )
}

function TypedCode({ portal, onClose }: { portal: OnePortal; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const freshSession = useFreshSession()
  const form = useForm({ code: '' }, m['portals.form.failed']())
  const remove = async () => {
    const gone = await form.send(() =>
      api.portals.deletePortal({ portalId: portal.id, code: form.values.code.trim() }),
    )
    if (gone === undefined) return
    toast(m['portals.delete.done']({ name: portal.name }))
    await freshSession()
    await navigate({ to: '/portals', ignoreBlocker: true })
  }
  return (
    <form
      ref={form.ref}
      className={classes.dialogForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void remove()
      }}
    >
      <h2>{m['portals.delete.question']({ name: portal.name })}</h2>
      <p className={classes.soft}>{m['portals.delete.loses']()}</p>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <TextField
        label={m['portals.delete.type']({ code: portal.code })}
        autoComplete="off"
        data-autofocus
        value={form.values.code}
        error={form.errors.code}
        onChange={(event) => form.set('code', event.currentTarget.value.toUpperCase())}
      />
      <div className={classes.actions}>
        <Button onClick={onClose}>{m['ui.cancel']()}</Button>
        <Button type="submit" look="dangerFilled" busy={form.busy}>
          {m['portals.delete.open']()}
        </Button>
      </div>
    </form>
  )
}
