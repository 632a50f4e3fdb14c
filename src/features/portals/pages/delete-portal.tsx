import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { useFreshSession } from '#features/account/pages/use-fresh-session.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { useFields } from '#ui/form.ts'
import { Frame } from '#ui/page.tsx'
import { toast } from '#ui/toast.tsx'
import classes from './portal-form.module.css'
import type { OnePortal } from './portal-values.ts'

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
      <Dialog
        label={m['portals.delete.question']({ name: portal.name })}
        opened={asking}
        onClose={() => setAsking(false)}
      >
        <TypedCode portal={portal} onClose={() => setAsking(false)} />
      </Dialog>
    </Frame>
  )
}

function TypedCode({ portal, onClose }: { portal: OnePortal; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const freshSession = useFreshSession()
  const form = useFields({ code: '' }, m['portals.form.failed']())
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
    <DialogForm
      title={m['portals.delete.question']({ name: portal.name })}
      text={m['portals.delete.loses']()}
      verb={m['portals.delete.open']()}
      danger
      form={form}
      onSend={remove}
      onClose={onClose}
    >
      <TextField
        label={m['portals.delete.type']({ code: portal.code })}
        autoComplete="off"
        data-autofocus
        value={form.values.code}
        error={form.errors.code}
        onChange={(event) => form.set('code', event.currentTarget.value.toUpperCase())}
      />
    </DialogForm>
  )
}
