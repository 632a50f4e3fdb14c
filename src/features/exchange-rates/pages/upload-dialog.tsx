import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { FileField } from '#ui/file-field.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'

/** A file of the bank, where the program cannot fetch it. */
export default function UploadDialog({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ file: undefined as File | undefined }, m['exchangeRates.upload.failed']())
  const { file } = form.values
  const send = async () => {
    if (!file) return
    const told = await form.send(() => api.exchangeRates.importExchangeRates({ file }))
    if (!told) return
    const { date, number } = here()
    const { changed, from, to } = told
    toast(m['exchangeRates.upload.done']({ changed: number(changed), from: date(from), to: date(to) }))
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['exchangeRates.upload.title']()} onClose={onClose}>
      <DialogForm
        title={m['exchangeRates.upload.title']()}
        text={m['exchangeRates.upload.text']()}
        verb={m['exchangeRates.upload.send']()}
        disabled={!file}
        form={form}
        onSend={send}
        onClose={onClose}
      >
        <FileField
          label={m['exchangeRates.upload.file']()}
          accept=".xml,.csv,text/xml,application/xml,text/csv"
          file={file}
          error={form.errors.file}
          onFile={(chosen) => form.set('file', chosen)}
        />
      </DialogForm>
    </Dialog>
  )
}
