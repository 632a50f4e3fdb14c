import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useRef } from 'react'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, SwitchField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import { AddressFields } from './address-fields.tsx'
import { useFreshSession } from './use-fresh-session.ts'

interface CreateDialogProps {
  /** Staff say whose portal it is; a label adds to its own. */
  staff: boolean
  accounts: readonly { id: string; name: string }[]
  onClose: () => void
}

/** A new portal with what it cannot do without; the rest is on its page. */
export default function CreatePortalDialog(props: CreateDialogProps) {
  return (
    <Dialog label={m['portals.create.title']()} onClose={props.onClose}>
      <CreateForm {...props} />
    </Dialog>
  )
}

const kinds = { label: 1, artist: 2, demo: 3 } as const
type Kind = keyof typeof kinds

function CreateForm({ staff, accounts, onClose }: CreateDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const freshSession = useFreshSession()
  const form = useForm(
    { name: '', code: '', customUrl: '', accountId: '', kind: 'artist' as Kind, selfInvoice: true },
    m['portals.create.failed'](),
  )
  const { values, set, errors } = form
  const key = useRef(crypto.randomUUID())

  const create = async () => {
    const { name, code, customUrl, accountId, kind, selfInvoice } = values
    const home = !staff
      ? {}
      : accountId
        ? { accountId }
        : {
            organisationType: kinds[kind],
            type: kind === 'label' ? ('master' as const) : ('simple' as const),
          }
    const made = await form.send(() =>
      api.portals.createPortal(
        { name, code, customUrl, selfInvoice, ...home },
        { idempotencyKey: key.current },
      ),
    )
    // A refused draft is another one when it comes back.
    key.current = crypto.randomUUID()
    if (!made) return
    toast(m['portals.create.done']({ name: made.name }))
    await freshSession()
    await navigate({ to: '/portals/$portalId', params: { portalId: made.id } })
  }
  /** Code and address follow the name until somebody writes their own. */
  const setName = (name: string) => {
    const [before, after] = [proposal(values.name), proposal(name)]
    set('name', name)
    if (values.code === before.code) set('code', after.code)
    if (values.customUrl === before.customUrl) set('customUrl', after.customUrl)
  }
  return (
    <DialogForm
      title={m['portals.create.title']()}
      verb={m['portals.create.submit']()}
      form={form}
      onSend={create}
      onClose={onClose}
    >
      <TextField
        label={m['portals.form.name']()}
        value={values.name}
        error={errors.name}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <AddressFields values={values} errors={errors} set={set} />
      {staff ? (
        <FieldRow>
          <SelectField
            label={m['portals.create.account']()}
            value={values.accountId}
            error={errors.accountId}
            options={[
              { value: '', label: m['portals.create.newAccount']() },
              ...accounts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={(event) => set('accountId', event.currentTarget.value)}
          />
          {values.accountId ? undefined : (
            <SelectField
              label={m['portals.create.kind']()}
              value={values.kind}
              options={[
                { value: 'artist', label: m['portals.create.artist']() },
                { value: 'label', label: m['portals.create.label']() },
                { value: 'demo', label: m['portals.create.demo']() },
              ]}
              onChange={(event) => set('kind', event.currentTarget.value as Kind)}
            />
          )}
        </FieldRow>
      ) : undefined}
      <SwitchField
        label={m['portals.form.selfInvoice']()}
        help={m['portals.form.selfInvoiceHelp']()}
        checked={values.selfInvoice}
        onChange={(selfInvoice) => set('selfInvoice', selfInvoice)}
      />
    </DialogForm>
  )
}

function proposal(name: string) {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return {
    code: plain
      .replace(/[^a-z0-9]/g, '')
      .slice(0, 8)
      .toUpperCase(),
    customUrl: plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 40)
      .replace(/^-+|-+$/g, ''),
  }
}
