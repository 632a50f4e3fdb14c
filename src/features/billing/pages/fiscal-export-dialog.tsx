import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { download } from '#ui/download.ts'
import { SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import type { FiscalIssuer } from '../fiscal-contract.ts'

const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Madrid' })

/** An issuer's records, or its log, of some days as a file. */
export default function FiscalExportDialog({ of, onClose }: { of: FiscalIssuer; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const day = today()
  const form = useForm(
    { what: 'records' as 'records' | 'events', f: `${day.slice(0, 8)}01`, t: day },
    m['billing.failed'](),
  )
  const { values, errors, set } = form
  const title = m['billing.fiscal.exportTitle']({ name: of.name })
  const save = async () => {
    const file = await form.send(() => api.billing.exportFiscal({ issuerTaxId: of.taxId, ...values }))
    if (!file || isFailure(file)) return
    download(file.name, file.content, 'application/xml')
    toast(m['billing.fiscal.exported']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={title} size={480} onClose={onClose}>
      <DialogForm
        title={title}
        verb={m['billing.fiscal.exportVerb']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <SelectField
          label={m['billing.fiscal.what']()}
          value={values.what}
          error={errors.what}
          options={[
            { value: 'records', label: m['billing.fiscal.exportRecords']() },
            ...(of.events > 0 ? [{ value: 'events', label: m['billing.fiscal.exportEvents']() }] : []),
          ]}
          onChange={(event) => set('what', event.currentTarget.value as 'records' | 'events')}
        />
        <FieldRow>
          <DateField
            label={m['billing.fiscal.firstDay']()}
            value={values.f}
            error={errors.f}
            onChange={(value) => set('f', value)}
          />
          <DateField
            label={m['billing.fiscal.lastDay']()}
            value={values.t}
            error={errors.t}
            onChange={(value) => set('t', value)}
          />
        </FieldRow>
      </DialogForm>
    </Dialog>
  )
}
