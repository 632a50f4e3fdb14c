import { Modal } from '@mantine/core'
import type { Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { dialogWidthPx } from '#platform/constants.ts'
import { formatHour, fromWallClock } from '#platform/time.ts'
import { Button } from '#ui/button.tsx'
import { Segments, SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { ModalRoot } from '#ui/modal-root.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { ConsentKind, ConsentSource } from '../choices.ts'
import { consentOptions, sourceOptions } from './contact-words.ts'
import classes from './contacts.module.css'

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
      at: formatHour(Date.now()).slice(0, 16),
    },
    m['contacts.form.failed'](),
  )
  const { values, set, errors } = form
  const send = async () => {
    const at = values.at ? new Date(fromWallClock(Date.parse(`${values.at}:00Z`))).toISOString() : ''
    const saved = await form.send(() => record({ ...values, given: values.given === 'yes', at }))
    if (saved === undefined) return
    toast(m['contacts.consents.done']())
    onClose()
    onDone()
  }
  return (
    <ModalRoot opened onClose={onClose} size={dialogWidthPx} classNames={{ content: classes.dialog ?? '' }}>
      <Modal.Overlay backgroundOpacity={0.5} />
      <Modal.Content aria-label={m['contacts.consents.dialog']()}>
        <Modal.Body>
          <form
            ref={form.ref}
            className={classes.dialogForm}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              // The dialog stands in the contact's page: its form is not this one's.
              event.stopPropagation()
              if (!form.busy) void send()
            }}
          >
            <h2>{m['contacts.consents.dialog']()}</h2>
            <p className={classes.soft}>{m['contacts.consents.text']()}</p>
            {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
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
              <TextField
                label={m['contacts.consents.when']()}
                type="datetime-local"
                value={values.at}
                error={errors.at}
                onChange={(event) => set('at', event.currentTarget.value)}
              />
            </FieldRow>
            <div className={classes.actions}>
              <Button onClick={onClose}>{m['ui.cancel']()}</Button>
              <Button type="submit" look="primary" busy={form.busy}>
                {m['contacts.consents.save']()}
              </Button>
            </div>
          </form>
        </Modal.Body>
      </Modal.Content>
    </ModalRoot>
  )
}
