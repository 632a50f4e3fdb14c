import type { Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { DateTimeField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { Segments, SelectField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { toast } from '#ui/toast.tsx'
import { momentOf, wallClock } from '#ui/wall-clock.ts'
import type { ConsentKind, ConsentSource } from '../choices.ts'
import { consentOptions, sourceOptions } from './contact-words.ts'

interface Answer {
  kind: ConsentKind
  given: boolean
  source: ConsentSource
  at: string
}
interface ConsentDialogProps {
  record: (answer: Answer) => Promise<Result<unknown>>
  onDone: () => void
  onClose: () => void
}

/** A person's answer: to what, yes or no, how it was given and when. */
export default function ConsentDialog({ record, onDone, onClose }: ConsentDialogProps) {
  const form = useForm(
    {
      kind: 'news' as ConsentKind,
      given: 'yes' as 'yes' | 'no',
      source: 'email' as ConsentSource,
      at: wallClock(new Date().toISOString()),
    },
    m['contacts.form.failed'](),
  )
  const { values, set, errors } = form
  const send = async () => {
    const at = momentOf(values.at) ?? ''
    const saved = await form.send(() => record({ ...values, given: values.given === 'yes', at }))
    if (saved === undefined) return
    toast(m['contacts.consents.done']())
    onClose()
    onDone()
  }
  return (
    <Dialog label={m['contacts.consents.dialog']()} onClose={onClose}>
      <DialogForm
        title={m['contacts.consents.dialog']()}
        text={m['contacts.consents.text']()}
        verb={m['contacts.consents.save']()}
        form={form}
        onSend={send}
        onClose={onClose}
      >
        <SelectField
          label={m['contacts.consents.kind']()}
          data-autofocus
          value={values.kind}
          options={consentOptions()}
          onChange={(event) => set('kind', event.currentTarget.value as ConsentKind)}
        />
        <Segments
          label={m['contacts.consents.answer']()}
          value={values.given}
          options={[
            { value: 'yes', label: m['contacts.consents.yes']() },
            { value: 'no', label: m['contacts.consents.no']() },
          ]}
          onChange={(given) => set('given', given)}
        />
        <FieldRow>
          <SelectField
            label={m['contacts.consents.how']()}
            value={values.source}
            options={sourceOptions()}
            onChange={(event) => set('source', event.currentTarget.value as ConsentSource)}
          />
          <DateTimeField
            label={m['contacts.consents.when']()}
            value={values.at}
            error={errors.at}
            onChange={(value) => set('at', value)}
          />
        </FieldRow>
      </DialogForm>
    </Dialog>
  )
}
