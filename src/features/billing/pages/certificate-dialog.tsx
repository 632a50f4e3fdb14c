import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SwitchField, TextField } from '#ui/field.tsx'
import { FileField } from '#ui/file-field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { readBase64 } from './read-base64.ts'

/** Takes a PKCS #12 file with its password. */
export default function CertificateDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [chosen, setChosen] = useState<File>()
  const form = useForm({ file: '', password: '', confirmed: false }, m['billing.failed']())
  const choose = async (file: File | undefined) => {
    setChosen(file)
    form.set('confirmed', false)
    form.set('file', file ? await readBase64(file) : '')
  }
  const save = async () => {
    if (!(await form.send(() => api.billing.setCertificate(form.values)))) return
    toast(m['billing.certificate.saved']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.certificate.title']()} size={480} onClose={onClose}>
      <DialogForm
        title={m['billing.certificate.title']()}
        verb={m['billing.certificate.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <FileField
          label={m['billing.certificate.file']()}
          help={m['billing.certificate.fileHelp']()}
          error={form.errors.file}
          accept=".p12,.pfx,application/x-pkcs12"
          file={chosen}
          onFile={choose}
        />
        <TextField
          type="password"
          label={m['billing.certificate.password']()}
          help={m['billing.certificate.passwordHelp']()}
          value={form.values.password}
          error={form.errors.password}
          onChange={(event) => form.set('password', event.currentTarget.value)}
          autoComplete="off"
          maxLength={200}
        />
        {form.errors.confirmed || form.values.confirmed ? (
          <>
            {form.errors.confirmed ? <Notice kind="warning">{form.errors.confirmed}</Notice> : undefined}
            <SwitchField
              label={m['billing.certificate.confirm']()}
              help={m['billing.certificate.confirmHelp']()}
              checked={form.values.confirmed}
              onChange={(confirmed) => form.set('confirmed', confirmed)}
            />
          </>
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
