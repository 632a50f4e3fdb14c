import { useRouteContext, useRouter } from '@tanstack/react-router'
import type { Api } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { download } from '#ui/download.ts'
import { SelectField, SwitchField, TextField } from '#ui/field.tsx'
import { type Form, useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import type { FiscalIssuer } from '../fiscal-contract.ts'

type What = 'records' | 'events' | 'requirement'

const withoutSignature = (count: number) =>
  count === 1 ? m['billing.fiscal.unsignedOne']() : m['billing.fiscal.unsigned']({ count })

const today = () => todayPlus(new Date())

interface Values {
  what: What
  f: string
  t: string
  requirement: string
  final: boolean
}

/** The files, and how many of their records are not signed; undefined where they were refused. */
async function askFiles(api: Api, form: Form<Values>, issuerTaxId: string) {
  const { what, requirement, final, ...days } = form.values
  const sent = { issuerTaxId, ...days }
  if (what === 'requirement')
    return form.send(() => api.billing.answerRequirement({ ...sent, requirement, final }))
  const file = await form.send(() => api.billing.exportFiscal({ ...sent, what }))
  return file && { files: [file], unsigned: 0 }
}

/** An issuer's records, or its log, of some days as a file; or as the agency asks for them. */
export default function FiscalExportDialog({ of, onClose }: { of: FiscalIssuer; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const day = today()
  const form = useForm<Values>(
    {
      ...{ what: 'records' as What, f: `${day.slice(0, 8)}01`, t: day },
      ...{ requirement: '', final: true },
    },
    m['billing.failed'](),
  )
  const { values, errors, set } = form
  const title = m['billing.fiscal.exportTitle']({ name: of.name })
  const save = async () => {
    const found = await askFiles(api, form, of.taxId)
    if (!found) return
    for (const file of found.files) download(file.name, file.content, 'application/xml')
    toast(found.unsigned > 0 ? withoutSignature(found.unsigned) : m['billing.fiscal.exported']())
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
            { value: 'requirement', label: m['billing.fiscal.exportRequirement']() },
          ]}
          onChange={(event) => set('what', event.currentTarget.value as What)}
        />
        {values.what === 'requirement' ? (
          <>
            <p className="bl-note">{m['billing.fiscal.requirementText']()}</p>
            <TextField
              label={m['billing.fiscal.requirement']()}
              help={m['billing.fiscal.requirementHelp']()}
              value={values.requirement}
              error={errors.requirement}
              maxLength={18}
              onChange={(event) => set('requirement', event.currentTarget.value)}
            />
            <SwitchField
              label={m['billing.fiscal.requirementFinal']()}
              checked={values.final}
              onChange={(final) => set('final', final)}
            />
          </>
        ) : undefined}
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
