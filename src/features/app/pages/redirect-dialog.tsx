import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { rowOf, useMetForm } from '#ui/met-form.tsx'
import { toast } from '#ui/toast.tsx'
import type { Redirect } from '../contract.ts'

interface RedirectDialogProps {
  redirect: Redirect | null
  /** Outside hosts that an address may lead to. */
  hosts: readonly string[]
  onClose: () => void
}

const valuesOf = (redirect: Redirect | null) => ({
  path: redirect?.path ?? '',
  to: redirect?.to ?? '',
  reason: redirect?.reason ?? '',
})

/** Leads an address elsewhere, or changes where it leads. */
export default function RedirectDialog({ redirect, hosts, onClose }: RedirectDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { form, send, conflict } = useMetForm({
    entity: redirect,
    valuesOf,
    write: (values, known) =>
      known
        ? api.app.changeRedirect({ redirectId: known.id, ...values }, { version: known.version })
        : api.app.createRedirect(values),
    read: ({ id }) => rowOf(id, (page) => api.app.listRedirects({ page })),
    failed: m['communications.redirects.failed'](),
    names: {
      path: m['communications.redirects.path'],
      to: m['communications.redirects.to'],
      reason: m['communications.redirects.reason'],
    },
  })
  const { values, set, errors } = form
  const save = async () => {
    if (!(await send())) return
    toast(m['communications.redirects.saved']())
    onClose()
    await router.invalidate()
  }
  const title = redirect ? m['communications.redirects.edit']() : m['communications.redirects.new']()
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogForm
        title={title}
        verb={m['communications.redirects.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        {conflict}
        <TextField
          label={m['communications.redirects.path']()}
          help={m['communications.redirects.pathHelp']()}
          value={values.path}
          error={errors.path}
          maxLength={300}
          autoComplete="off"
          data-autofocus
          onChange={(event) => set('path', event.currentTarget.value)}
        />
        <TextField
          label={m['communications.redirects.to']()}
          help={
            hosts.length > 0
              ? m['communications.redirects.toHelp']({ hosts: hosts.join(', ') })
              : m['communications.redirects.toHelpNone']()
          }
          value={values.to}
          error={errors.to}
          maxLength={500}
          autoComplete="off"
          onChange={(event) => set('to', event.currentTarget.value)}
        />
        <TextField
          label={m['communications.redirects.reason']()}
          value={values.reason}
          error={errors.reason}
          maxLength={120}
          onChange={(event) => set('reason', event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
