import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import type { FiscalSettings } from '../fiscal-contract.ts'

/** From which days on the law obliges, and where that is written. */
export default function FiscalDatesDialog({
  dates,
  onClose,
}: {
  dates: FiscalSettings['dates']
  onClose: () => void
}) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ ...dates }, m['billing.failed']())
  const { values, errors, set } = form
  const save = async () => {
    if (!(await form.send(() => api.billing.setFiscalDates(values)))) return
    toast(m['billing.fiscal.datesSaved']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['billing.fiscal.datesTitle']()} size={480} onClose={onClose}>
      <DialogForm
        title={m['billing.fiscal.datesTitle']()}
        text={m['billing.fiscal.datesText']()}
        verb={m['billing.fiscal.save']()}
        form={form}
        onSend={save}
        onClose={onClose}
      >
        <FieldRow>
          <DateField
            label={m['billing.fiscal.company']()}
            value={values.company}
            error={errors.company}
            onChange={(value) => set('company', value)}
          />
          <DateField
            label={m['billing.fiscal.person']()}
            value={values.person}
            error={errors.person}
            onChange={(value) => set('person', value)}
          />
        </FieldRow>
        <TextField
          label={m['billing.fiscal.source']()}
          help={m['billing.fiscal.sourceHelp']()}
          value={values.source}
          error={errors.source}
          maxLength={200}
          onChange={(event) => set('source', event.currentTarget.value)}
        />
      </DialogForm>
    </Dialog>
  )
}
