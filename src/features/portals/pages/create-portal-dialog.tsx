import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { isFailure } from '#client.ts'
import { useFreshSession } from '#features/account/pages/use-fresh-session.ts'
import { permissionsOf } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { defaultPortalPicture, organisationTypes } from '#platform/constants.ts'
import { can } from '#platform/permissions.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, SwitchField, TextField } from '#ui/field.tsx'
import { FileField } from '#ui/file-field.tsx'
import { type Form, useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { PickField } from '#ui/pick-field.tsx'
import { toast } from '#ui/toast.tsx'
import { AddressFields } from './address-fields.tsx'
import classes from './portal-form.module.css'

interface CreateDialogProps {
  /** Staff say whose portal it is; a label adds to its own. */
  staff: boolean
  /** The first by name. */
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

const kinds = organisationTypes

const nothingYet = {
  ...{ name: '', code: '', customUrl: '', accountId: '', selfInvoice: true },
  ...{ type: 'simple' as 'simple' | 'master', demo: false, picture: undefined as File | undefined },
  ...{ ownerEmail: '', ownerName: '' },
}
type Values = typeof nothingYet

function organisationOf(type: Values['type'], demo: boolean) {
  if (demo) return kinds.demo
  return type === 'master' ? kinds.label : kinds.artist
}

/** As the API takes it: of an account that is there, or with one of its own. */
function draftOf(
  { accountId, type, demo, picture, ownerEmail, ownerName, ...values }: Values,
  staff: boolean,
) {
  const own = { type, organisationType: organisationOf(type, demo) }
  const home = accountId ? { accountId } : own
  const owner = { email: ownerEmail, name: ownerName || ownerEmail, role: 'Owner' as const }
  return {
    ...values,
    ...(staff ? home : {}),
    ...(picture ? { picture } : {}),
    ...(ownerEmail ? { team: [owner] } : {}),
  }
}

function CreateForm({ staff, accounts, onClose }: CreateDialogProps) {
  const { api, session } = useRouteContext({ from: '__root__' })
  const mayInvoice = can(permissionsOf(session), 'billing.editbillinginformation')
  const navigate = useNavigate()
  const freshSession = useFreshSession()
  const form = useForm(nothingYet, m['portals.create.failed']())
  const { values, set, errors } = form

  const create = async () => {
    const made = await form.send(() => api.portals.createPortal(draftOf(values, staff)))
    if (!made || !('id' in made)) return
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
      <PictureFile
        file={values.picture}
        error={errors.picture}
        onFile={(picture) => set('picture', picture)}
      />
      {staff ? <HomeFields form={form} accounts={accounts} /> : undefined}
      <OwnerFields form={form} />
      <SwitchField
        label={m['portals.form.selfInvoice']()}
        help={mayInvoice ? m['portals.form.selfInvoiceHelp']() : m['portals.form.selfInvoiceFixed']()}
        checked={values.selfInvoice}
        disabled={!mayInvoice}
        onChange={(selfInvoice) => set('selfInvoice', selfInvoice)}
      />
    </DialogForm>
  )
}

interface PartProps {
  form: Form<Values>
}

/** Whose portal it is: of an account that is there, or of a new one. */
function HomeFields({
  form: { values, set, errors },
  accounts,
}: PartProps & Pick<CreateDialogProps, 'accounts'>) {
  const { api } = useRouteContext({ from: '__root__' })
  return (
    <>
      <FieldRow>
        <PickField
          label={m['portals.create.account']()}
          none={m['portals.create.newAccount']()}
          clearable
          value={values.accountId}
          error={errors.accountId}
          options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
          find={async (q) => {
            const found = await api.accounts.listAccounts({ q }, { key: 'pick-account' })
            return isFailure(found)
              ? undefined
              : found.items.map(({ id, name }) => ({ value: id, label: name }))
          }}
          onChange={(accountId) => set('accountId', accountId)}
        />
        <SelectField
          label={m['portals.column.type']()}
          help={values.accountId ? m['portals.create.typeOfAccount']() : m['portals.create.typeHelp']()}
          value={values.accountId ? 'simple' : values.type}
          error={errors.type}
          disabled={values.accountId !== ''}
          options={[
            { value: 'simple', label: m['portals.type.simple']() },
            { value: 'master', label: m['portals.type.master']() },
          ]}
          onChange={(event) => set('type', event.currentTarget.value as 'simple' | 'master')}
        />
      </FieldRow>
      {values.accountId ? undefined : (
        <SwitchField
          label={m['portals.create.demo']()}
          checked={values.demo}
          onChange={(demo) => set('demo', demo)}
        />
      )}
    </>
  )
}

/** Who is invited to it as its owner. */
const OwnerFields = ({ form: { values, set, errors } }: PartProps) => (
  <FieldRow>
    <TextField
      label={m['portals.create.ownerEmail']()}
      help={m['portals.create.ownerHelp']()}
      optional
      type="email"
      inputMode="email"
      autoComplete="off"
      value={values.ownerEmail}
      error={errors['team.0.email']}
      onChange={(event) => set('ownerEmail', event.currentTarget.value)}
    />
    <TextField
      label={m['portals.create.ownerName']()}
      optional
      autoComplete="off"
      maxLength={80}
      value={values.ownerName}
      error={errors['team.0.name'] ?? errors['team.0.role']}
      onChange={(event) => set('ownerName', event.currentTarget.value)}
    />
  </FieldRow>
)

/** The portal's picture, shown as it will be cut. */
function PictureFile({ file, error, onFile }: PictureFileProps) {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!file) return setSrc(undefined)
    const address = URL.createObjectURL(file)
    setSrc(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return (
    <div className={classes.pictureFile}>
      <img src={src ?? defaultPortalPicture} alt="" width={48} height={48} />
      <FileField
        label={m['portals.form.picture']()}
        help={m['files.help']()}
        error={error}
        accept="image/jpeg,image/png,image/webp"
        file={file}
        onFile={onFile}
      />
    </div>
  )
}
interface PictureFileProps {
  file: File | undefined
  error: string | undefined
  onFile: (file: File | undefined) => void
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
