import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-field.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import { saveFrom } from '#ui/download.ts'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { Notice } from '#ui/notice.tsx'
import classes from './billing.module.css'

/** An account statement between two days, as the file that one wants. */
export default function StatementDialog({ portalId, onClose }: { portalId: string; onClose: () => void }) {
  const today = todayPlus(new Date())
  const form = useForm({ f: `${today.slice(0, 4)}-01-01`, t: today }, m['billing.failed']())
  const { values, set, errors } = form
  const save = async (format: 'csv' | 'pdf') => {
    await form.send(() => saveFrom(`/api/portal/${portalId}/statement`, { ...values, format }))
  }
  return (
    <Dialog label={m['billing.statement.title']()} onClose={onClose}>
      <form ref={form.ref} className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <h2>{m['billing.statement.title']()}</h2>
        {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
        <FieldRow>
          <DateField
            label={m['billing.statement.from']()}
            value={values.f}
            error={errors.f}
            onChange={(value) => set('f', value)}
          />
          <DateField
            label={m['billing.statement.to']()}
            value={values.t}
            error={errors.t}
            onChange={(value) => set('t', value)}
          />
        </FieldRow>
        <DialogActions>
          <Button onClick={onClose}>{m['ui.close']()}</Button>
          <Button busy={form.busy} onClick={() => save('csv')}>
            {m['billing.statement.csv']()}
          </Button>
          <Button look="primary" busy={form.busy} onClick={() => save('pdf')}>
            {m['billing.statement.pdf']()}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
